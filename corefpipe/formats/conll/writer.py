"""Writer of CoNLL-2012.

It always writes all columns, separated by tabs. Whitespace within a cell becomes `_`; entities are numbered from 0 by
first mention unless all their ids are whole numbers; a discontinuous mention is written as its whole span. A document
without a name is called `_`. Offsets, heads, mention types and everything else without a column are lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TextIO

from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError
from corefpipe.formats.brackets import write_cells
from corefpipe.formats.reading import Place
from corefpipe.formats.spans import Span


def write_document(document: Document, stream: TextIO) -> None:
    """Write a document.

    Raises:
        AnnotationError: a mention has no entity, or crosses another one of its entity.
    """
    size = len(document.words)
    name = " ".join(document.name.split()) or "_"  # a header must name its document
    other = document.other
    bits = _cells(other.get("ner"), size, "*")
    if "predicates" in other:
        pairs = zip(bits, other["predicates"], strict=True)
        bits = [f"{ner}\t{arguments}" if arguments else ner for ner, arguments in pairs]
    numbers = [str(word) for start, end in document.sentences() for word in range(end - start)]
    coreference = ["-"] * size
    for word, cell in _brackets(document).items():
        coreference[word] = cell
    rows = list(
        map(
            "\t".join,
            zip(
                ["_".join(name.split())] * size,
                [str(document.part)] * size,
                numbers,
                _cells(document.words, size, "_"),
                _cells(document.tags, size, "-"),
                _cells(other.get("parse"), size, "*"),
                _cells(document.lemmas, size, "-"),
                _cells(other.get("frameset"), size, "-"),
                _cells(other.get("sense"), size, "-"),
                _cells(document.speakers, size, "-"),
                bits,
                coreference,
                strict=True,
            ),
        )
    )
    stream.write(f"#begin document ({name}); part {document.part:03d}\n")
    for start, end in document.sentences():
        stream.write("\n".join(rows[start:end]) + "\n\n")
    stream.write("#end document\n")


def _cells(values: Sequence[str] | None, size: int, blank: str) -> Sequence[str]:
    if values is None:
        return [blank] * size
    if "" not in values and not re.search(r"\s", "".join(values)):
        return values
    return ["_".join(value.split()) or blank for value in values]


def _brackets(document: Document) -> dict[int, str]:
    place = Place("", str(document))
    ids = list(document.chains())
    if "" in ids:
        raise AnnotationError(
            "a mention has no entity", cure="Resolve the document before writing it", document=place.document
        )
    whole = all(entity.isascii() and entity.isdecimal() and (entity == "0" or entity[0] != "0") for entity in ids)
    numbers = {entity: entity if whole else str(number) for number, entity in enumerate(ids)}
    spans = [Span(m.start, m.end, numbers[m.entity], 0) for m in document.mentions]
    return write_cells(spans, "|", place)
