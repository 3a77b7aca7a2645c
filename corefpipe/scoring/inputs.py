"""Convert annotation to Documents for scoring: paths, Documents, spaCy Docs, lists of spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import index
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Union

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.scoring.places import place_of
from corefpipe.utils.paths import as_path
from corefpipe.utils.text import with_article

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from corefpipe.formats import ReadReport

Chains = Iterable[Iterable[tuple[int, int]]]
Annotation = Union[
    "str | PathLike[str]", Document, "Doc", Chains, Iterable[Document], "Iterable[Doc]", Mapping[str, Chains]
]
"""A file or folder; one or several Documents or spaCy Docs; chains of (start, end) spans, half-open, of one document,
or by the names of several."""


def documents_of(annotation: Any, columns: Iterable[str] | None = None) -> Iterator[Document]:
    """Return the documents of an annotation of any kind; those that have no names get none.

    Args:
        annotation: see `Annotation`.
        columns: the columns of documents that are read from files besides words and mentions.

    Raises:
        AnnotationError: something else; a span that is none.
        FormatError: a file that cannot be read, or whose format cannot hold chains.
    """
    if isinstance(annotation, str | PathLike):
        yield from read_annotated(annotation, columns)
    elif isinstance(annotation, Mapping):
        for name, chains in annotation.items():
            yield _from_chains(chains, str(name))
    elif isinstance(annotation, Document) or _is_doc(annotation):
        yield _document(annotation, 0)
    elif isinstance(annotation, Iterable):
        items = list(annotation)
        if items and (isinstance(items[0], Document) or _is_doc(items[0])):
            for number, item in enumerate(items):
                yield _document(item, number)
        else:
            yield _from_chains(items, "")
    else:
        raise _no_annotation(f"it is {with_article(type(annotation).__name__)}", None)


def read_annotated(
    path: str | PathLike[str],
    columns: Iterable[str] | None = None,
    report: ReadReport | None = None,
    stream: BinaryIO | None = None,
) -> Iterator[Document]:
    """Yield the documents of a file or folder, with all mentions of repeated spans.

    Args:
        path: file or folder.
        columns: see `documents_of`.
        report: is filled as by `corefpipe.formats.read`.
        stream: is read instead of the path, which only names it.

    Raises:
        FormatError: a file that cannot be read, or whose format cannot hold chains.
    """
    from corefpipe.formats import read, read_stream

    kept = None if columns is None else tuple(columns)
    if stream is None:
        documents = read(path, repeats="keep", columns=kept, report=report)
    else:
        documents = read_stream(stream, str(path), repeats="keep", columns=kept, report=report)
    checked: set[str] = set()
    for document in documents:
        file = document.origin.file if document.origin else str(path)
        if not document.mentions and file not in checked:
            _require_chains(document, as_path(file))
            checked.add(file)
        yield document


def _require_chains(document: Document, file: Path) -> None:
    from corefpipe.formats.registry import format_of_file

    form = format_of_file(file) if file.is_file() else None
    # Raw text is all that can be read in no format.
    if not (form.chains if form else document.words):
        raise FormatError(
            f"the format {form.name if form else 'text'} cannot hold chains: there is nothing to score",
            cure="Score a file with chains, such as CoNLL-2012; `corefpipe resolve FILE --format conll` writes one",
            file=str(file),
        )


def _is_doc(item: Any) -> bool:
    # Without importing spaCy: a caller with a Doc has imported it.
    return type(item).__module__.partition(".")[0] == "spacy"


def _document(item: Any, number: int) -> Document:
    if isinstance(item, Document):
        if item.text and not item.words and not item.mentions:
            raise AnnotationError(
                "the document is raw text, without words and chains",
                cure="Resolve it first, or score the chains of a Document, a spaCy Doc or a file",
                **place_of(item),
            )
        return item
    if _is_doc(item):
        from corefpipe.chains.documents import from_doc

        return from_doc(item)
    raise AnnotationError(
        f"item {number + 1} is {with_article(type(item).__name__)}, the first one is another thing",
        cure="Give Documents only, or spaCy Docs only",
    )


def _from_chains(chains: Any, name: str) -> Document:
    mentions = []
    try:
        for number, chain in enumerate(chains):
            for start, end in chain:
                if not 0 <= index(start) < index(end):
                    raise AnnotationError(
                        f"({start}, {end}) in chain {number} is no span",
                        cure="Spans are (start, end), counted from 0, the end not included",
                        document=name or None,
                    )
                mentions.append(Mention(int(start), int(end), str(number)))
    except (TypeError, ValueError) as error:
        if isinstance(error, AnnotationError):
            raise
        raise _no_annotation(str(error), name) from None
    return Document(name, mentions=sort_mentions(mentions))


def _no_annotation(reason: str, name: str | None) -> AnnotationError:
    return AnnotationError(
        f"this is nothing that can be scored ({reason})",
        cure="Give paths, Documents, spaCy Docs, or chains of (start, end) spans: [[(0, 1), (4, 6)], [(2, 3)]]",
        document=name,
    )
