"""Parsed documents by part, and the vectors of their words, kept in a work folder since both take long."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from spacy.tokens import Doc, DocBin

from corefpipe import read
from corefpipe.document import Document
from corefpipe.network.context import Context
from corefpipe.network.files import context_of, read_network_files
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.utils.digests import digest_of_bytes

Annotated = tuple[Doc, Document]


def documents(path: Path) -> list[Document]:
    """The documents of a folder or a file; a span in two chains stays in the first."""
    return list(read(path, repeats="first"))


def parsed(name: str, find: Callable[[], Iterable[Document]], base: str, work: Path) -> list[Annotated]:
    """Documents parsed by a base pipeline; what was parsed before is read from the work folder.

    Args:
        name: of the part.
        find: gives its documents.
        base: name of the pipeline.
        work: folder that is kept.
    """
    file = work / "parsed" / f"{name}.{base}.spacy"
    nlp = load_base(base)
    if file.is_file():
        return list(zip(DocBin().from_disk(file).get_docs(nlp.vocab), find(), strict=True))
    annotated = list(annotate(find(), nlp))
    file.parent.mkdir(parents=True, exist_ok=True)
    DocBin(docs=[doc for doc, _ in annotated], store_user_data=True).to_disk(file)
    return annotated


@dataclass(slots=True, frozen=True)
class KeptContext(Context):
    """A network whose vectors are kept in files, in 16 bits.

    Attributes:
        folder: of the files.
    """

    folder: Path = Path()

    def vectors(self, words: Sequence[str], sentences: Sequence[int]) -> np.ndarray:
        """See `Context.vectors`."""
        starts = np.flatnonzero(np.diff(sentences, prepend=-1)).astype(np.int32)
        file = self.folder / f"{digest_of_bytes(chr(0).join(words).encode(), starts.tobytes())[:32]}.npy"
        if not file.is_file():
            part = file.with_suffix(f".{os.getpid()}.npy")
            np.save(part, Context.vectors(self, words, sentences).astype(np.float16))
            part.rename(file)
        found: np.ndarray = np.load(file)
        return found


def kept_context(network: Path, work: Path) -> KeptContext:
    """The network of a folder, with its vectors in the work folder."""
    files = read_network_files(network)
    context = context_of(files, str(network))
    own = {field.name: getattr(context, field.name) for field in fields(Context)}
    folder = work / "vectors" / digest_of_bytes(files["encoder.onnx"], files["network.toml"])[:16]
    folder.mkdir(parents=True, exist_ok=True)
    return KeptContext(**own, folder=folder)
