"""Where the cells of a table in a text begin and end, for all rows at once: arrays in the place of split lines."""

from __future__ import annotations

import numpy as np

_TAB, _LINE_END, _SPACE = map(ord, "\t\n ")


class CellIndex:
    r"""The cells of the lines of a text, without taking the lines apart.

    Cells are separated by tabs if there are any in the text; otherwise by spaces, any number of them. Lines without a
    cell are left out; they part the rows into groups.

    Args:
        text: lines that all end in `\n`.

    Attributes:
        lines: number of the line, from 0, in which each row stands.
        groups: the first row of each group.
        widths: how many cells each row has.
    """

    def __init__(self, text: str):
        # As many numbers as characters.
        self._encoding, number = ("ascii", "u1") if text.isascii() else ("utf-32-le", "<u4")
        self._codes = np.frombuffer(text.encode(self._encoding), number)
        if "\t" in text:
            widths, last = self._between_tabs()
        else:
            widths, last = self._between_spaces()
        self.lines = np.flatnonzero(widths)
        self.widths = widths[self.lines]
        self._last = last[self.lines]
        self._first = self._last - self.widths + 1
        self.groups = np.flatnonzero(np.diff(self.lines, prepend=-2) > 1)

    def _between_tabs(self) -> tuple[np.ndarray, np.ndarray]:
        """(cells of each line, the last of them), when cells are found."""
        self._ends = np.flatnonzero((self._codes == _TAB) | (self._codes == _LINE_END))
        self._starts = np.zeros_like(self._ends)
        self._starts[1:] = self._ends[:-1] + 1
        last = np.flatnonzero(self._codes[self._ends] == _LINE_END)
        widths = np.diff(last, prepend=-1)
        empty = (widths == 1) & (self._starts[last] == self._ends[last])
        return np.where(empty, 0, widths), last

    def _between_spaces(self) -> tuple[np.ndarray, np.ndarray]:
        inside = (self._codes != _SPACE) & (self._codes != _LINE_END)
        edges = np.flatnonzero(np.diff(inside, prepend=False))
        self._starts, self._ends = edges[::2], edges[1::2]
        after = np.searchsorted(self._starts, np.flatnonzero(self._codes == _LINE_END))
        return np.diff(after, prepend=0), after - 1

    def has_controls(self) -> bool:
        """Whether there are control characters other than tabs and line ends."""
        low = self._codes[self._codes < _SPACE]
        return bool(((low != _TAB) & (low != _LINE_END)).any())

    def column(self, number: int, rows: np.ndarray | None = None) -> list[str]:
        """The cells with this number of all rows or some; negative numbers count from the end."""
        return self.stretch(number, number, rows)

    def stretch(self, start: int, end: int, rows: np.ndarray | None = None) -> list[str]:
        """The text from one cell of each row to another, both included; nothing where they are the other way round."""
        begins = self._starts[self._at(start, rows)]
        # Each with the separator behind it, in the place of which comes a line end: no cell holds one.
        sizes = np.maximum(self._ends[self._at(end, rows)] - begins, 0) + 1
        after = np.cumsum(sizes)
        if not len(after):
            return []
        codes = self._codes[np.arange(after[-1]) + np.repeat(begins - after + sizes, sizes)]
        codes[after - 1] = _LINE_END
        return codes.tobytes().decode(self._encoding).split("\n")[:-1]

    def lengths(self, number: int) -> np.ndarray:
        """How many characters the cell with this number has in each row."""
        cells = self._at(number, None)
        return self._ends[cells] - self._starts[cells]

    def filled(self, number: int, blanks: str) -> np.ndarray:
        """The rows whose cell with this number is neither empty nor one of these characters alone."""
        lengths = self.lengths(number)
        codes = self._codes[self._starts[self._at(number, None)]]
        other = lengths == 1
        for character in blanks:
            other &= codes != ord(character)
        return np.flatnonzero((lengths > 1) | other)

    def _at(self, number: int, rows: np.ndarray | None) -> np.ndarray:
        cells = self._last + (number + 1) if number < 0 else self._first + number
        return cells if rows is None else cells[rows]
