r"""Reader of GAP: ambiguous pronouns with two names each (Webster et al. 2018).

A file of the data set (`github.com/google-research-datasets/gap-coreference`) begins with a header of eleven column
names separated by tabs: ID, Text, Pronoun, Pronoun-offset, A, A-offset, A-coref, B, B-offset, B-coref, URL. Offsets
count characters of Text; `coref` is TRUE or FALSE in any case. Cells are not quoted.

Each row is a document named by its ID, with three mentions: the pronoun, A and B; names that corefer have the pronoun's
entity. Words and sentences are spaCy's (`tokens.py`). The column `gap` (in `Document.other`) has `Pronoun`, `A` or `B`
at the words of these, `A+B` where two overlap, so that the question is still known when a resolver has replaced the
mentions by its own.

The writer writes predictions for GAP's scorer: one line `ID<tab>A-coref<tab>B-coref` per document, without a header. A
name corefers if some chain has both the pronoun itself and a mention that represents the name:

1. the mention is the name, or part of it ("Felicia" of "Felicia Hemans");
2. or it contains the name, and its head, if known, lies in the name ("Kristy Puchko of The Playlist");
3. or it ends with the name, ignoring a possessive `'s`, and there are only titles and the like before the name
   ("Governor Martin O'Malley", "her brother Edward"): no word of `_BREAKS`, as in "the daughter of Maria".

Text, words and all other columns are not written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corefpipe.document import Document, Mention, Origin, sort_mentions
from corefpipe.exceptions import FormatError
from corefpipe.formats.files import check_utf8, lines_of, open_pieces
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.tokens import tokenize

HEADER = ("ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref", "URL")
ANSWER_HEADER = ("ID", "A-coref", "B-coref")
COLUMN = "gap"
ROLES = ("Pronoun", "A", "B")


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether each of the two names of a row corefers with its pronoun.

    Attributes:
        id: ID of the row.
        a: whether A corefers.
        b: whether B corefers.
        line: line number in the file.
    """

    id: str
    a: bool
    b: bool
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a GAP file.

    Attributes:
        answer: ID and key.
        text: the text.
        pronoun: the pronoun.
        spans: characters (start, end) of the pronoun, of A and of B.
    """

    answer: Answer
    text: str
    pronoun: str
    spans: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]


def read_file(path: Path, reading: Reading) -> Iterator[Document]:
    """Yield one document per row."""
    for row in read_rows(path, reading):
        yield _document(row, str(path), reading)


def read_rows(path: Path, reading: Reading) -> Iterator[Row]:
    """Yield the rows of a GAP file.

    Raises:
        FormatError: the header is not that of GAP; a row does not have eleven columns, or a name is not at its offset.
    """
    place = Place(str(path))
    header = False
    for number, cells in _cells(path, place, reading):
        if not header:
            if cells != HEADER:
                raise place.error("the first line is not GAP's header", f"Write {'<tab>'.join(HEADER)}", number)
            header = True
            continue
        try:
            yield _row(cells, number, place)
        except FormatError as error:
            reading.refuse(error)
    if not header:
        reading.refuse_empty(str(path))


def read_answers(path: Path, reading: Reading) -> Iterator[Answer]:
    """Yield the lines of a file of predictions; a header is skipped."""
    place = Place(str(path))
    filled = False
    for number, cells in _cells(path, place, reading):
        filled = True
        if cells == ANSWER_HEADER and number == 1:
            continue
        try:
            if len(cells) != len(ANSWER_HEADER) or not cells[0]:
                raise place.error(
                    f"{len(cells)} columns, not three", "Write ID<tab>TRUE<tab>FALSE, for A and for B", number
                )
            a, b = (
                _flag(cell, column, place, number)
                for cell, column in zip(cells[1:], ("A-coref", "B-coref"), strict=True)
            )
            yield Answer(cells[0], a, b, number)
        except FormatError as error:
            reading.refuse(error)
    if not filled:
        reading.refuse_empty(str(path))


def _cells(path: Path, place: Place, reading: Reading) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield (line number, cells) of each line that is not empty."""
    for number, line in enumerate(lines_of(open_pieces(path, reading)), 1):
        if line.isspace():
            continue
        try:
            check_utf8([line], place, number)
        except FormatError as error:
            reading.refuse(error)
            continue
        yield number, tuple(line.rstrip("\r\n").split("\t"))


def _row(cells: tuple[str, ...], number: int, place: Place) -> Row:
    if len(cells) != len(HEADER) or not cells[0]:
        raise place.error(
            f"{len(cells)} columns, not {len(HEADER)}" if cells[0] else "no ID", "Separate the columns by tabs", number
        )
    row = dict(zip(HEADER, cells, strict=True))
    text = row["Text"]
    place = Place(place.source, row["ID"])
    spans = []
    for role in ROLES:
        name, offset = row[role], row[f"{role}-offset"]
        start = int(offset) if offset.isascii() and offset.isdigit() and len(offset) < 10 else -1
        if not name.strip() or start < 0 or text[start : start + len(name)] != name:
            found = f"{text[start : start + len(name)]!r}" if 0 <= start < len(text) else "nothing"
            raise place.error(
                f"{role} is {name!r}, but the text at character {offset} is {found}",
                "Count characters from 0, and do not quote cells",
                number,
            )
        spans.append((start, start + len(name)))
    a, b = (_flag(row[column], column, place, number) for column in ("A-coref", "B-coref"))
    return Row(Answer(row["ID"], a, b, number), text, row["Pronoun"], (spans[0], spans[1], spans[2]))


def _flag(cell: str, column: str, place: Place, number: int) -> bool:
    if cell.upper() not in ("TRUE", "FALSE"):
        raise place.error(f"{column} is {cell!r}", "Write TRUE or FALSE", number)
    return cell.upper() == "TRUE"


def _document(row: Row, source: str, reading: Reading) -> Document:
    answer = row.answer
    place = Place(source, answer.id)
    found = tokenize(row.text, place, reading)
    marks = [""] * len(found.words)
    mentions = []
    entities = ("pronoun", "pronoun" if answer.a else "a", "pronoun" if answer.b else "b")
    for role, entity, (start, end) in zip(ROLES, entities, row.spans, strict=True):
        words = found.span(row.text, start, end, place, reading)
        if words is None:  # a name of whitespace, which `_row` refuses
            continue
        mentions.append(Mention(*words, entity))
        for word in range(*words):
            marks[word] = f"{marks[word]}+{role}" if marks[word] else role
    return Document(
        name=answer.id,
        words=found.words,
        sentence_starts=found.sentence_starts,
        text=row.text,
        offsets=found.offsets,
        spaces=found.spaces,
        mentions=sort_mentions(mentions),
        other={COLUMN: marks},
        origin=Origin(source, answer.line or 1),
    )
