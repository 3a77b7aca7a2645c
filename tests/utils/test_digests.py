"""Digests: equal for equal contents, different for all others."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.exceptions import FormatError, ModelError
from corefpipe.utils.digests import (
    SUMS,
    check_folder,
    check_sums,
    digest_of_bytes,
    digest_of_files,
    sums_of,
    write_folder_sums,
)


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


def test_sums_of_files():
    files = {"a": b"1", "sub/b": bytes(range(256))}
    sums = sums_of(files)
    check_sums(sums, files, "folder")
    check_sums(sums, files | {"c": b"further"}, "folder")
    with pytest.raises(ModelError, match=r"^folder: sub/b has changed since it was written, or is "):
        check_sums(sums, files | {"sub/b": b"2"}, "folder")
    with pytest.raises(ModelError, match=r"^folder: a is missing"):
        check_sums(sums, {"sub/b": files["sub/b"]}, "folder")
    with pytest.raises(ModelError, match="SHA256SUMS"):
        check_sums(b"\xff\n", files, "folder")


def test_one_bit_in_any_file_of_a_folder(tmp_path):
    (tmp_path / "sub").mkdir()
    for name in ("a", "sub/b"):
        (tmp_path / name).write_bytes(b"12345678")
    check_folder(tmp_path)  # has no sums yet
    for _ in range(2):
        write_folder_sums(tmp_path)
        check_folder(tmp_path)
    for name in ("a", "sub/b", SUMS):
        data = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(bytes([data[0] ^ 1]) + data[1:])
        with pytest.raises(ModelError, match="has changed since it was written, or is damaged"):
            check_folder(tmp_path)
        (tmp_path / name).write_bytes(data)
    (tmp_path / "a").unlink()
    with pytest.raises(ModelError, match=r"a is missing.*; if you changed it on purpose, delete SHA"):
        check_folder(tmp_path)


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no sha256sum")
def test_sha256sum_reads_the_sums(tmp_path):
    (tmp_path / "a b").write_bytes(b"1")
    write_folder_sums(tmp_path)
    assert (
        subprocess.run(["sha256sum", "--check", SUMS], cwd=tmp_path, capture_output=True, check=False).returncode == 0
    )
