"""Index of the cells of a table in a text: arrays with the start and end of each, instead of split lines."""

from __future__ import annotations

import numpy as np

_TAB, _LINE_END, _SPACE = map(ord, "\t\n ")


class CellIndex:
    r"""Index of the cells of a text.

    Cells are separated by tabs if there are any in the text, else by one or more spaces. Lines without a cell are left
    out; they separate the rows into groups.

    Args:
        text: lines that all end in `\n`.

    Attributes:
        tabs: whether cells are separated by tabs.
        lines: line number of each row, from 0.
        groups: first row of each group.
        widths: number of cells in each row.
    """

    def __init__(self, text: str):
        # One number per character.
        self._encoding, number = ("ascii", "u1") if text.isascii() else ("utf-32-le", "<u4")
        self._codes = np.frombuffer(text.encode(self._encoding), number)
        self.tabs = "\t" in text
        if self.tabs:
            widths, last = self._between_tabs()
        else:
            widths, last = self._between_spaces()
        self.lines = np.flatnonzero(widths)
        self.widths = widths[self.lines]
        self._last = last[self.lines]
        self._first = self._last - self.widths + 1
        self.groups = np.flatnonzero(np.diff(self.lines, prepend=-2) > 1)

    def _between_tabs(self) -> tuple[np.ndarray, np.ndarray]:
        """Find the cells; return (number of cells, index of the last cell) of each line."""
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
        """Whether cells are separated by spaces, and there are other control characters, which may separate too."""
        if self.tabs:
            return False
        low = self._codes[self._codes < _SPACE]
        return bool((low != _LINE_END).any())

    def column(self, number: int, rows: np.ndarray | None = None) -> list[str]:
        """Return the cells with this index, of all rows or some; negative indices count from the end."""
        return self.stretch(number, number, rows)

    def stretch(self, start: int, end: int, rows: np.ndarray | None = None) -> list[str]:
        """Return the text of each row from one cell through another; "" where the second comes before the first."""
        begins = self._starts[self._at(start, rows)]
        # Each with the separator after it, which is replaced by a line end: no cell contains one.
        sizes = np.maximum(self._ends[self._at(end, rows)] - begins, 0) + 1
        after = np.cumsum(sizes)
        if not len(after):
            return []
        codes = self._codes[np.arange(after[-1]) + np.repeat(begins - after + sizes, sizes)]
        codes[after - 1] = _LINE_END
        return codes.tobytes().decode(self._encoding).split("\n")[:-1]

    def lengths(self, number: int) -> np.ndarray:
        """Return the length in characters of the cell with this index in each row."""
        cells = self._at(number, None)
        return self._ends[cells] - self._starts[cells]

    def filled(self, number: int, blanks: str) -> np.ndarray:
        """Return the rows whose cell with this index is neither empty nor a single one of these characters."""
        lengths = self.lengths(number)
        codes = self._codes[self._starts[self._at(number, None)]]
        other = lengths == 1
        for character in blanks:
            other &= codes != ord(character)
        return np.flatnonzero((lengths > 1) | other)

    def _at(self, number: int, rows: np.ndarray | None) -> np.ndarray:
        cells = self._last + (number + 1) if number < 0 else self._first + number
        return cells if rows is None else cells[rows]
