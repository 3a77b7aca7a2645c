"""`corefpipe entities`: tables, graphs and pages."""

from __future__ import annotations

import pytest
from helpers.collections import marked, news

import corefpipe
from corefpipe.document import Document
from corefpipe.entities.page import entities_page
from corefpipe.formats import write


@pytest.fixture
def folder(tmp_path):
    """A folder of resolved documents."""
    (tmp_path / "news").mkdir()
    for document in news():
        write([document], tmp_path / "news" / f"{document.name}.conllu")
    return tmp_path / "news"


@pytest.fixture
def file(tmp_path):
    """A file of their entities."""
    corefpipe.link(news()).to_jsonl(tmp_path / "entities.jsonl")
    return tmp_path / "entities.jsonl"


def test_packed_entities(run, tmp_path):
    corefpipe.link(news()).to_jsonl(tmp_path / "entities.jsonl.gz")
    assert run("entities", tmp_path / "entities.jsonl.gz", "-o", tmp_path / "x.csv")[0] == 0
    assert (tmp_path / "x.csv").read_text(encoding="utf-8") == corefpipe.link(news()).table().to_csv()


@pytest.mark.parametrize("extension", ["csv", "jsonl", "csv.gz", "parquet", "graphml"])
def test_a_file_of_entities_and_a_folder_give_the_same(run, file, folder, tmp_path, extension):
    one, other = tmp_path / f"one.{extension}", tmp_path / f"other.{extension}"
    code, out, err = run("entities", file, "-o", one)
    assert (code, out, err) == (0, "", f"{len(corefpipe.link(news()))} entities written to {one}\n")
    assert run("entities", folder, "-o", other)[0] == 0
    assert one.read_bytes()[20:] == other.read_bytes()[20:]  # gzip has a time


def test_a_page_with_contexts(run, file, folder, tmp_path):
    out = tmp_path / "x.html"
    assert run("entities", file, "--documents", folder, "-o", out)[0] == 0
    found = list(corefpipe.link(news()))
    assert out.read_text(encoding="utf-8") == entities_page(found, news(), "entities.jsonl")
    assert run("entities", folder, "-o", out)[0] == 0
    assert out.read_text(encoding="utf-8") == entities_page(found, news(), "news")
    assert run("entities", file, "-o", out)[0] == 0
    assert out.read_text(encoding="utf-8") == entities_page(found, title="entities.jsonl")


def test_one_document(run, folder, tmp_path):
    out = tmp_path / "x.csv"
    code, _, err = run("entities", folder / "a.conllu", "-o", out)
    assert (code, err) == (0, f"3 entities written to {out}\n")
    assert out.read_text(encoding="utf-8") == corefpipe.Entities.from_document(news()[0]).table().to_csv()
    write([Document("x", words=["Hello"], sentence_starts=[0])], tmp_path / "x.conllu")
    assert run("entities", tmp_path / "x.conllu", "-o", out)[2] == f"0 entities written to {out}\n"
    assert run("entities", tmp_path / "x.conllu", "-o", tmp_path / "x.html")[0] == 0


def test_wrong_input(run, file, folder, tmp_path):
    out = tmp_path / "x.html"
    (tmp_path / "x.txt").write_text("Ann left.", encoding="utf-8")
    assert (
        "unknown extension of --out 'txt'. Valid are csv, jsonl" in run("entities", file, "-o", tmp_path / "y.txt")[2]
    )
    assert "standard input has no document names" in run("entities", "-", "-o", out)[2]
    assert "with other files. Give it alone" in run("entities", file, folder, "-o", out)[2]
    assert "--documents is for a page" in run("entities", file, "--documents", folder, "-o", tmp_path / "x.csv")[2]
    assert "--documents is for a file of" in run("entities", folder, "--documents", folder, "-o", out)[2]
    assert "no such file" in run("entities", tmp_path / "no.jsonl", "-o", out)[2]
    assert "would replace it" in run("entities", file, "-o", file)[2]
    assert "a plain text has no chains. Resolve it first" in run("entities", tmp_path / "x.txt", "-o", out)[2]
    assert "a plain text has no chains" in run("entities", file, "--documents", tmp_path / "x.txt", "-o", out)[2]
    write(marked("z", "[1:Ann] left ."), tmp_path / "other.conllu")
    code, _, err = run("entities", file, "--documents", tmp_path / "other.conllu", "-o", out)
    assert (code, "none of 1 document has a chain of these entities" in err) == (2, True)
    assert not out.exists()
