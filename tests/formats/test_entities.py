"""Tables of entities as CSV."""

from __future__ import annotations

import csv
import io

import pytest

from corefpipe.document import Document, Mention
from corefpipe.exceptions import SettingError
from corefpipe.formats import read, write

HEADING = "document,entity,name,names,phrases,pronouns,kind,gender,mentions,first_word,last_word"
EVIL = 'a",\n"b'


def farm(name: str) -> Document:
    mentions = [Mention(0, 1, "1", type="person"), Mention(2, 3, "1"), Mention(4, 5, "1")]
    return Document(name, words=["Ann", "or", "Annie", ":", "she"], mentions=mentions)


def test_a_file(tmp_path):
    write([farm("x"), farm(EVIL), Document("none")], tmp_path / "x.csv")
    lines = (tmp_path / "x.csv").read_text(encoding="utf-8")
    assert lines.startswith(f"{HEADING}\nx,1,Ann,Ann (1); Annie (1),,she (1),person,female,3,0,4\n")
    rows = list(csv.DictReader(io.StringIO(lines)))
    assert [row["document"] for row in rows] == ["x", EVIL]


def test_words_that_are_not_utf8(tmp_path):
    odd = Document("d", words=["\ud83d"], mentions=[Mention(0, 1, "1")])
    write(odd, tmp_path / "x.csv")
    assert "\\ud83d" in (tmp_path / "x.csv").read_text(encoding="utf-8")


def test_it_is_only_written(tmp_path, samples):
    write(farm("x"), tmp_path / "x.csv")
    with pytest.raises(SettingError, match="entities can only be written"):
        list(read(tmp_path / "x.csv", "entities"))
    (tmp_path / "ferry.conll").write_bytes((samples / "ferry.conll").read_bytes())
    assert [document.name for document in read(tmp_path)] == ["ferry"]  # the table is ignored
