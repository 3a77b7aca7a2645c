"""Names that cannot be written or printed as they are: not UTF-8, halves of surrogate pairs, control characters."""

import json
import os

import pytest

from corefpipe.document import Document
from corefpipe.exceptions import FormatError
from corefpipe.formats import FORMATS, ReadReport, read, write, write_folder
from corefpipe.report.notes import notes_of

LATIN1 = os.fsdecode(b"caf\xe9")
SAMPLES = {
    form.name: form.extensions[0] for form in FORMATS.values() if form.reads and form.name not in ("gap", "winograd")
}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_name_that_is_not_utf8(samples, tmp_path, name):
    for extension in {SAMPLES[name], FORMATS[name].companion} - {""}:
        (tmp_path / f"{LATIN1}{extension}").write_bytes((samples / f"ferry{extension}").read_bytes())
    for document in read(tmp_path, name):
        assert document.name in ("ferry", "caf\\udce9")
        document.name.encode()
        write(document, tmp_path / "out.conll")
        assert write_folder([document], tmp_path / "out", "jsonl")


@pytest.mark.parametrize("name", ["conllu", "ace", "brat", "docbin"])
def test_writing_to_a_file_name_that_is_not_utf8(tmp_path, name):
    path = tmp_path / f"{LATIN1}{SAMPLES[name]}"
    write(Document("d", words=["a"], sentence_starts=[0], text="a", offsets=[0]), path)
    assert [document.words for document in read(path)] == [["a"]]


def test_half_of_a_surrogate_pair_in_a_name_is_escaped(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"doc_key": "a\\ud800", "sentences": [["b"]]}\n')
    (found,) = read(path)
    assert found.name == "a\\ud800"
    path.write_text('{"doc_key": "a\\ud800", "sentences": 1}\n')
    with pytest.raises(FormatError) as caught:
        list(read(path))
    assert "(document a\\ud800)" in str(caught.value)


def test_half_of_a_surrogate_pair_in_words_is_an_error_of_writing(tmp_path):
    path = tmp_path / "x.jsonl"
    with pytest.raises(FormatError, match=r"x\.jsonl: the text contains half of a surrogate pair.*Replace it"):
        write(Document("d", words=["\udce9"], sentence_starts=[0]), path)
    assert not list(tmp_path.iterdir())


def test_control_characters_are_escaped_in_messages(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps({"doc_key": "\x1b[2J", "sentences": [["\x1b[2J"]], "clusters": [[[0, 0], [0, 0]]]}))
    with pytest.raises(FormatError) as caught:
        list(read(path))
    assert str(caught.value).isprintable()
    assert caught.value.document == "\x1b[2J"
    report = ReadReport()
    list(read(path, repeats="first", report=report))
    report.ignored.append("\x1b[2J")
    assert len(notes_of(report)) == 2
    assert all(note.isprintable() for note in notes_of(report))
