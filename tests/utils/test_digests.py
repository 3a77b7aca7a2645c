"""Digests: equal for equal contents, different for all others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.errors import FormatError
from corefpipe.utils.digests import digest_of_bytes, digest_of_files


@given(st.lists(st.binary(max_size=3), max_size=4), st.lists(st.binary(max_size=3), max_size=4))
def test_where_parts_end_counts(one, other):
    assert (digest_of_bytes(*one) == digest_of_bytes(*other)) == (one == other)


def test_files_by_contents_not_by_place(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name / "inner").mkdir(parents=True)
        (tmp_path / name / "inner" / "x.txt").write_text("x", encoding="utf-8")
    first = digest_of_files([tmp_path / "a"])
    assert first == digest_of_files([tmp_path / "b"])
    (tmp_path / "b" / "inner" / "x.pyc").write_text("compiled", encoding="utf-8")
    assert first == digest_of_files([tmp_path / "b"])
    (tmp_path / "b" / "inner" / "x.txt").rename(tmp_path / "b" / "x.txt")
    assert first != digest_of_files([tmp_path / "b"])
    assert digest_of_files([tmp_path / "a", tmp_path / "b"]) != digest_of_files([tmp_path / "b", tmp_path / "a"])


def test_no_file(tmp_path):
    with pytest.raises(FormatError, match=r"no such file\. Check the path"):
        digest_of_files([tmp_path / "none"])
