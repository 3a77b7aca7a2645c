"""Reading lines and texts of any length for a stream."""

from __future__ import annotations

import io
import json
from itertools import pairwise

import pytest
from helpers.streams import mentions_of, rebuilt

from corefpipe import Stream
from corefpipe.exceptions import FormatError
from corefpipe.streams.files import append_file, lines_in
from corefpipe.streams.pieces import BLOCK, whole_blocks
from corefpipe.streams.records import record_of, whole_record


def test_lines():
    text = io.BytesIO("\ufeffAnn lost it.\r\n\nShe müsste.".encode())
    assert list(lines_in(text, "x")) == ["Ann lost it.\n", "\n", "She müsste."]
    with pytest.raises(FormatError, match=r"x:2.*0xFF, is not UTF-8"):
        list(lines_in(io.BytesIO(b"Ann\nBob \xff\n"), "x"))


def test_blocks_are_whole_words():
    text = "word " * BLOCK + "x" * 3 * BLOCK + " " + "end. " * 10
    parts = [text[first : first + 7000] for first in range(0, len(text), 7000)]
    blocks = list(whole_blocks(parts))
    assert "".join(blocks) == text
    assert len(blocks) > 5
    assert all(not (one[-1].isalnum() and two[0].isalnum()) for one, two in pairwise(blocks))
    assert list(whole_blocks([])) == []


@pytest.mark.usefixtures("small_blocks")
def test_a_long_file_and_its_records(samples):
    """Blocks of a file, and one piece of several blocks, have records from which the chains can be built."""
    text = (samples / "bakery.txt").read_text(encoding="utf-8") * 9
    sizes: list[int] = []
    stream = Stream(revise=2)
    records = [record_of(one) for one in append_file(stream, io.BytesIO(text.encode()), "x", sizes.append)]
    assert len(records) == len(sizes) > 1
    assert sum(sizes) == len(text.encode())
    assert stream.document().text.split() == text.split()
    whole = Stream(revise=2)
    expected = mentions_of(stream.chains())
    for found in (records, [whole_record(stream)], [record_of(whole.append(text))]):
        assert rebuilt(json.loads(json.dumps(found))) == expected
