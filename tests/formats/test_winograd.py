"""Winograd schemas as JSON lines."""

import json

import pytest
from helpers.documents import CORPORA

from corefpipe import read
from corefpipe.exceptions import FormatError

TEXT = "The mechanic lent the cyclist a pump because he had two."
GOOD = {"id": "twin-17a", "text": TEXT, "pronoun": [45, 47], "candidates": [[0, 12, True], [18, 29, False]]}


NOUN = {
    "id": "noun-4b",
    "text": "Nora Bell opened the meeting. The mayor had baked a cake.",
    "anaphor": [30, 39],
    "candidates": [[0, 9, False]],
    "none": True,
}


@pytest.fixture
def file(tmp_path):
    def write(*records):
        path = tmp_path / "twins.jsonl"
        lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


def test_pronoun_and_right_candidate_are_one_entity(file):
    (document,) = read(file(GOOD))
    assert {entity: [document.surface(m) for m in chain] for entity, chain in document.chains().items()} == {
        "pronoun": ["The mechanic", "he"],
        "other-1": ["the cyclist"],
    }
    assert (document.name, document.text) == ("twin-17a", TEXT)


def test_an_anaphor_without_antecedent(file):
    (document,) = read(file(NOUN))
    assert {entity: [document.surface(m) for m in chain] for entity, chain in document.chains().items()} == {
        "pronoun": ["The mayor"],
        "other-1": ["Nora Bell"],
    }
    right = {key: value for key, value in NOUN.items() if key != "none"} | {"candidates": [[0, 9, True]]}
    (document,) = read(file(right))
    assert [document.surface(m) for m in document.chains()["pronoun"]] == ["Nora Bell", "The mayor"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pronoun": [45, 99]}, r"`pronoun` is \[45, 99\], no part of the 56 characters"),
        ({"pronoun": [47, 45]}, "no part of the 56 characters"),
        ({"pronoun": [True, 2]}, "no part of the 56 characters"),
        ({"pronoun": [44, 45]}, "no part of the 56 characters"),
        ({"candidates": []}, "Write one or more of"),
        ({"candidates": [[0, 12, 1], [18, 29, 0]]}, "Write one or more of"),
        ({"candidates": [[0, 12, True], [18, 29, True]]}, "2 candidates are right"),
        ({"candidates": [[0, 12, False], [18, 29, False]]}, '0 candidates are right. .*, or write "none": true'),
        ({"none": True}, '1 candidates are right, and "none" is true'),
        ({"none": 1}, "`none` is 1"),
        ({"anaphor": [45, 47]}, "both `pronoun` and `anaphor`"),
        ({"candidates": [[0, 20, True], [18, 29, False]]}, "two spans overlap at character 18"),
        ({"candidates": [[0, 3, True], [4, 5, False]], "pronoun": [5, 9]}, "two of the spans are the same words"),
        ({"text": ""}, "`text` is '', not a text"),
        ({"id": 17}, "`id` is 17, not a text"),
    ],
)
def test_errors_name_file_line_and_cure(file, change, message):
    path = file(GOOD, GOOD | {"id": "other"} | change)
    with pytest.raises(FormatError, match=message) as raised:
        list(read(path, "winograd"))
    assert raised.value.line == 2
    assert raised.value.file == str(path)


def test_lines_that_are_no_json(file):
    with pytest.raises(FormatError, match="not JSON"):
        list(read(file(GOOD, '{"id": ')))
    assert [document.name for document in read(file(GOOD, '{"id": '), on_error="skip")] == ["twin-17a"]


@pytest.mark.skipif(not CORPORA.exists(), reason="needs the corpora")
def test_real_schemas():
    documents = list(read(CORPORA / "sense" / "dev.jsonl"))
    assert len(documents) == 562 + 1160
    assert all(len(document.mentions) == 3 for document in documents)
