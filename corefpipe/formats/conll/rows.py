"""The rows of a CoNLL-2012 document as columns.

All rows are split at once, with arrays (`cell_index.py`). This needs regular rows: tabs everywhere or nowhere, the same
columns, no lines of whitespace. A document with anything else is first rewritten line by line, which is also where an
invalid row is found and reported.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection
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
_SEMEVAL_WORD = 1
_SEMEVAL_FULL = 17
"""Columns of a row of SemEval-2010 without predicate arguments."""
_SEMEVAL_COLUMNS = {"lemmas": (2, "", "-_"), "tags": (4, "", "-_")}
_COLUMNS = {
    "tags": (4, "", _UNKNOWN),
    "parse": (5, "*", _UNKNOWN_BITS),
    "lemmas": (6, "", _UNKNOWN),
    "frameset": (7, "-", _UNKNOWN),
    "sense": (8, "-", _UNKNOWN),
    "speakers": (9, "", _UNKNOWN),
    "ner": (10, "*", _UNKNOWN_BITS),
}
"""The columns after the word: index, the value for an unknown cell, and the characters that mark one."""
NAMES = (*_COLUMNS, "predicates")
"""The columns of a table besides words and coreference."""
# Cells that look like brackets. An id without a digit is not one: named entities and arguments look like that.
_BRACKETS = re.compile(r"(?:\([^()|*]++\)?+|[^()|*]++\)|\|)++")
_DIGIT = re.compile(r"\d")


@dataclass(slots=True)
class Table:
    """The columns of a document, one value per row.

    Attributes:
        words: the words, stripped of whitespace; `_` for an empty word, and where there is no such column.
        brackets: (row, last cell) of the rows whose last cell is not blank; it may be whitespace.
        sentence_starts: first row of each sentence.
        origin: the lines of the rows.
        nameless: rows whose word is empty.
        columns: those of `NAMES` that are wanted and have a value in some row. Predicate arguments are joined by tabs.
    """

    words: list[str]
    brackets: list[tuple[int, str]]
    sentence_starts: list[int]
    origin: Origin
    columns: dict[str, list[str]] = field(default_factory=dict)
    nameless: list[int] = field(default_factory=list)


def read_rows(text: str, place: Place, header: int, wanted: Collection[str] = NAMES) -> Table:
    r"""Read the rows of a document.

    Args:
        text: all lines between the document's first and its last, each ending in `\n`.
        place: file and document, for error messages.
        header: line number of the document's first line.
        wanted: names of the columns to read.

    Raises:
        FormatError: a row has other columns than the rows before it; the error names its line.
    """
    text = text.replace("\r\n", "\n")
    nameless: list[int] = []
    cells = CellIndex(text)
    semeval = _is_semeval(cells)
    words = _words(cells, semeval) if "\r" not in text and _is_regular(cells) else [""]
    if "" in words:  # an empty word, or a line of whitespace
        text = _rewritten(text, place, header)
        cells = CellIndex(text)
        semeval = _is_semeval(cells)
        words = _words(cells, semeval)
        nameless = [row for row, word in enumerate(words) if not word]
        words = [word or "_" for word in words]
    if not words:
        return Table([], [], [], Origin.of_lines(place.source, header, ()))
    starts = cells.groups.tolist()
    numbers = array("Q", (cells.lines[cells.groups] + (header + 1)).tolist())
    rows = cells.filled(-1, _UNKNOWN)
    narrowest = int(cells.widths.min())
    table = Table(
        words,
        list(zip(rows.tolist(), cells.column(-1, rows), strict=True)),
        starts,
        Origin(place.source, header, len(words), array("Q", starts), numbers),
        nameless=nameless,
    )
    columns = _SEMEVAL_COLUMNS if semeval else _COLUMNS
    if semeval and narrowest < _SEMEVAL_FULL:
        columns = {}
    for name, (number, blank, unknown) in columns.items():
        if name in wanted and number < narrowest - 1 and len(cells.filled(number, unknown)):
            table.columns[name] = [blank if value in BLANK else value for value in cells.column(number)]
    if "predicates" in wanted and not semeval and _has_arguments(cells):
        arguments = cells.stretch(_ARGUMENTS, -2)
        table.columns["predicates"] = arguments if cells.tabs else [re.sub(" +", "\t", cell) for cell in arguments]
    return table


def _is_semeval(cells: CellIndex) -> bool:
    """Whether the first column numbers the words of each sentence from 1; not if the third has their numbers, too."""
    size = len(cells.widths)
    first = np.arange(min(size, 1))
    if not size or int(cells.widths.min()) <= _SEMEVAL_WORD + 1 or cells.column(0, first) != ["1"]:
        return False
    numbers = np.arange(size) - np.repeat(cells.groups, np.diff(cells.groups, append=size)) + 1
    if cells.column(0) != list(map(str, numbers.tolist())):
        return False
    return int(cells.widths.min()) < _WORD + 1 or not all(map(str.isdecimal, cells.column(2)))


def _words(cells: CellIndex, semeval: bool) -> list[str]:
    """The words, "" for an empty one; all are `_` where there is no column of words."""
    if semeval:
        return list(map(str.strip, cells.column(_SEMEVAL_WORD)))
    if len(cells.widths) and int(cells.widths.min()) < _MIN:
        return ["_"] * len(cells.widths)
    return list(map(str.strip, cells.column(_WORD)))


def _has_arguments(cells: CellIndex) -> bool:
    narrowest, widest = int(cells.widths.min()), int(cells.widths.max())
    return narrowest != widest or any(len(cells.filled(n, _UNKNOWN_BITS)) for n in range(_ARGUMENTS, widest - 1))


def _is_regular(cells: CellIndex) -> bool:
    """Whether the rows can be read as they are: at least five columns, as many in each, arguments aside."""
    widths = cells.widths
    if not len(widths) or int(widths.min()) < _MIN:
        return False
    changed = np.diff(widths, prepend=widths[0]) != 0
    changed[cells.groups] &= int(widths.min()) < _FULL
    return not (changed.any() or cells.has_controls() or _has_brackets_before_a_tab(cells))


def _has_brackets_before_a_tab(cells: CellIndex) -> bool:
    rows = np.flatnonzero(cells.lengths(-1) == 0)
    if not len(rows):
        return False
    rows = rows[cells.lengths(-2)[rows] > 1]
    return any(map(is_brackets, cells.column(-2, rows)))


def _rewritten(text: str, place: Place, header: int) -> str:
    """The same rows with a tab between cells, none after the last, and nothing in empty lines.

    Raises:
        FormatError: a row has other columns than the rows before it.
    """
    lines: list[str] = []
    width = 0
    fresh = True
    for number, line in enumerate(text.split("\n"), header + 1):
        line = line.rstrip("\r")
        if not line or line.isspace():
            fresh = True
            lines.append("")
            continue
        cells = line.split("\t") if "\t" in line else _split(line)
        # Each sentence has its own number of predicate arguments; the other columns are always the same.
        if fresh and (not width or (width >= _FULL and len(cells) >= _FULL)):
            width = len(cells)
        fresh = False
        if len(cells) == width + 1 and not cells[-1].strip():
            cells.pop()  # a tab at the end of the line
        elif not cells[-1] and len(cells) > 2 and is_brackets(cells[-2]):
            raise place.error("a tab follows the brackets", "Delete the tab: coreference is the last column", number)
        if len(cells) < 2:
            raise place.error("the row has only one column", "Separate columns by tabs or spaces", number)
        if len(cells) != width:
            raise place.error(
                f"the row has {len(cells)} columns, those before it have {width}",
                "Give all rows of a sentence the same columns, coreference last",
                number,
            )
        lines.append("\t".join(cells))
    return "\n".join(lines)


def is_brackets(cell: str) -> bool:
    """Whether a cell looks like coreference brackets."""
    return _BRACKETS.fullmatch(cell) is not None and _DIGIT.search(cell) is not None


def _split(line: str) -> list[str]:
    # str.split would also split at a no-break space, which may be a word.
    return line.split() if line.isascii() else re.split(r"[ \t]+", line.strip(" \t"))
