"""JSON lines of e2e-coref: fields, errors with their lines, and reading back what is written."""

import io
import json

import pytest
from hypothesis import given

from corefpipe.document import Document, Mention
from corefpipe.errors import FormatError
from corefpipe.formats import FORMATS

from .conftest import documents, parse, parse_with_report, spans


def written(document: Document) -> str:
    stream = io.StringIO()
    FORMATS["jsonl"].writer(document, stream)
    return stream.getvalue()


def test_fields():
    record = {
        "doc_key": "nw/wsj_0001",
        "sentences": [["I", "see"], [], ["me", " "]],
        "speakers": [["Ann", "Ann"], [], ["-", ""]],
        "clusters": [[[0, 0], [2, 2]], [[0, 2]]],
    }
    (document,) = parse("jsonl", json.dumps(record) + "\n\n")
    assert (document.key, document.genre) == (("nw/wsj_0001", 0), "nw")
    assert (document.words, document.sentence_starts) == (["I", "see", "me", "_"], [0, 2])
    assert document.speakers == ["Ann", "Ann", "", ""]
    assert spans(document) == [(0, 3, "1"), (0, 1, "0"), (2, 3, "0")]


def test_written():
    document = Document("d", 2, ["ä", "b"], [0, 1], [Mention(0, 2, "x"), Mention(1, 2, "y")])
    assert written(document) == (
        '{"doc_key": "d_2", "part": 2, "sentences": [["ä"], ["b"]], "clusters": [[[0, 1]], [[1, 1]]]}\n'
    )
    assert parse("jsonl", written(document))[0].key == ("d", 2)


@given(documents())
def test_reads_back_what_it_writes(document):
    (back,) = parse("jsonl", written(document))
    for attribute in ("key", "words", "sentence_starts", "speakers", "genre"):
        assert getattr(back, attribute) == getattr(document, attribute)
    chains = [{m.span for m in chain} for chain in document.chains().values()]
    assert [{m.span for m in chain} for chain in back.chains().values()] == chains


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "no valid JSON"),
        ("[" * 100000, "no valid JSON"),
        ("[]", "no object with a `doc_key`"),
        ('{"sentences": []}', "no object with a `doc_key`"),
        ('{"doc_key": "d"}', "`sentences` is no list of lists of strings"),
        ('{"doc_key": "d", "sentences": [[1]]}', "`sentences` is no list"),
        ('{"doc_key": "d", "sentences": [["\\ud800"]]}', "`sentences` holds half a character, \\ud800"),
        ('{"doc_key": "d", "sentences": [["a"]], "part": true}', "`part` is True"),
        ('{"doc_key": "d", "sentences": [["a"]], "speakers": [["x", "y"]]}', "differ in length"),
        ('{"doc_key": "d", "sentences": [["a"]], "clusters": [1]}', "`clusters` is no list of lists"),
        ('{"doc_key": "d", "sentences": [["a"]], "clusters": [[[0, 1]]]}', "the mention [0, 1] is no pair of words"),
        ('{"doc_key": "d", "sentences": [["a"]], "clusters": [[[true, 0]]]}', "the mention [true, 0]"),
        ('{"doc_key": "d", "sentences": [["a"]], "clusters": [[[0, 0]], [[0, 0]]]}', "in chain 0 and in chain 1"),
    ],
)
def test_errors(line, message):
    content = '{"doc_key": "ok", "sentences": []}\n' + line + "\n"
    with pytest.raises(FormatError) as caught:
        parse("jsonl", content)
    assert (caught.value.file, caught.value.line) == ("f", 2)
    assert message in caught.value.message
    found, report = parse_with_report("jsonl", content, on_error="skip")
    assert ([document.name for document in found], len(report.skipped)) == (["ok"], 1)
