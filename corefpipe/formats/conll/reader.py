r"""Reader of CoNLL-2012: one word per row, an empty line after each sentence, a header and a last line per document.

The header is `#begin document (NAME); part 000`, the last line `#end document`.

Columns: document, part, word number, word, part of speech, parse bit, lemma, frameset, sense, speaker, named entity,
predicate arguments (any number, constant within a sentence), and last the coreference brackets (`brackets.py`).

The reader also accepts rows with fewer columns, down to document and coreference (words are then `_`), headers without
a part, tabs or spaces (a line with a tab is split at tabs only), and `-`, `_`, `*` or nothing for an unknown value. The
name of a document is that in the header, not that in the rows. A space may follow the `#` of the first and last line.
In the header, the name needs no brackets: `#begin document NAME` (SemEval-2010, WikiCoref). It is then all that
follows, up to `; part 000` if that is there.

Rows that begin with the word's number in its sentence, from 1, and the word are read as those of SemEval-2010.

Lines outside of documents are left out and noted in the report (`strays`), as the official scorer reads such files.
Rows with coreference are an error there: a header may be missing.

An empty or whitespace word is read as `_`, so that there is one word per row; whitespace around a word is removed.
Parse bits, framesets, senses, named entities and predicate arguments (joined by tabs) are stored in `Document.other` as
`parse`, `frameset`, `sense`, `ner` and `predicates`; columns without any value are left out.

One document at a time is in memory. `rows.py` reads its rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.exceptions import FormatError
from corefpipe.formats.brackets import BracketReader
from corefpipe.formats.conll.rows import BLANK, Table, is_brackets, read_rows
from corefpipe.formats.files import check_utf8
from corefpipe.formats.reading import Place, Reading, genre_of, refuse_old_line_ends
from corefpipe.formats.spans import Span, settle_repeats

# Possessive (`*+`), so that no line, however long, takes more than linear time.
_HEADER = re.compile(r"#[ \t]*+begin document(?:\s*+\((.*)\))?\s*+;?+\s*+(?:part\s++(\d{1,9}))?+\s*+")
_BARE_HEADER = re.compile(r"#[ \t]*+begin document\s++([^\s(;].*+)\n?")
_PART = re.compile(r"(?:;|\s)\s*+part\s++(\d{1,9})\Z")
_MARK = re.compile(r"#[ \t]*+(begin|end) document")
# Column of `Document` -> columns of the table that it is made of.
_PARTS = {
    "tags": ("tags",),
    "lemmas": ("lemmas",),
    "speakers": ("speakers",),
    "other": ("parse", "frameset", "sense", "ner", "predicates"),
}


@dataclass(slots=True)
class _Block:
    """The text of one document: its header, the line number of that, and the text up to the `#end document`."""

    first: int
    header: str
    pieces: list[str] = field(default_factory=list)


def read_lines(lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
    """Yield the documents of CoNLL-2012 lines, or of pieces of several lines each, one at a time."""
    for block in _blocks(lines, source, reading):
        try:
            document = _parse(block, source, reading)
        except FormatError as error:
            reading.refuse(error)
        else:
            yield document


def _segments(pieces: Iterable[str]) -> Iterator[tuple[int, str, str]]:
    """Yield (line number, kind, text): headers are of kind `begin`, last lines `end`, the text between them ""."""
    number = 1
    for piece in pieces:
        text = piece if piece.endswith("\n") else f"{piece}\n"
        start = 0  # of the text not yet yielded
        at = text.find("#")
        while at >= 0:
            mark = _MARK.match(text, at) if not at or text[at - 1] == "\n" else None
            if mark is not None:
                if start < at:
                    yield number, "", text[start:at]
                    number += text.count("\n", start, at)
                start = text.index("\n", at) + 1
                yield number, mark[1], text[at:start]
                number += 1
            at = text.find("#", max(at + 1, start))
        if start < len(text):
            yield number, "", text[start:]
            number += text.count("\n", start)


def _blocks(pieces: Iterable[str], source: str, reading: Reading) -> Iterator[_Block]:
    """Split a file into documents; refuse documents without an end, and rows with coreference outside of documents."""
    block: _Block | None = None
    # Any document or error so far; lines outside of documents since the last header, noted or refused; any line.
    begun = noted = outside = filled = False
    strays: list[FormatError] = []
    for number, mark, text in _segments(pieces):
        if mark == "begin":
            if block is not None:
                reading.refuse(_endless(block, source, f"`#begin document` in line {number}"))
            block = _Block(number, text)
            reading.begin(_name(text), number)
            begun, noted, outside = True, False, False
        elif mark:
            if block is not None:
                yield block
                noted = False
            elif not outside:
                reading.refuse(Place(source).error("`#end document` without a beginning", "Delete the line", number))
            block, begun = None, True
        elif block is not None:
            block.pieces.append(text)
        elif not text.isspace():
            filled = True
            stray, annotated = _stray_row(text, source, number)
            if stray is not None and annotated and not outside:
                begun = outside = True  # reported once for all rows up to the next header
                reading.refuse(stray)
            elif stray is not None and not (noted or outside):
                noted = True
                strays.append(stray)
    if block is not None:
        reading.refuse(_endless(block, source, "the end of the file"))
    elif strays and not begun:
        reading.refuse(strays[0])
    elif filled and not begun:
        cure = "Is it CoNLL-2012, with `#begin document (NAME)`?"
        reading.refuse(Place(source).error("no document in the file", cure))
    elif not begun:
        reading.refuse_empty(source)
    if begun:
        reading.report.strays.extend(strays)


def _stray_row(text: str, source: str, first: int) -> tuple[FormatError | None, bool]:
    """Return the first error of a text outside of documents, and whether it is serious: coreference, or no text."""
    place = Place(source)
    stray: FormatError | None = None
    for number, line in enumerate(text.split("\n"), first):
        # The header of a file in UTF-16 looks like a comment, or like no header at all.
        if "\0" in line:
            cure = f"If it is UTF-16, convert it: `{place.conversion('iconv -f utf-16le -t utf8')}`"
            return place.error("the line contains NUL characters", cure, number), True
        if line and not line.isspace() and not line.startswith("#"):
            try:
                check_utf8([line], place, number)
            except FormatError as error:
                return error, True
            cells = line.split()
            annotated = len(cells) > 1 and is_brackets(cells[-1])
            if annotated or stray is None:
                stray = place.error(
                    "a row outside of a document", "Put `#begin document (NAME); part 000` before it", number
                )
            if annotated:
                return stray, True
    return stray, False


def _name_and_part(header: str) -> tuple[str, int] | None:
    """Return name and part of a document; None if the header has another form."""
    found = _HEADER.fullmatch(header)
    if found is not None:
        return (found[1] or "").strip(), int(found[2] or 0)
    bare = _BARE_HEADER.fullmatch(header)
    if bare is None or bare[1].count("(") != bare[1].count(")"):
        return None
    name = bare[1].rstrip("; \t\r")
    part = _PART.search(name)
    return (name[: part.start()].rstrip(), int(part[1])) if part is not None else (name, 0)


def _name(header: str) -> str:
    found = _name_and_part(header)
    return found[0] if found else ""


def _endless(block: _Block, source: str, where: str) -> FormatError:
    try:
        refuse_old_line_ends(block.header, Place(source), block.first)
    except FormatError as error:
        return error
    return Place(source, _name(block.header)).error(
        f"{where} comes before the document's `#end document`",
        "Put `#end document` after its last row; is the file complete?",
        block.first,
    )


def _parse(block: _Block, source: str, reading: Reading) -> Document:
    header = _name_and_part(block.header)
    place = Place(source, header[0] if header else "")
    text = "".join(block.pieces)
    check_utf8([block.header, text], place, block.first)
    if header is None:
        raise place.error("the header has another form", "Write `#begin document (NAME); part 000`", block.first)
    if not place.document:
        raise place.error(
            "the header names no document",
            "Write `#begin document (NAME); part 000`, with a unique NAME",
            block.first,
        )
    wanted = {name for column, names in _PARTS.items() if reading.wants(column) for name in names}
    table = read_rows(text, place, block.first, wanted)
    reader = BracketReader(place, plain=True)
    _read_brackets(table, reader)
    spans = settle_repeats(reader.finish(), table.words, place, reading)
    reading.report.overlaps.extend(reader.overlaps)
    if table.nameless:
        count = len(table.nameless)
        reading.report.misfits.append(
            place.error(
                "the word is empty; it is read as `_`" + (f", and so are {count - 1} more" if count > 1 else ""),
                "Write the word",
                table.origin.line_of(table.nameless[0]),
            )
        )
    return Document(
        name=place.document,
        part=header[1],
        words=table.words,
        sentence_starts=table.sentence_starts,
        mentions=sort_mentions([Mention(span.start, span.end, span.entity) for span in spans]),
        tags=table.columns.get("tags"),
        lemmas=table.columns.get("lemmas"),
        speakers=table.columns.get("speakers"),
        genre=genre_of(place.document),
        other={name: table.columns[name] for name in _PARTS["other"] if name in table.columns},
        origin=replace(table.origin, entities=_appearance(spans)),
    )


def _appearance(spans: Sequence[Span]) -> tuple[str, ...]:
    """Return `Origin.entities`, given the spans in the order of their brackets."""
    keys = [2 * span.start + (span.end - span.start > 1) for span in spans]
    return tuple(dict.fromkeys([spans[number].entity for number in sorted(range(len(spans)), key=keys.__getitem__)]))


def _read_brackets(table: Table, reader: BracketReader) -> None:
    origin = table.origin
    firsts, lines = origin.run_words, origin.run_lines
    ends = [*firsts[1:], origin.size]
    run = 0
    for word, cell in table.brackets:
        cell = cell.strip()
        if cell not in BLANK:
            while word >= ends[run]:
                run += 1
            reader.read(cell, word, lines[run] + word - firsts[run])
