r"""CoNLL-2012: `#begin document (NAME); part 000`, one word a row, an empty line after each sentence, `#end document`.

Columns: document, part, word number, word, part of speech, parse bit, lemma, frameset, sense, speaker, named entity,
predicate arguments (any number, the same within a sentence), and last the coreference brackets (`brackets.py`).

Read are also rows with fewer columns, down to document and coreference (words are then `_`), headers without a
part, tabs or spaces (a line with a tab is split at tabs only), and the cells `-`, `_`, `*` and nothing for "unknown".
The name in the header counts, not that in the rows.

A word that is empty or whitespace is read as `_`, so that words and rows stay parallel; whitespace around a word is
dropped. Parse bits, framesets, senses, named entities and predicate arguments (joined by tabs) are kept in
`Document.other` as `parse`, `frameset`, `sense`, `ner` and `predicates`; columns without any value are left out.

Written are tabs and always all columns. Whitespace within a cell becomes `_`; entities whose ids are not all whole
numbers are numbered from 0 by first mention; of a discontinuous mention the whole span is written. Offsets, heads,
mention types and all that has no column are lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TextIO

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.errors import AnnotationError, FormatError
from corefpipe.formats.brackets import BracketReader, Span, write_cells
from corefpipe.formats.files import check_utf8
from corefpipe.formats.reading import Place, Reading, genre_of, settle_repeats

_HEADER = re.compile(r"#begin document\s+\((.*)\)\s*;?\s*(?:part\s+(\d{1,9}))?\s*")
_BRACKETS = re.compile(r"(?:\(\d+\)?|\d+\)|\|)+")
_UNKNOWN = frozenset(("-", "_", ""))
_UNKNOWN_BITS = _UNKNOWN | {"*"}
_FULL = 12
"""Columns of a row without predicate arguments."""


@dataclass(slots=True)
class _Block:
    """The lines of one document from its header (in line `first`) on, without the `#end document`."""

    first: int
    lines: list[str]


@dataclass(slots=True)
class _Table:
    """The rows of a document: cells, line numbers, and the first row of each sentence."""

    rows: list[list[str]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    sentence_starts: list[int] = field(default_factory=list)


def read_lines(lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
    """The documents of CoNLL-2012 lines, one at a time."""
    for block in _blocks(lines, source, reading):
        try:
            document = _parse(block, source, reading)
        except FormatError as error:
            reading.refuse(error)
        else:
            yield document


def write_document(document: Document, stream: TextIO) -> None:
    """Writes a document; raises AnnotationError for mentions without entity or that brackets cannot hold."""
    size = len(document.words)
    name = " ".join(document.name.split())
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
                ["_".join(name.split()) or "_"] * size,
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


def _blocks(lines: Iterable[str], source: str, reading: Reading) -> Iterator[_Block]:
    """Splits a file into documents; refuses what stands outside of them and documents without an end."""
    block: _Block | None = None
    # Any header so far; a row outside of documents since the last header; any line that is not empty.
    begun = outside = filled = False
    for number, line in enumerate(lines, 1):
        if line.startswith("#begin document"):
            if block is not None:
                reading.refuse(_endless(block, source, f"`#begin document` in line {number}"))
            block = _Block(number, [line])
            begun, outside = True, False
        elif line.startswith("#end document"):
            if block is not None:
                yield block
            elif not outside:
                reading.refuse(Place(source).error("`#end document` without a beginning", "Delete the line", number))
            block = None
        elif block is not None:
            block.lines.append(line)
        elif line.isspace() or line.startswith("#"):
            filled = filled or not line.isspace()
        elif not outside:
            outside = True  # reported once for all rows up to the next header
            cure = "Put `#begin document (NAME); part 000` before it"
            reading.refuse(Place(source).error("a row outside of a document", cure, number))
    if block is not None:
        reading.refuse(_endless(block, source, "the end of the file"))
    elif filled and not (begun or outside):
        cure = "Is it CoNLL-2012, with `#begin document (NAME)`?"
        reading.refuse(Place(source).error("no document in the file", cure))


def _endless(block: _Block, source: str, where: str) -> FormatError:
    header = _HEADER.fullmatch(block.lines[0])
    return Place(source, header[1] if header else "").error(
        f"{where} comes before the document's `#end document`",
        "Put `#end document` after its last row; is the file complete?",
        block.first,
    )


def _parse(block: _Block, source: str, reading: Reading) -> Document:
    header = _HEADER.fullmatch(block.lines[0])
    place = Place(source, header[1] if header else "")
    check_utf8(block.lines, place, block.first)
    if header is None:
        raise place.error("a header of another form", "Write `#begin document (NAME); part 000`", block.first)
    table = _read_rows(block, place)
    columns, predicates, coreference = _columns(table)
    size = len(table.rows)
    # Down to five columns the word is the fourth; with fewer there is none.
    words = [word.strip() or "_" for word in columns[3]] if len(columns) > 3 else ["_"] * size
    named = dict(zip(("tags", "parse", "lemmas", "frameset", "sense", "speakers", "ner"), columns[4:11], strict=False))
    reader = BracketReader(place, plain=True)
    for word, cell in enumerate(coreference):
        if cell not in _UNKNOWN:
            cell = cell.strip()
            if cell not in _UNKNOWN:
                reader.read(cell, word, table.numbers[word])
    spans = settle_repeats(reader.finish(), words, place, reading)
    other = {
        "parse": _known(named.get("parse"), _UNKNOWN_BITS, "*"),
        "frameset": _known(named.get("frameset"), _UNKNOWN, "-"),
        "sense": _known(named.get("sense"), _UNKNOWN, "-"),
        "ner": _known(named.get("ner"), _UNKNOWN_BITS, "*"),
        "predicates": predicates,
    }
    return Document(
        name=place.document,
        part=int(header[2] or 0),
        words=words,
        sentence_starts=table.sentence_starts,
        mentions=sort_mentions([Mention(span.start, span.end, span.entity) for span in spans]),
        tags=_known(named.get("tags"), _UNKNOWN, ""),
        lemmas=_known(named.get("lemmas"), _UNKNOWN, ""),
        speakers=_known(named.get("speakers"), _UNKNOWN, ""),
        genre=genre_of(place.document),
        other={name: values for name, values in other.items() if values is not None},
    )


def _read_rows(block: _Block, place: Place) -> _Table:
    table = _Table()
    rows, numbers = table.rows, table.numbers
    width = 0
    fresh = True
    for number, line in enumerate(block.lines[1:], block.first + 1):
        line = line.rstrip("\r\n")
        if not line or line.isspace():
            fresh = True
            continue
        cells = line.split("\t") if "\t" in line else _split(line)
        if fresh:
            table.sentence_starts.append(len(rows))
            fresh = False
            # Predicate arguments come with each sentence anew; other columns do not.
            if not width or (width >= _FULL and len(cells) >= _FULL):
                width = len(cells)
        if len(cells) == width + 1 and not cells[-1].strip():
            cells.pop()  # a tab at the end of the line
        elif not cells[-1] and len(cells) > 2 and _BRACKETS.fullmatch(cells[-2]):
            raise place.error("a tab follows the brackets", "Delete the tab: coreference is the last column", number)
        if len(cells) < 2:
            raise place.error("the row has only one column", "Separate columns by tabs or spaces", number)
        if len(cells) != width:
            raise place.error(
                f"the row has {len(cells)} columns, those before it have {width}",
                "Give all rows of a sentence the same columns, coreference last",
                number,
            )
        rows.append(cells)
        numbers.append(number)
    return table


def _columns(table: _Table) -> tuple[list[Sequence[str]], list[str] | None, Sequence[str]]:
    """The columns before the predicate arguments, these joined by tabs (None without any), and the coreference."""
    rows = table.rows
    if not rows:
        return [], None, []
    if len(set(map(len, rows))) > 1:
        columns: list[Sequence[str]] = list(zip(*(row[: _FULL - 1] for row in rows), strict=True))
        return columns, ["\t".join(row[_FULL - 1 : -1]) for row in rows], [row[-1] for row in rows]
    columns = list(zip(*rows, strict=True))
    coreference = columns.pop()
    arguments = columns[_FULL - 1 :]
    if all(_UNKNOWN_BITS.issuperset(column) for column in arguments):
        return columns, None, coreference
    return columns, list(map("\t".join, zip(*arguments, strict=True))), coreference


def _split(line: str) -> list[str]:
    # str.split would also split at a no-break space, which may be a word.
    return line.split() if line.isascii() else re.split(r"[ \t]+", line.strip(" \t"))


def _known(values: Sequence[str] | None, unknown: frozenset[str], blank: str) -> list[str] | None:
    """The column with `blank` for what is unknown; None if nothing is known."""
    if values is None or unknown.issuperset(values):
        return None
    return [blank if value in _UNKNOWN else value for value in values]


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
            "a mention has no entity", cure="Resolve the document before it is written", document=place.document
        )
    whole = all(entity.isascii() and entity.isdecimal() and (entity == "0" or entity[0] != "0") for entity in ids)
    numbers = {entity: entity if whole else str(number) for number, entity in enumerate(ids)}
    spans = [Span(m.start, m.end, numbers[m.entity], 0) for m in document.mentions]
    return write_cells(spans, "|", place)
