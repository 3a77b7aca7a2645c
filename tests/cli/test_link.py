"""`corefpipe link`: the entities of a collection."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.batches import make
from helpers.collections import news

import corefpipe
from corefpipe.formats import read, write

TEXTS: dict[str, str | bytes] = {
    "a.txt": "Barack Obama visited Berlin. He met the chancellor.",
    "b.txt": "President Obama spoke in Berlin. He was tired.",
}
TWINS = '{"doc_key": "NAME", "sentences": [["Barack", "Obama", "left", "."]], "clusters": [[[0, 1]]]}\n'


@pytest.fixture
def folder(tmp_path):
    """A folder of resolved documents."""
    (tmp_path / "news").mkdir()
    for document in news():
        write([document], tmp_path / "news" / f"{document.name}.conllu")
    return tmp_path / "news"


def test_entities_of_a_folder(run, folder, tmp_path):
    code, out, err = run("link", folder, "-o", tmp_path / "entities.jsonl")
    assert (code, out) == (0, "")
    found = corefpipe.Entities.read(tmp_path / "entities.jsonl")
    assert [entity.name for entity in found][:2] == ["Barack Obama", "Berlin"]
    assert err == f"6 files, 6 documents, 18 chains; {len(found)} entities written to {tmp_path / 'entities.jsonl'}\n"
    assert list(found) == list(corefpipe.link(read(folder)))


def test_entities_within_the_folder_are_no_documents(run, folder):
    for _ in range(2):
        assert run("link", folder, "-o", folder / "entities.jsonl")[0] == 0
    assert len(corefpipe.Entities.read(folder / "entities.jsonl").header) == 2


def test_a_document_is_not_replaced(run, folder):
    before = (folder / "a.conllu").read_bytes()
    code, _, err = run("link", folder, "-o", folder / "a.conllu")
    assert (code, "the command reads this file, and would replace it" in err) == (2, True)
    assert (folder / "a.conllu").read_bytes() == before


def test_files_of_one_name_in_several_folders(run, folder, tmp_path):
    for place in ("x", "y"):
        make(tmp_path / "two" / place, {"a.jsonl": (TWINS.replace("NAME", place))})
    for name in ("x", "y"):
        write([replace(news()[0], name="a")], tmp_path / "two" / name / "b.conllu")
    (tmp_path / "two" / "x" / "b.conllu").unlink()
    out = tmp_path / "entities.jsonl"
    assert run("link", tmp_path / "two", folder / "c.conllu", "-o", out, "--write-documents", tmp_path / "z")[0] == 0
    assert corefpipe.Entities.read(out)[0].documents == ("a", "x", "y")


def test_new_documents_and_a_list(run, folder, tmp_path):
    listed = tmp_path / "list.tsv"
    listed.write_text("Q76\tBarack Obama\nQ1\tNobody Else\n", encoding="utf-8")
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    code, _, err = run("link", folder / "a.conllu", folder / "c.conllu", "--entities", listed, "-o", first)
    assert (code, "entities, 1 of them in none of the documents, written to" in err) == (0, True)
    assert run("link", folder / "b.conllu", "--to", first, "-o", second)[0] == 0
    entities = corefpipe.Entities.read(second)
    assert entities.entity_of("b", "1").documents == ("a", "b")
    assert (entities[0].id, entities.header.documents) == ("Q76", 3)
    code, _, err = run("link", folder, "--to", first, "-o", second)
    assert (code, "(document a): the document is among those" in err) == (2, True)
    assert corefpipe.Entities.read(second).header.documents == 3  # the old file is unchanged
    assert run("link", folder / "d.conllu", "--to", second, "-o", second)[0] == 0


def test_documents_with_the_ids_of_entities(run, folder, tmp_path):
    out, labelled = tmp_path / "entities.jsonl", tmp_path / "linked"
    code, _, err = run("link", folder, "-o", out, "--write-documents", labelled)
    assert (code, err.splitlines()[-1]) == (0, f"6 documents written to {labelled}")
    entities = corefpipe.Entities.read(out)
    for document, linked in zip(read(folder), read(labelled), strict=True):
        assert linked == next(entities.label(replace(document, sentence_metadata=linked.sentence_metadata)))
    assert run("score", labelled, labelled, "--cross-document", "--metrics", "conll")[0] == 0
    code, _, err = run("score", folder, folder, "--cross-document")
    assert code == 0  # ids 1, 2, 3 could be those of a collection


def test_scores_by_topic(run, folder, tmp_path):
    assert run("link", folder, "-o", tmp_path / "e.jsonl", "--write-documents", tmp_path / "x")[0] == 0
    code, out, _ = run("score", tmp_path / "x", folder, "--cross-document", "--topic", "prefix", "--metrics", "muc")
    assert (code, out) == (2, "")  # each document is its own topic
    code, _, err = run("score", tmp_path / "x", folder, "--topic", "prefix")
    assert (code, err.partition(". ")[0]) == (2, "Error: a topic is for scores across documents")


def test_plain_text_is_resolved_first(run, tmp_path):
    folder = make(tmp_path / "texts", TEXTS)
    code, _, err = run("link", folder, "-o", tmp_path / "e.jsonl")
    assert code == 0
    assert err.startswith("2 documents of plain text resolved\n2 files, 2 documents, ")
    entities = corefpipe.Entities.read(tmp_path / "e.jsonl")
    assert [entity.documents for entity in entities][:2] == [("a", "b"), ("a", "b")]
    code, _, err = run("link", folder, "-o", tmp_path / "e.jsonl", "--write-documents", tmp_path / "x")
    assert (code, "--write-documents needs resolved documents, and 2 are plain text. Resolve them first" in err) == (
        2,
        True,
    )


def test_wrong_input(run, folder, tmp_path):
    out = tmp_path / "entities.jsonl"
    (tmp_path / "empty").mkdir()
    assert "no file of a known format" in run("link", tmp_path / "empty", "-o", out)[2]
    write([replace(news()[0], mentions=[])], tmp_path / "empty" / "x.conllu")
    assert "none of 1 documents has chains. Resolve them first" in run("link", tmp_path / "empty", "-o", out)[2]
    assert "no such file" in run("link", folder, "--to", tmp_path / "no.jsonl", "-o", out)[2]
    assert "not a file of entities" in run("link", folder, "--to", folder / "a.conllu", "-o", out)[2]
    write(news()[:1], tmp_path / "again.conllu")
    code, _, err = run("link", folder, tmp_path / "again.conllu", "-o", out)
    assert (code, "(document a): two documents have this name, the first in" in err) == (2, True)
    assert "standard input has no document names" in run("link", "-", "-o", out)[2]
    assert "unknown format 'jsonl'" in run("link", folder, "-o", out, "--format", "jsonl")[2]
    assert not out.exists()
