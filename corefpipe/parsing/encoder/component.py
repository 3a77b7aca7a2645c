"""The spaCy component of the encoder: sentences, tags, features, trees, entity types and names in one model."""

# No `from __future__ import annotations` here: the oldest supported spaCy evaluates the annotations of factories.

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np
import srsly
from spacy import attrs
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.scorer import Scorer
from spacy.tokens import Doc, Span
from spacy.training import Example
from spacy.util import minibatch
from spacy.vocab import Vocab

from corefpipe.chains.tokens import ENTITY_TYPE, mend_sentences, words_of
from corefpipe.exceptions import ModelError
from corefpipe.lexicon import load_lexicon
from corefpipe.network.pieces import WordPieces
from corefpipe.parsing.encoder.close_appositions import close_appositions
from corefpipe.parsing.encoder.files import digest_of, read_files, read_labels, read_network, read_pieces
from corefpipe.parsing.encoder.labels import BREAK, JOINED, SPACE, UNKNOWN, names_of_tags
from corefpipe.parsing.encoder.parser import EncoderParser, Parsed
from corefpipe.parsing.encoder.whole_names import whole_names
from corefpipe.parsing.encoder.windows import Run
from corefpipe.parsing.entity_typer import put_types, score_entity_types
from corefpipe.parsing.unseen import opening_marks, roots_of_hidden, unseen_tokens
from corefpipe.parsing.word_vectors import VECTORS_OF, put_vectors
from corefpipe.utils.packaged_files import kept_files

_WRITTEN = ("TAG", "POS", "MORPH", "DEP", "HEAD")


