"""The rows of a CoNLL-2012 document as columns.

Rows are read in one of two ways, which give the same. The quick way takes all rows of a document at once and knows only
regular ones: at least five columns, no white line or word, no stray tab. It gives up where it meets anything else.
The careful way goes row by row, reads what is merely unusual, and says of the rest what is wrong in which line.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np

from corefpipe.document import Origin
from corefpipe.formats.conll.cell_index import CellIndex
from corefpipe.formats.reading import Place

BLANK = frozenset(("-", "_", ""))
_UNKNOWN = "-_"
_UNKNOWN_BITS = "-_*"
_FULL = 12
"""Columns of a row without predicate arguments."""
_ARGUMENTS = _FULL - 1
_WORD = 3
_MIN = _WORD + 2
"""Columns of the shortest row that has a word."""
_COLUMNS = {
    "tags": (4, "", _UNKNOWN),
    "parse": (5, "*", _UNKNOWN_BITS),
    "lemmas": (6, "", _UNKNOWN),
    "frameset": (7, "-", _UNKNOWN),
    "sense": (8, "-", _UNKNOWN),
    "speakers": (9, "", _UNKNOWN),
    "ner": (10, "*", _UNKNOWN_BITS),
}
"""The columns after the word: number, what to write for an unknown value, and what stands for one beside nothing."""
NAMES = (*_COLUMNS, "predicates")
"""The columns that a table may have beside words and coreference."""
# CellIndex that look like brackets. An id without any digit is none: named entities and arguments look like that.
_BRACKETS = re.compile(r"(?:\([^()|*]++\)?+|[^()|*]++\)|\|)++")
_DIGIT = re.compile(r"\d")


@dataclass(slots=True)
class Table:
    """A document's columns, one value a row.

    Attributes:
        words: without whitespace around them; `_` for white ones, and where there is no such column.
        brackets: (row, cell of the last column) of the rows where it holds anything, if only whitespace.
        sentence_starts: the first row of each sentence.
        origin: where the rows stand.
        columns: by name those of `NAMES` that are wanted and hold anything. Predicate arguments are joined by tabs.
    """

    words: list[str]
    brackets: list[tuple[int, str]]
    sentence_starts: list[int]
    origin: Origin
    columns: dict[str, list[str]] = field(default_factory=dict)


def read_rows(text: str, place: Place, header: int, wanted: Collection[str] = NAMES) -> Table:
    r"""The rows of a document.

    Args:
        text: all lines between the document's first and its last, each ending in `\n`.
        place: file and document.
        header: line number of the first.
        wanted: the columns that are.

    Raises:
        FormatError: which names the line.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    return read_quickly(text, place, header, wanted) or read_carefully(text, place, header, wanted)


def read_quickly(text: str, place: Place, header: int, wanted: Collection[str] = NAMES) -> Table | None:
    """As `read_rows`; None if anything about the rows is unusual."""
    if not text or "\r" in text:
        return None
    cells = CellIndex(text)
    if not _is_regular(cells) or _has_brackets_before_a_tab(cells):
        return None
    tabs = "\t" in text
    if not tabs and cells.has_controls():
        return None
    words = list(map(str.strip, cells.column(_WORD)))
    if "" in words:
        return None  # perhaps a white line
    starts = cells.groups.tolist()
    numbers = array("Q", (cells.lines[cells.groups] + (header + 1)).tolist())
    rows = cells.filled(-1, _UNKNOWN)
    table = Table(
        words,
        list(zip(rows.tolist(), cells.column(-1, rows), strict=True)),
        starts,
        Origin(place.source, header, len(words), array("Q", starts), numbers),
    )
    narrowest, widest = int(cells.widths.min()), int(cells.widths.max())
    for name, (number, blank, unknown) in _COLUMNS.items():
        if name in wanted and number < narrowest - 1 and len(cells.filled(number, unknown)):
            table.columns[name] = _blanked(cells.column(number), blank)
    if "predicates" in wanted and (
        narrowest != widest or any(len(cells.filled(n, _UNKNOWN_BITS)) for n in range(_ARGUMENTS, widest - 1))
    ):
        arguments = cells.stretch(_ARGUMENTS, -2)
        table.columns["predicates"] = arguments if tabs else [re.sub(" +", "\t", cell) for cell in arguments]
    return table


def _is_regular(cells: CellIndex) -> bool:
    """Whether there are rows, and all have the same columns, or those of a sentence have and only arguments differ."""
    widths = cells.widths
    if not len(widths):
        return False
    changed = np.diff(widths, prepend=widths[0]) != 0
    changed[cells.groups] &= int(widths.min()) < _FULL
    return int(widths.min()) >= _MIN and not changed.any()


def _has_brackets_before_a_tab(cells: CellIndex) -> bool:
    rows = np.flatnonzero(cells.lengths(-1) == 0)
    if not len(rows):
        return False
    rows = rows[cells.lengths(-2)[rows] > 1]
    return any(map(_is_brackets, cells.column(-2, rows)))


def read_carefully(text: str, place: Place, header: int, wanted: Collection[str] = NAMES) -> Table:
    """As `read_rows`, row by row."""
    rows: list[list[str]] = []
    numbers: list[int] = []
    starts: list[int] = []
    width = 0
    fresh = True
    for number, line in enumerate(text.split("\n"), header + 1):
        line = line.rstrip("\r")
        if not line or line.isspace():
            fresh = True
            continue
        cells = line.split("\t") if "\t" in line else _split(line)
        if fresh:
            starts.append(len(rows))
            fresh = False
            # Predicate arguments come with each sentence anew; other columns do not.
            if not width or (width >= _FULL and len(cells) >= _FULL):
                width = len(cells)
        if len(cells) == width + 1 and not cells[-1].strip():
            cells.pop()  # a tab at the end of the line
        elif not cells[-1] and len(cells) > 2 and _is_brackets(cells[-2]):
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
    # Down to five columns the word is the fourth; with fewer there is none.
    words = [row[_WORD].strip() or "_" if len(row) >= _MIN else "_" for row in rows]
    brackets = [(number, row[-1]) for number, row in enumerate(rows) if row[-1] not in BLANK]
    table = Table(words, brackets, starts, Origin.of_lines(place.source, header, numbers))
    for name, (column, blank, unknown) in _COLUMNS.items():
        if name in wanted and rows and column < min(map(len, rows)) - 1:
            values = [row[column] for row in rows]
            if not {*unknown, ""}.issuperset(values):
                table.columns[name] = _blanked(values, blank)
    arguments = [row[_ARGUMENTS:-1] for row in rows]
    if "predicates" in wanted and (
        len(set(map(len, rows))) > 1 or not all({*_UNKNOWN_BITS, ""}.issuperset(row) for row in arguments)
    ):
        table.columns["predicates"] = list(map("\t".join, arguments))
    return table


def _blanked(values: Sequence[str], blank: str) -> list[str]:
    return [blank if value in BLANK else value for value in values]


def _is_brackets(cell: str) -> bool:
    return _BRACKETS.fullmatch(cell) is not None and _DIGIT.search(cell) is not None


def _split(line: str) -> list[str]:
    # str.split would also split at a no-break space, which may be a word.
    return line.split() if line.isascii() else re.split(r"[ \t]+", line.strip(" \t"))
