"""Paths and URLs: their places, names and common folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefpipe.document import Document
from corefpipe.exceptions import CorefpipeError
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


@pytest.mark.parametrize(
    "url",
    ["data://x", "reference://a", "dir://a/x.txt", "generic://x", "blockcache::file:///etc/hosts"],
)
def test_kinds_of_urls_that_name_no_files(url):
    with pytest.raises(CorefpipeError, match=r"URLs of the kind \w+:// are not followed"):
        read(url)


@pytest.mark.parametrize("url", ["zip://a.txt::/none.zip", "jupyter://x", "ftp://127.0.0.1:1/x.txt"])
def test_file_systems_that_cannot_be_made(url):
    with pytest.raises(CorefpipeError, match="this file system cannot be used"):
        read(url)


def test_only_local_files(tmp_path):
    write(Document("x", words=["a"], sentence_starts=[0]), tmp_path / "x.jsonl")
    assert [document.name for document in read(str(tmp_path / "x.jsonl"), urls=False)] == ["x"]
    for url in ((tmp_path / "x.jsonl").as_uri(), as_path("memory://x.jsonl"), "zip://x::/y.zip"):
        with pytest.raises(CorefpipeError, match="a URL, and only local files are read here"):
            read(url, urls=False)
    with pytest.raises(CorefpipeError, match="a URL, and only local files are read here"):
        read(tmp_path / "x.jsonl", layer="memory://layer", urls=False)