class Encoder(Pipe):
    """Annotates Docs with a small transformer.

    Existing sentence starts are kept. As in spaCy's pipelines, whitespace tokens depend on the word before them.

    Args:
        vocab: vocabulary of the Docs.
        name: name of the component.

    Attributes:
        gives_vectors: whether it stores the word vectors in `doc.tensor`, 768 bytes per token, for layers over them
            (see `corefpipe.network.layers`).
    """

    def __init__(self, vocab: Vocab, name: str = "encoder") -> None:
        self.vocab = vocab
        self.name = name
        self.scorer = score_encoder
        self._files: Mapping[str, bytes] = {}
        self.gives_vectors = False
        self._parser: EncoderParser | None = None

    @cached_property
    def network(self) -> str:
        """Digest of the network's files."""
        return digest_of(self._files)

    def __call__(self, doc: Doc) -> Doc:
        """Annotate a Doc."""
        self._annotate([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 64) -> Iterator[Doc]:
        """Annotate Docs in batches; a Doc that fails is dropped and passed to the error handler, as in spaCy."""
        for batch in minibatch(stream, batch_size):
            docs = list(batch)
            try:
                self._annotate(docs)
            except Exception as error:
                # One by one, so that the handler gets the Doc that fails. That of none is a fault of ours: all get it.
                annotated = [doc for doc in docs if self._is_annotated(doc)]
                if len(annotated) == len(docs):
                    self.get_error_handler()(self.name, self, docs, error)
                docs = annotated
            yield from docs

    def _is_annotated(self, doc: Doc) -> bool:
        """Annotate a Doc, and return whether that succeeded."""
        try:
            self._annotate([doc])
        except Exception as error:
            self.get_error_handler()(self.name, self, [doc], error)
            return False
        return True

    def _annotate(self, docs: list[Doc]) -> None:
        if self._parser is None:
            raise ModelError("the encoder has no network", cure="Load it from a folder with `from_disk`")
        runs, places = [], []
        unseen = {id(doc): unseen_tokens(doc) for doc in docs}
        for doc in docs:
            words, run = run_of(doc, unseen[id(doc)])
            if len(words):
                places.append((doc, words))
                runs.append(run)
        parsed = self._parser(runs)
        of_doc: dict[int, list[tuple[np.ndarray, Parsed]]] = {id(doc): [] for doc in docs}
        for (doc, words), one in zip(places, parsed, strict=True):
            of_doc[id(doc)].append((words, one))
        for doc in docs:
            self._write(doc, of_doc[id(doc)], unseen[id(doc)])

    def _write(self, doc: Doc, parts: list[tuple[np.ndarray, Parsed]], unseen: np.ndarray) -> None:
        """Write the annotation of the words of a Doc, and of whitespace and hidden tokens."""
        n = len(doc)
        if not n:
            return
        strings, values = self.vocab.strings, self._labels
        ids = {attribute: np.full(n, strings.add(value), dtype=np.uint64) for attribute, value in _OF_SPACE.items()}
        # Other tokens depend on the word before them; at the beginning, and if they open it, on the one after them.
        is_space = doc.to_array(attrs.IS_SPACE).astype(bool)
        for attribute in ("TAG", "POS"):
            ids[attribute][unseen & ~is_space] = strings.add("SYM")
        is_blank = is_space | unseen
        hidden_roots = roots_of_hidden(doc)
        is_blank[hidden_roots] = False
        before = np.maximum.accumulate(np.where(is_blank, -1, np.arange(n)))
        first = int(np.argmin(is_blank)) if not is_blank.all() else 0
        heads = np.where(before < 0, first, before)
        opening = opening_marks(doc, unseen)
        heads[opening] = opening + 1
        types, forms_of = [""] * n, words_of(doc)
        names: list[Span] = []
        self._write_vectors(doc, parts)
        for words, one in parts:
            noun = close_appositions(
                one.heads, self._relations[one.labels["dep"]], self._parts_of_speech[one.labels["morph"]]
            )
            heads[words] = words[np.where(noun < 0, one.heads, noun)]
            root = one.heads == np.arange(len(words))
            for attribute, task in (("TAG", "tag"), ("DEP", "dep")):
                ids[attribute][words] = self._ids[task][one.labels[task]]
            ids["DEP"][words[root]] = strings.add("ROOT")
            ids["DEP"][words[noun >= 0]] = strings.add("appos")
            ids["POS"][words], ids["MORPH"][words] = (column[one.labels["morph"]] for column in self._morph_ids)
            kinds = [values["type"][kind] for kind in one.labels["type"].tolist()]
            for i, kind in zip(words.tolist(), kinds, strict=True):
                types[i] = kind
            tags = [values["name"][tag] for tag in one.labels["name"].tolist()]
            forms, pos = [forms_of[i] for i in words.tolist()], self._parts_of_speech[one.labels["morph"]].tolist()
            for start, end, label in whole_names(names_of_tags(tags), forms, pos):
                names.append(Span(doc, int(words[start]), int(words[end - 1]) + 1, label=label))
        ids["DEP"][hidden_roots] = strings.add("ROOT")
        ids["HEAD"] = (heads - np.arange(n)).astype(np.int64).view(np.uint64)
        columns: Any = np.stack([ids[name] for name in _WRITTEN], axis=1)
        doc.from_array([getattr(attrs, name) for name in _WRITTEN], columns)
        mend_sentences(doc)
        doc.ents = names
        put_types(doc, types)

    def _write_vectors(self, doc: Doc, parts: list[tuple[np.ndarray, Parsed]]) -> None:
        """Write the vectors of the words to `doc.tensor`, 0 for other tokens, if `gives_vectors` is set."""
        if parts and self.gives_vectors:
            rows = np.zeros((len(doc), parts[0][1].vectors.shape[1]), dtype=np.float16)
            for words, one in parts:
                rows[words] = one.vectors
            put_vectors(doc, rows, self.network)

    def _use(self, contents: Mapping[str, bytes], kept: Mapping[str, bytes]) -> None:
        labels = read_labels(contents)
        lexicon = load_lexicon(self.vocab.lang)
        self._parser = EncoderParser(read_network(contents), WordPieces(read_pieces(contents)), labels["name"], lexicon)
        self._files, self._labels = kept, labels
        self.__dict__.pop("network", None)
        add = self.vocab.strings.add
        self._ids = {task: np.array([add(v) for v in labels[task]], dtype=np.uint64) for task in ("tag", "dep")}
        pairs = [value.split("|", 1) for value in labels["morph"]]
        self._relations, self._parts_of_speech = np.array(labels["dep"]), np.array([pos for pos, _ in pairs])
        morphs = [self.vocab.morphology.add("" if feats == "_" else feats) for _, feats in pairs]
        self._morph_ids = [
            np.array([add(pos) for pos, _ in pairs], dtype=np.uint64), np.array(morphs, dtype=np.uint64),
        ]  # fmt: skip

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the network's files to a folder."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in self._files.items():
            (folder / name).write_bytes(data)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Self:
        """Read what `to_disk` wrote."""
        contents = read_files(Path(path))
        self._use(contents, kept_files(Path(path), contents))
        return self

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The files as bytes."""
        return srsly.msgpack_dumps(dict(self._files))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Self:
        """Read what `to_bytes` returned."""
        contents = srsly.msgpack_loads(data)
        if contents:
            self._use(contents, contents)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # With the contents of the files: another machine may have the package in another place.
        return _with_files, (self.vocab, self.name, dict(self._files), self.gives_vectors)

    def initialize(self, get_examples: Callable[[], Iterable[Example]], **_: Any) -> None:
        """Do nothing: the network is trained elsewhere (see `eval/base_pipeline`)."""


def _with_files(vocab: Vocab, name: str, contents: dict[str, bytes], gives_vectors: bool) -> Encoder:
    """An unpickled component."""
    found = Encoder(vocab, name)
    found.gives_vectors = gives_vectors
    if contents:
        found._use(contents, contents)
    return found


_OF_SPACE = {"TAG": "_SP", "POS": "SPACE", "MORPH": "", "DEP": "dep"}


def run_of(doc: Doc, unseen: np.ndarray) -> tuple[np.ndarray, Run]:
    """The tokens of a Doc that are words, and the words as input of the network; a sentence starts after a blank line.

    Args:
        doc: the Doc.
        unseen: (n_tokens,) bool, the hidden tokens other than whitespace (see `unseen_tokens`).
    """
    columns = doc.to_array([attrs.IS_SPACE, attrs.SPACY, attrs.SENT_START]).astype(np.int64)
    forms, starts = words_of(doc), columns[:, 2].copy()
    spaced = not columns[:-1, 1].all()
    words: list[int] = []
    gaps: list[int] = []
    gap, is_blank = SPACE, False
    for i, (form, (is_space, space_after, _)) in enumerate(zip(forms, columns.tolist(), strict=True)):
        if is_space or unseen[i]:
            if "\n" in form:
                gap = BREAK
            elif unseen[i] and space_after and gap == JOINED:
                gap = SPACE
            is_blank |= form.count("\n") > 1
            continue
        if is_blank:
            starts[i], is_blank = 1, False
        words.append(i)
        gaps.append(gap)
        gap = SPACE if space_after else JOINED
    return np.array(words, dtype=np.int64), Run(
        [forms[i] for i in words], gaps if spaced else [UNKNOWN] * len(words), starts[words]
    )


def score_encoder(examples: Iterable[Example], **_: Any) -> dict[str, Any]:
    """The scores of spaCy's tagger, morphologizer, parser and NER, and of the entity typer."""
    examples = list(examples)
    found: dict[str, Any] = {}
    for attribute in ("tag", "pos"):
        found |= Scorer.score_token_attr(examples, attribute)
    found |= Scorer.score_deps(examples, "dep", ignore_labels=("p", "punct"))
    found |= Scorer.score_spans(examples, "sents", has_annotation=lambda doc: doc.has_annotation("SENT_START"))
    found |= Scorer.score_spans(examples, "ents")
    return found | score_entity_types(examples)


@Language.factory(
    "corefpipe_encoder",
    assigns=[
        "token.tag", "token.pos", "token.morph", "token.head", "token.dep", "token.is_sent_start",
        "doc.sents", "doc.ents", "doc.tensor", f"token._.{VECTORS_OF}", f"token._.{ENTITY_TYPE}",
    ],
)  # fmt: skip
def make_encoder(nlp: Language, name: str) -> Encoder:
    """Make an encoder without a network for a pipeline."""
    return Encoder(nlp.vocab, name)
