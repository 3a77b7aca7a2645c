"""Parsed documents by part, and the vectors of their words, kept in a work folder since both take long."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from spacy.tokens import Doc, DocBin

from corefpipe import read
from corefpipe.document import Document
from corefpipe.network.context import Context
from corefpipe.network.files import EMBEDDED, ENCODER, LAYERS, SETTINGS, context_of, read_network_files
from corefpipe.network.text import Text, TextReader
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.encoder.vectors import with_base
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
class KeptReader:
    """A network's vectors, kept in files.

    Attributes:
        reader: gives them.
        folder: of the files.
    """

    reader: TextReader
    folder: Path

    def __call__(self, text: Text) -> np.ndarray:
        """See `TextReader`."""
        starts = np.flatnonzero(np.diff(text.sentences, prepend=-1)).astype(np.int32)
        file = self.folder / f"{digest_of_bytes(chr(0).join(text.words).encode(), starts.tobytes())[:32]}.npy"
        if not file.is_file():
            part = file.with_suffix(f".{os.getpid()}.npy")
            np.save(part, self.reader(text))
            part.rename(file)
        found: np.ndarray = np.load(file)
        return found


def kept_context(network: Path, work: Path, base: str) -> Context:
    """The network of a folder, with its vectors in the work folder; layers read those of a base pipeline."""
    files = read_network_files(network)
    context = with_base(context_of(files, str(network)), base)
    encoder = [files[kind] for kind in (ENCODER, EMBEDDED, LAYERS) if kind in files]
    folder = work / "vectors" / digest_of_bytes(*encoder, files[SETTINGS])[:16]
    folder.mkdir(parents=True, exist_ok=True)
    return replace(context, reader=KeptReader(context.reader, folder))
