"""Tables of a book: rows that are named tuples, as CSV and as a pandas DataFrame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_type_hints, overload

from corefpipe.books.places import Place
from corefpipe.formats.entities import csv_lines
from corefpipe.utils.frames import frame_of

if TYPE_CHECKING:
    from pandas import DataFrame

Row = TypeVar("Row", bound="tuple[Any, ...]")


class Table(Sequence[Row], Generic[Row]):
    """Rows of one kind, such as the characters of a book.

    Args:
        kind: the class of the rows, a `NamedTuple`, which describes the columns.
        rows: the rows.
    """

    def __init__(self, kind: type[Row], rows: Iterable[Row]):
        self.kind = kind
        self.rows = tuple(rows)

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, number: int) -> Row: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, number: int | slice) -> Row | tuple[Row, ...]:
        return self.rows[number]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self):,} × {self.kind.__name__}>"

    @property
    def columns(self) -> list[str]:
        """Names of the columns in files and DataFrames, where a place takes several: `first_chapter` …"""
        places = _fields_of_places(self.kind)
        return [column for name in get_type_hints(self.kind) for column in places.get(name, [name])]

    def to_csv(self) -> str:
        """The rows as CSV below a line of names; several values in a cell are separated by "; "."""
        return csv_lines([self.columns, *([_cell(value) for value in flat(row)] for row in self.rows)])

    def to_dataframe(self) -> DataFrame:
        """The rows as a pandas DataFrame with `columns`; counts are dictionaries.

        Raises:
            CorefpipeError: pandas is not installed.
        """
        return frame_of(map(list, map(flat, self.rows)), self.columns, "corefpipe book")


def flat(row: tuple[Any, ...]) -> Iterator[Any]:
    """The values of a row, with those of its places in their stead."""
    for value in row:
        if isinstance(value, Place):
            yield from value
        else:
            yield value


def _fields_of_places(kind: type[Any]) -> dict[str, list[str]]:
    """Field that is a place -> names of the columns: those of the place, after the name of any field but `place`."""
    places = [name for name, type_ in get_type_hints(kind).items() if type_ is Place]
    before = {name: "" if name == "place" else f"{name}_" for name in places}
    return {name: [f"{before[name]}{field}" for field in Place._fields] for name in places}


def _cell(value: Any) -> Any:
    if isinstance(value, Mapping):
        return "; ".join(f"{name} ({count})" for name, count in value.items())
    if isinstance(value, tuple):
        return "; ".join(map(str, value))
    return "" if value is None else value
