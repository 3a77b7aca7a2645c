"""URLs on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefpipe.cli.config import _placed
from corefpipe.formats import read

pytest.importorskip("upath")


def test_files_at_urls(run, resolve, samples, tmp_path):
    there = tmp_path.as_uri()
    code, _, err = run("convert", (samples / "ferry.conllu").as_uri(), f"{there}/x.parquet")
    assert (code, err.count("Error")) == (0, 0)
    code, _, err = resolve(f"{there}/x.parquet", "-o", f"{there}/y.jsonl")
    assert code == 0, err
    assert [document.name for document in read(tmp_path / "y.jsonl")] == ["ferry"]
    code, out, err = run("score", f"{there}/x.parquet", f"{there}/y.jsonl")
    assert code == 0, err
    assert "conll" in out.lower()


def test_a_url_is_not_replaced_by_what_is_read_from_it(run, samples, tmp_path):
    (tmp_path / "x.jsonl").write_bytes((samples / "ferry.jsonl").read_bytes())
    path = f"{tmp_path.as_uri()}/x.jsonl"
    code, _, err = run("convert", path, path)
    assert code == 2
    assert f"{path}: the command reads this file, and would replace it" in err
    code, _, err = run("convert", f"{tmp_path.as_uri()}/none.jsonl", tmp_path / "y.jsonl")
    assert (code, err) == (2, f"Error: {tmp_path.as_uri()}/none.jsonl: no such file. Check the path\n")


def test_urls_in_a_file_of_options():
    """Paths there are relative to the file; URLs are not."""
    assert _placed("memory://b/x", Path("recipes/en.toml")) == "memory://b/x"
    assert _placed("x", Path("recipes/en.toml")) == str(Path("recipes/x"))
