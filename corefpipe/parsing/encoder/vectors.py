"""Inputs of context networks from the encoder of a base pipeline: word vectors, also for Docs from another pipeline, or
the embeddings of its word pieces.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from corefpipe.exceptions import SettingError
from corefpipe.network.context import Context
from corefpipe.network.embedded import EmbeddedReader, Embeddings
from corefpipe.network.layers import LayerReader
from corefpipe.network.text import Text, WordVectors
from corefpipe.network.windows import stretches
from corefpipe.parsing.encoder.component import Encoder
from corefpipe.parsing.encoder.files import ARRAYS, digest_of, read_files, read_pieces
from corefpipe.parsing.encoder.numpy_network import embeddings_of
from corefpipe.parsing.pipelines import find_base, load_base

_AT_ONCE = 4096  # words per batch, so that memory does not grow with the text


@dataclass(slots=True)
class BaseVectors:
    """The encoder of a base pipeline, loaded when it is first needed.

    Attributes:
        base: name or folder of the pipeline.
        network: digest of the network that is wanted.
    """

    base: str
    network: str
    _encoder: Encoder | None = field(default=None, repr=False)

    def __call__(self, text: Text) -> WordVectors:
        """The vectors of the words of a text.

        Raises:
            SettingError: the pipeline has no such network.
        """
        encoder = self._encoder = self._encoder or self._load()
        rows = [np.zeros((0, 0), dtype=np.float16)] * (not len(text))
        for start, end in stretches(text.sentences, range(len(text) + 1), _AT_ONCE):
            numbers = np.array(text.sentences[start:end])
            starts = np.diff(numbers, prepend=-1) != 0
            doc = Doc(encoder.vocab, words=list(text.words[start:end]), sent_starts=starts.tolist())
            rows.append(np.asarray(encoder(doc).tensor))
        return WordVectors(self.network, np.concatenate(rows), np.arange(len(text)))

    def _load(self) -> Encoder:
        found = give_vectors(load_base(self.base), self.network)
        if found is None:
            raise _no_network(self.base, "vectors")
        return found

    def __reduce__(self) -> tuple[type[BaseVectors], tuple[str, str]]:
        return BaseVectors, (self.base, self.network)


@dataclass(slots=True, frozen=True)
class BaseEmbeddings:
    """The embeddings of the encoder of a base pipeline, read from its files without loading the pipeline.

    Attributes:
        base: name or folder of the pipeline.
        network: digest of the network that is wanted.
    """

    base: str
    network: str

    def __call__(self) -> tuple[Embeddings, list[str]]:
        """The embeddings, and the pieces by number.

        Raises:
            SettingError: the pipeline has no such network.
        """
        folder = find_base(self.base)
        for file in [] if folder is None else sorted(folder.rglob(ARRAYS)):
            files = read_files(file.parent)
            if digest_of(files) == self.network:
                return embeddings_of(files[ARRAYS]), read_pieces(files)
        raise _no_network(self.base, "embeddings")


def _no_network(base: str, what: str) -> SettingError:
    return SettingError(
        f"the base pipeline '{base}' lacks the network whose {what} the model needs",
        cure="Use the model with the base pipeline with which it was trained",
    )


def give_vectors(nlp: Language, network: str = "") -> Encoder | None:
    """Make the encoder of a pipeline store the word vectors in Docs.

    Args:
        nlp: the pipeline.
        network: digest of the required network; "" for any.

    Returns:
        The encoder; None if the pipeline has none with this network.
    """
    for _, pipe in nlp.pipeline:
        if isinstance(pipe, Encoder) and network in ("", pipe.network):
            pipe.gives_vectors = True
            return pipe
    return None


def with_base(context: Context, base: str) -> Context:
    """A context network for any text, which takes the vectors or embeddings that it needs from a base pipeline."""
    reader = context.reader
    if isinstance(reader, LayerReader):
        return replace(context, reader=replace(reader, base=BaseVectors(base, reader.network)))
    if isinstance(reader, EmbeddedReader):
        return replace(context, reader=replace(reader, base=BaseEmbeddings(base, reader.network)))
    return context
