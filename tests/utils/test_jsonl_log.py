"""Append-only JSONL logs: after a kill, complete records are read and appending continues."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.exceptions import FormatError, SettingError
from corefpipe.utils.jsonl_log import read_records, to_line

HEADER = {"model": "a", "gamma": 0.5}
VALUES = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
RECORDS = st.lists(st.dictionaries(st.text(max_size=3), VALUES, max_size=3), max_size=4)


def read(content: bytes, header=HEADER, parse=dict):
    """The records, and the contents of the file afterwards."""
    stream = io.BytesIO(content)
    records = list(read_records(stream, Path("log.jsonl"), header, parse))
    assert stream.tell() == len(stream.getvalue())  # positioned for appending
    return records, stream.getvalue()


@given(RECORDS, st.data())
def test_a_file_that_ends_anywhere(records, data):
    whole = b"".join(map(to_line, [HEADER, *records]))
    cut = data.draw(st.integers(0, len(whole)))
    complete = whole[:cut].count(b"\n")
    found, kept = read(whole[:cut])
    assert found == records[: max(complete - 1, 0)]
    assert whole.startswith(kept)
    assert kept.count(b"\n") == complete


@pytest.mark.parametrize("content", [b"notes of mine", b"{}", b"[" * 9999])
def test_a_file_of_somebody_else_is_not_cut_off(content):
    stream = io.BytesIO(content)
    with pytest.raises(FormatError, match=r"log\.jsonl:1: this line is not a result"):
        list(read_records(stream, Path("log.jsonl"), HEADER, dict))
    assert stream.getvalue() == content


def test_another_header():
    with pytest.raises(SettingError) as error:
        read(to_line({"model": "b", "seed": 1}))
    assert str(error.value).startswith("log.jsonl: made with other settings or data: model, seed, gamma. Use another")


@pytest.mark.parametrize("line", [b"{\n", b"3\n", b'["a"]\n', b"\xff\n", b"\n", b"[" * 9999 + b"\n"])
def test_a_line_that_is_no_record(line):
    with pytest.raises(FormatError, match=r"log\.jsonl:3: this line is not a result"):
        read(to_line(HEADER) + to_line({"a": 1}) + line)


def test_records_are_parsed():
    content = to_line(HEADER) + to_line({"number": 3})
    assert read(content, parse=lambda record: record["number"])[0] == [3]
    with pytest.raises(FormatError, match="not a result"):
        read(content, parse=lambda record: record["other"])


def test_values_that_json_cannot_express():
    assert to_line({"path": Path("x"), "name": "caf\udce9"}) == (
        b'{"path": "' + repr(Path("x")).encode() + b'", "name": "caf\xe9"}\n'
    )
