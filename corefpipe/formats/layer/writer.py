"""Writer of layers, by the rules in `reader.py`: one entry per document, its chains in the order of the text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from os import PathLike
from typing import TextIO

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.exceptions import AnnotationError, require_one_of
from corefpipe.formats.files import atomic_writer
from corefpipe.formats.headers import header_lines
from corefpipe.utils.paths import as_path

VERSION = 1
HEADING = f"# corefpipe layer {VERSION}"
"""First line of a layer file."""

DIGITS = 16
"""Number of hexadecimal digits of a digest that are written, and the fewest that are read."""

COVERAGE = ("complete", "partial")
"""Values of the header's line `coverage`, the first if it is missing."""


def digest_of_words(words: Sequence[str]) -> str:
    """SHA-256 of the words, joined by line ends, in hexadecimal digits."""
    return sha256("\n".join(words).encode("utf-8", "surrogatepass")).hexdigest()


def write_layer(
    documents: Iterable[Document], path: str | PathLike[str], metadata: Mapping[str, str] | None = None
) -> None:
    """Write the chains of documents as a layer, all or nothing.

    `corefpipe.write(documents, "x.layer")` does the same without metadata.

    >>> from corefpipe.formats import write_layer
    >>> write_layer([bakery], "bakery.layer", {"licence": "MIT"})
    >>> open("bakery.layer").readline()
    '# corefpipe layer 1\\n'

    Args:
        documents: the documents, with chains.
        path: the file; gzipped if its name ends in `.gz`.
        metadata: lines of the header, such as `licence`, `scheme` or `coverage` (`complete` or `partial`).

    Raises:
        AnnotationError: a document has no name or no words, or the name and part of another; or metadata that a header
            line cannot hold.
        FormatError: the file cannot be created.
        SettingError: unknown value of `coverage`.
    """
    metadata = dict(metadata or {})
    if "coverage" in metadata:
        require_one_of("coverage", metadata["coverage"], COVERAGE)
    header = header_lines(metadata)
    seen = set()
    with atomic_writer(as_path(path)) as stream:
        stream.write(f"{HEADING}\n{header}")
        for document in documents:
            if document.key in seen:
                raise AnnotationError(
                    "there are two documents of this name",
                    cure="A layer identifies documents by name and part: rename one, in the corpus too",
                    document=str(document),
                )
            seen.add(document.key)
            write_document(document, stream)


def check(document: Document) -> None:
    """Raise an error for a document that no entry can stand for.

    Raises:
        AnnotationError: it has no words though it has a text, or its name is empty or no line.
    """
    if document.text.strip() and not document.words:
        raise AnnotationError(
            "the text is not split into words, which a layer counts",
            cure="Resolve it first, or give the corpus with its words",
            document=str(document),
        )
    if not document.name.strip() or document.name != document.name.strip() or not {*"\r\n"}.isdisjoint(document.name):
        raise AnnotationError(
            f"a layer needs the name of a document on one line, not {document.name[:60]!r}",
            cure="Rename it",
            document=str(document) or None,
        )


def write_document(document: Document, stream: TextIO) -> None:
    """Write the entry of one document.

    Raises:
        AnnotationError: see `check`.
    """
    check(document)
    # A name that ends like a part is followed by one, so that it is read back.
    part = f" part {document.part}" if document.part or " part " in document.name else ""
    digest = digest_of_words(document.words)[:DIGITS]
    stream.write(f"\ndocument {document.name}{part} words {len(document)} sha256 {digest}\n")
    chains: dict[str, list[Mention]] = {}
    for mention in sort_mentions(document.mentions):
        chains.setdefault(mention.entity, []).append(mention)
    stream.writelines(" ".join(map(_mention, chain)) + "\n" for chain in chains.values())


def _mention(mention: Mention) -> str:
    """The mention with its words counted from 1 and both ends included, `[3-5]`, `[9]` or `[3,5-6]`."""
    pieces = mention.fragments or (mention.span,)
    return f"[{','.join(str(end) if end - start == 1 else f'{start + 1}-{end}' for start, end in pieces)}]"
