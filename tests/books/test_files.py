"""The folder of a book: all files, JSON and GraphML, all at once."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from corefpipe.books.files import _most, save_book, talks_graph, to_dict

FILES = {
    "characters.csv",
    "quotations.csv",
    "actions.csv",
    "talks.csv",
    "meetings.csv",
    "book.json",
    "talks.graphml",
    "index.html",
    "text.html",
    "aliases.toml",
    *(f"book.{end}" for end in ("tokens", "entities", "quotes", "book", "book.html")),
}
_NS = "{http://graphml.graphdrawing.org/xmlns}"


def test_cells_are_short():
    counts = {f"word {number}": 100 - number for number in range(50)}
    assert _most(counts) == {**dict([*counts.items()][:20]), "… 30 others": sum(range(51, 81))}
    assert _most({"a": 1}) == {"a": 1}


def test_folder(story, tmp_path):
    out = tmp_path / "new" / "out"
    story.save(out)
    assert {path.name for path in out.iterdir()} == FILES
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    story.save(str(out))
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_nothing_is_written_after_an_error(story, tmp_path, monkeypatch):
    out = tmp_path / "out"
    monkeypatch.setattr("corefpipe.books.files.write_files", lambda files, folder: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        save_book(story, out)
    assert not out.exists()


def test_json(story):
    data = json.loads(json.dumps(to_dict(story)))
    assert (data["format"], data["version"], data["title"]) == ("corefpipe.book", 1, "story")
    assert [len(data[name]) for name in ("characters", "quotations", "talks", "meetings")] == [
        len(story.characters),
        len(story.quotations),
        len(story.talks),
        len(story.meetings),
    ]
    first = data["characters"][0]
    assert first["first"]["start"] == story.characters[0].first.start
    says = next(one for one in first["actions"]["agent"] if one["lemma"] == "say")
    assert says["count"] == len(says["places"])
    assert {story.document.words[place] for place in says["places"]} <= {"said", "says", "say"}
    assert [part["title"] for part in data["chapters"]][2] == "CHAPTER III. LUCY"


def test_graph(story):
    root = ElementTree.fromstring(talks_graph(story))
    nodes = {node.get("id"): node.find(f"{_NS}data").text for node in root.iter(f"{_NS}node")}
    edges = [(edge.get("source"), edge.get("target")) for edge in root.iter(f"{_NS}edge")]
    assert edges == [(talk.entity, talk.addressee_entity) for talk in story.talks]
    assert {end for edge in edges for end in edge} == set(nodes)
    assert "Peter" in nodes.values()
