"""Tables as files: CSV, JSON lines and Parquet."""

from __future__ import annotations

import csv
import gzip
import json
import sys
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from corefpipe.exceptions import FormatError, SettingError
from corefpipe.formats.tables import Table


class Spot(NamedTuple):
    """A place."""

    line: int
    word: int | None


class Row(NamedTuple):
    """A row with all kinds of values."""

    name: str
    counts: Mapping[str, int]
    place: Spot
    last: Spot
    share: float | None
    is_first: bool
    parts: tuple[int, ...]


TABLE = Table(
    Row,
    [
        Row("Ann, a\n\ud800", {"x": 2, "y": 1}, Spot(1, None), Spot(2, 7), 0.5, True, (3, 4)),
        Row("", {}, Spot(3, 1), Spot(3, 1), None, False, ()),
    ],
)
COLUMNS = ["name", "counts", "line", "word", "last_line", "last_word", "share", "is_first", "parts"]


def plain(table):
    """The table without half of a surrogate pair."""
    return Table(Row, [row._replace(name=row.name.replace("\ud800", "")) for row in table])


@pytest.mark.parametrize("name", ["x.csv", "x.CSV.gz"])
def test_csv(tmp_path, name):
    TABLE.save(tmp_path / name)
    data = (tmp_path / name).read_bytes()
    text = (gzip.decompress(data) if name.endswith("gz") else data).decode()
    assert text == TABLE.to_csv()
    first, second, third = csv.reader(text.splitlines(keepends=True))
    assert first == COLUMNS
    assert second == ["Ann, a\n\\ud800", "x (2); y (1)", "1", "", "2", "7", "0.5", "True", "3; 4"]
    assert third == ["", "", "3", "1", "3", "1", "", "False", ""]


def test_json_lines(tmp_path):
    TABLE.save(tmp_path / "x.jsonl")
    text = (tmp_path / "x.jsonl").read_text(encoding="utf-8")
    assert text == TABLE.to_jsonl()
    first, second = map(json.loads, text.splitlines())
    assert list(first) == COLUMNS
    assert (first["counts"], first["word"], first["parts"]) == ({"x": 2, "y": 1}, None, [3, 4])
    assert second["share"] is None


def test_parquet(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet", exc_type=ImportError)
    plain(TABLE).save(tmp_path / "x.parquet")
    first, second = pq.read_table(tmp_path / "x.parquet").to_pylist()
    assert list(first) == COLUMNS
    assert (dict(first["counts"]), first["word"], first["parts"]) == ({"x": 2, "y": 1}, None, [3, 4])
    assert (dict(second["counts"]), second["share"], second["is_first"], second["parts"]) == ({}, None, False, [])
    Table(Row, []).save(tmp_path / "empty.parquet")
    assert pq.read_table(tmp_path / "empty.parquet").column_names == COLUMNS


def test_parquet_without_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SettingError, match="Parquet needs pyarrow"):
        TABLE.save(tmp_path / "x.parquet")


def test_wrong_files(tmp_path):
    with pytest.raises(SettingError, match="unknown extension of a table 'txt'"):
        TABLE.save(tmp_path / "x.txt")
    with pytest.raises(FormatError, match="cannot be written"):
        TABLE.save(tmp_path / "no" / "x.csv")
    with pytest.raises(SettingError, match=r"Leave out \.gz"):
        TABLE.save(tmp_path / "x.parquet.gz")


def test_a_column_without_a_type_of_arrow():
    pytest.importorskip("pyarrow")
    from corefpipe.formats.parquet.tables import arrow_type

    with pytest.raises(TypeError, match="a column of <class 'bytes'> cannot be stored"):
        arrow_type(bytes)
