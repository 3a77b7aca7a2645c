"""The file of entities: written and read, and what is wrong with it."""

from __future__ import annotations

import json

import pytest
from helpers.collections import news

import corefpipe
from corefpipe.entities.collection import Entities
from corefpipe.entities.files import entity_of_line, line_of
from corefpipe.exceptions import FormatError


@pytest.fixture
def file(tmp_path):
    """A file of entities."""
    corefpipe.link(news()).to_jsonl(tmp_path / "entities.jsonl")
    return tmp_path / "entities.jsonl"


def changed(file, number, line):
    """Write another line into a file, by its number from 1."""
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[number - 1] = line
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_round_trip(file):
    found = corefpipe.link(news())
    again = Entities.read(file)
    assert list(again) == list(found)
    assert again[1:3] == [found[1], found[2]]
    assert again.header == found.header
    header, first, *_ = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    assert header == {"format": "corefpipe entities", "version": 1, "linking": "en", "documents": 6}
    assert (first["id"], first["name"], first["chains"][0]) == ("e1", "Barack Obama", ["a", "1", 2, 0, 8])


def test_a_line_gives_its_entity():
    for entity in corefpipe.link(news()):
        assert entity_of_line(line_of(entity)) == entity


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ('{"id": "e2"', "Expecting"),
        ("[]", "it is no object"),
        ('{"name": "x", "chains": []}', "`id` is null, and no text"),
        ('{"id": "", "name": "x", "chains": []}', '`id` is "", and no text'),
        ('{"id": "z", "name": "x"}', "`chains` is no list"),
        ('{"id": "z", "name": "x", "chains": [["a", "1", 2]]}', "a chain is no list of document"),
        ('{"id": "z", "name": "x", "chains": [], "names": []}', "`names` is no object"),
        (
            '{"id": "z", "name": "x", "chains": [], "names": {"x": -1}}',
            "`names` has a value that is no whole number from 0",
        ),
        (
            '{"id": "z", "name": "x", "chains": [], "names": {"x": 9223372036854775808}}',
            "`names` has a value that is no whole number from 0 to 1000000000000",
        ),
        (
            '{"id": "z", "name": "x", "chains": [["a", "9", 9223372036854775808, 0, 1]]}',
            "a chain has numbers of mentions or words that no chain can have",
        ),
        ('{"id": "z", "name": "x", "chains": [["a", "9", 1, 3, 2]]}', "a chain has numbers of mentions or words"),
        ('{"id": "z", "name": "x", "chains": [["a", "9", 0, 3, 3]]}', "a chain has numbers of mentions or words"),
        (
            '{"id": "z", "name": "x", "chains": [], "words": {"x": 0}}',
            "`words` has a value that is no whole number from 1",
        ),
        ('{"id": "z", "name": "x", "chains": [], "actions": {"hero": {}}}', "`actions` has other roles than agent"),
        ('{"id": "e1", "name": "x", "chains": []}', "there is another with the id e1"),
        ('{"id": "z", "name": "x", "chains": [["a", "1", 2, 0, 8]]}', "the chain 1 of a is in another, too"),
    ],
)
def test_a_broken_line(file, line, wrong):
    with pytest.raises(FormatError) as error:
        Entities.read(changed(file, 3, line))
    assert f"{file}:3: this line is no entity: {wrong}" in str(error.value)
    assert "Make it again: corefpipe link" in str(error.value)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ('{"format": "corefpipe entities", "version": 7}', "a file of version 7, and this corefpipe reads 1. Make it"),
        ('{"format": "corefpipe entities", "version": 1}', "the header lacks `linking` or `documents`"),
        ('{"doc_key": "x"}', "not a file of entities. Give a file that `corefpipe link -o` wrote"),
        ("x", "not a file of entities"),
    ],
)
def test_another_header(file, line, wrong):
    with pytest.raises(FormatError, match=rf"{file}:1: {wrong}"):
        Entities.read(changed(file, 1, line))


def test_an_empty_file(tmp_path):
    (tmp_path / "x.jsonl").write_bytes(b"")
    with pytest.raises(FormatError, match="not a file of entities"):
        Entities.read(tmp_path / "x.jsonl")


def test_bytes_that_are_no_text(file):
    file.write_bytes(file.read_bytes() + b'{"id": "\xff"}\n')
    with pytest.raises(FormatError, match="is not UTF-8"):
        Entities.read(file)


@pytest.mark.parametrize("odd", ["\ud800", "report\udce9.txt", "\udc00\ud83d"])
def test_halves_of_surrogate_pairs(odd, tmp_path):
    """They stand in JSON of others, and in the names of documents whose files are not named in UTF-8."""
    document = corefpipe.Document(odd, words=["Ann", odd], sentence_starts=[0])
    document.mentions = [corefpipe.Mention(0, 1, "1"), corefpipe.Mention(1, 2, odd, type=odd)]
    for found in (corefpipe.link([document]), Entities.from_document(document)):
        found.to_jsonl(tmp_path / "entities.jsonl")
        again = Entities.read(tmp_path / "entities.jsonl")
        assert list(again) == list(found)
        more = corefpipe.link(
            [corefpipe.Document("b", words=["Ann"], mentions=[corefpipe.Mention(0, 1, "1")])], to=again
        )
        assert more.entity_of(odd, "1").documents[0] == odd
        table = more.table()
        assert len(table.to_dataframe()) == len(table) == len(more)
        for name in ("t.jsonl", "t.html"):
            (table.save if name == "t.jsonl" else more.to_html)(tmp_path / name)


def test_tables_of_the_largest_numbers(tmp_path):
    most = 10**12
    rows = [
        json.dumps(
            {"id": id, "name": "A", "names": {"A": most}, "near": {"A": most}, "chains": [["a", id, most, 0, most]]}
        )
        for id in "12"
    ]
    header = json.dumps({"format": "corefpipe entities", "version": 1, "linking": "", "documents": most})
    (tmp_path / "e.jsonl").write_text("\n".join([header, *rows]) + "\n")
    found = Entities.read(tmp_path / "e.jsonl")
    for name in ("t.csv", "t.jsonl", "t.parquet"):
        found.table().save(tmp_path / name)
    assert found.table()[0].mentions == most
    (tmp_path / "e.jsonl").write_text("\n".join([header.replace(str(most), str(2**63)), *rows]) + "\n")
    with pytest.raises(FormatError, match="the header lacks `linking` or `documents`"):
        Entities.read(tmp_path / "e.jsonl")
