"""Paths and URLs: their places, names and common folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefpipe.document import Document
from corefpipe.formats import read, write, write_folder
from corefpipe.utils.paths import as_path, common_place, is_url, place, places_above, relative

pytest.importorskip("upath")


@pytest.mark.parametrize("root", ["memory://b", "file:///b", "/b"])
def test_places(root):
    path = as_path(f"{root}/a/x.txt")
    assert is_url(path) == ("://" in root)
    assert place(path) == f"{root}/a/x.txt"
    assert places_above(path)[:2] == [f"{root}/a", root]
    assert common_place([path.parent, as_path(f"{root}/a/c/d")]) == f"{root}/a"
    assert common_place([path.parent]) == f"{root}/a"
    assert relative(path, root) == "a/x.txt"
    assert place(as_path(f"{root}/a/")) == f"{root}/a"


def test_other_file_systems_have_no_folder_in_common():
    with pytest.raises(ValueError, match="several file systems"):
        common_place([as_path("memory://b"), Path("/b")])


@pytest.mark.parametrize("name", ["x.conll", "x.conll.gz", "x.spacy", "x.ann"])
def test_documents_are_written_and_read(tmp_path, name):
    document = Document("x", words=["a", "b"], sentence_starts=[0])
    for folder in ("memory://written", tmp_path.as_uri()):
        write(document, f"{folder}/{name}")
        (found,) = read(f"{folder}/{name}")
        assert (found.name, found.words) == ("x", ["a", "b"])
        (path,) = write_folder([document], f"{folder}/sub", "jsonl")
        assert str(path) == f"{folder}/sub/x.jsonl"
        assert [d.words for d in read(f"{folder}/sub")] == [["a", "b"]]
