"""Tables of quotations as CSV, and what other formats do with quotations."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from corefpipe.chains.documents import from_doc
from corefpipe.document import Document, Mention, Quotation
from corefpipe.exceptions import SettingError
from corefpipe.formats import FORMATS, WriteReport, read, write

TALK = Document(
    "talk",
    words='" Go , she left , " said Ann Bell . " No . "'.split(),
    sentence_starts=[0, 11],
    mentions=[Mention(3, 4, "7"), Mention(8, 10, "7")],
    quotations=[
        Quotation(1, 6, "7", (8, 10), 0.9, 0, (7, 8)),
        Quotation(12, 14, turn=1, addressee="7", addressee_mention=(8, 10), addressee_probability=0.75),
    ],
)
KEEPING = {"brat", "conllu", "docbin", "jsonl", "parquet", "quotations"}
HEADING = (
    "document,number,turn,start,end,start_char,end_char,text,turn_text,entity,speaker,mention,probability,cue,"
    "addressee_entity,addressee,addressee_mention,addressee_probability"
)


def test_a_table(tmp_path):
    write([TALK, Document("none", words=["a"]), replace(TALK, part=2)], tmp_path / "x.quotations.csv")
    lines = (tmp_path / "x.quotations.csv").read_text(encoding="utf-8").splitlines()
    assert lines[:3] == [
        HEADING,
        'talk,1,0,1,6,,,"Go , she left ,","Go , she left ,",7,Ann Bell,Ann Bell,0.9,said,,,,',
        "talk,2,1,12,14,,,No .,No .,,,,,,7,Ann Bell,Ann Bell,0.75",
    ]
    assert [row["document"] for row in csv.DictReader(lines)] == ["talk", "talk", "talk; part 002", "talk; part 002"]


def test_a_speaker_who_is_no_entity(tmp_path):
    alone = replace(TALK, mentions=[], quotations=[Quotation(1, 6, "", (8, 10), 0.9)])
    write(alone, tmp_path / "x.quotations.csv")
    (row,) = csv.DictReader((tmp_path / "x.quotations.csv").read_text(encoding="utf-8").splitlines())
    assert (row["speaker"], row["mention"]) == ("", "Ann Bell")


def test_a_turn_in_two_parts_and_characters(tmp_path, packaged):
    text = "“I shall not go,” said Ann to\nher brother, “unless you\ncome.”\n"
    write(from_doc(packaged(text), "a"), tmp_path / "x.quotations.csv")
    rows = list(csv.DictReader((tmp_path / "x.quotations.csv").read_text(encoding="utf-8").splitlines()))
    assert [text[int(row["start_char"]) : int(row["end_char"])] for row in rows] == [
        "I shall not go,",
        "unless you\ncome.",
    ]
    assert [(row["text"], row["turn_text"], row["cue"]) for row in rows] == [
        ("I shall not go,", "I shall not go, unless you come.", "said"),
        ("unless you come.", "I shall not go, unless you come.", "said"),
    ]


def test_it_is_only_written(tmp_path):
    write(TALK, tmp_path / "x.quotations.csv")
    with pytest.raises(SettingError, match="quotations can only be written"):
        list(read(tmp_path / "x.quotations.csv", "quotations"))


@pytest.mark.parametrize(
    "name", ["conll", "conllu", "parquet", "layer", "entities", "ace", "brat", "docbin", "jsonl", "quotations"]
)
def test_who_stores_quotations(tmp_path, name):
    report = WriteReport()
    form = FORMATS[name]
    document = replace(TALK, text=" ".join(TALK.words)) if name == "ace" else TALK
    write(document, tmp_path / f"x{form.extensions[0]}", name, report=report)
    assert ("quotations" in report.lost) == (name not in KEEPING)
    if name in KEEPING - {"quotations"}:
        (found,) = read(tmp_path / f"x{form.extensions[0]}")
        entity = found.mentions[0].entity
        first, second = TALK.quotations
        assert found.quotations == [replace(first, speaker=entity), replace(second, addressee=entity)]


def test_a_layer_replaces_the_speakers_with_the_chains(tmp_path):
    write(TALK, tmp_path / "x.jsonl")
    write(TALK, tmp_path / "x.layer")
    (found,) = read(tmp_path / "x.jsonl", layer=tmp_path / "x.layer")
    assert len(found.mentions) == 2
    assert found.quotations == []


def test_quotations_of_a_resolved_text_are_kept_by_all_formats(tmp_path, packaged):
    text = "“I shall not go,” said Ann to her brother, “unless you come.”\n\n“Then we stay,” Tom answered. He sat down."
    document = from_doc(packaged(text), "a")
    assert all(one.addressee_mention and one.cue for one in document.quotations)
    for name in sorted(KEEPING - {"quotations"}):
        path = tmp_path / f"a{FORMATS[name].extensions[0]}"
        write(document, path, name)
        (found,) = read(path)
        ids = dict(zip(document.chains(), found.chains(), strict=True)) | {"": ""}
        expected = [replace(q, speaker=ids[q.speaker], addressee=ids[q.addressee]) for q in document.quotations]
        assert found.quotations == expected, name
        write(found, path, name)
        assert next(iter(read(path))).quotations == found.quotations
