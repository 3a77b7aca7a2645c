"""MUC: chains of REFs, minimal strings, nesting, several documents per file, errors, hostile files."""

import time
from pathlib import Path

import pytest
from helpers.documents import SAMPLES, spans

from corefpipe.exceptions import FormatError, SettingError
from corefpipe.formats import ReadReport, read, write


@pytest.fixture
def muc(tmp_path):
    """Function that reads a string as a file and returns documents and report."""

    def parse(text: str, **settings: str):
        path = tmp_path / "x.muc"
        path.write_text(text)
        report = ReadReport()
        return list(read(path, "muc", report=report, **settings)), report

    return parse


DEFINITION = """<DOC>
<DOCID> 891102-0148 </DOCID>
<HL> Firm &amp; Co.  </HL>
<TXT>
<p>
<s> <COREF ID="100" MIN="Lawson Mardon Group Ltd.">Lawson Mardon Group Ltd. of <COREF ID='7'>Surrey</COREF></COREF> said
<coref ID=101 TYPE="IDENT" REF="100" STATUS="OPT">it</coref> would. </s>
</TXT>
</DOC>
"""


def test_definition(muc):
    """The example of the task definition, with a nested mention added."""
    (document,), report = muc(DEFINITION)
    assert (document.name, document.origin.line) == ("891102-0148", 1)
    assert " ".join(document.words) == "Firm & Co. Lawson Mardon Group Ltd. of Surrey said it would ."
    assert document.sentence_starts == document.paragraph_starts == [0, 3]
    whole, surrey, it = document.mentions
    assert (whole.span, whole.entity, whole.head, whole.other) == ((3, 9), "100", 6, {"minspan": "1,2,3,4"})
    assert (surrey.span, surrey.entity, surrey.other) == ((8, 9), "7", {"minspan": "1"})
    assert (it.span, it.entity) == ((10, 11), "100")
    assert it.other == {"type": "IDENT", "status": "OPT", "minspan": "1"}
    assert not report.misfits


def coref(number: object, word: str, ref: object = None, more: str = "") -> str:
    return f'<COREF ID="{number}"{f" REF={ref!r}" if ref is not None else ""} {more}>{word}</COREF> '


def entities(document):
    return [mention.entity for mention in document.mentions]


def test_chains(muc):
    text = coref(1, "a", "3") + coref(2, "b", "1") + coref(3, "c") + coref(4, "d", "2") + coref(5, "e")
    (document,), _ = muc(text)
    assert entities(document) == ["3", "3", "3", "3", "5"]


def test_circles(muc):
    text = coref(1, "a", "3") + coref(9, "b", "3") + coref(3, "c", "9") + coref(4, "d", "4") + coref(5, "e", "4")
    (document,), _ = muc(text)
    assert entities(document) == ["9", "9", "9", "4", "4"]


def test_a_long_chain(muc):
    text = "".join(coref(n, "a", n + 1) for n in range(20_000)) + coref(20_000, "a")
    (document,), _ = muc(text)
    assert set(entities(document)) == {"20000"}


def test_other_types_stand_apart(muc):
    text = coref(1, "a") + coref(2, "b", 1, 'TYPE="PART"') + coref(3, "c", 2, 'TYPE="ident"')
    (document,), _ = muc(text)
    assert entities(document) == ["1", "2", "2"]
    assert document.mentions[1].other == {"type": "PART", "ref": "1", "minspan": "1"}


@pytest.mark.parametrize(
    ("minimum", "mention", "minspan"),
    [
        ("art", "the party's art", "4"),
        ("part", "the party's art", "2"),
        ("no|art", "the party's art", "4"),
        ("Ford  Motor Co.", "Ford\nMotor Co. of Dearborn", "1,2,3"),
        ("R&amp;D", "the R&AMP;D unit", "2"),
        ("party's", "the party's art", "2,3"),
        ("|art", "art", "1"),
        ("art", "Art", ""),
        ("the old party", "the party", ""),
        ("|", "the party", ""),
    ],
)
def test_minimum(muc, minimum, mention, minspan):
    (document,), report = muc(f'Then\n<COREF ID="1" MIN="{minimum}">{mention}</COREF> left.')
    assert document.mentions[0].other.get("minspan", "") == minspan
    assert document.mentions[0].head == (int(minspan.split(",")[-1]) if minspan else None)
    assert len(report.misfits) == (not minspan)
    if not minspan:
        assert "is not in" in str(report.misfits[0])
        assert report.misfits[0].line == 2


def test_parts_of_words(muc):
    """Some annotators mark parts of the tokenizer's words; mentions without any word are left out."""
    (document,), report = muc(coref(1, "London") + "is " + '<COREF ID="2">Lon</COREF>don. ' + coref(3, " "))
    assert spans(document) == [(0, 1, "1"), (2, 3, "2")]
    assert ["is read as 'London'" in str(error) or "has no word" in str(error) for error in report.misfits] == [
        True
    ] * 2
    assert "'London'" in str(report.misfits[0])


def test_sentences_without_tags(muc):
    (document,), _ = muc("<DOC><DOCNO>n</DOCNO><SLUG>slug</SLUG><TEXT>One. Two.</TEXT></DOC>")
    assert [document.words[start] for start in document.sentence_starts] == ["slug", "One", "Two"]


def test_several_documents(muc):
    text = DEFINITION + "between\n<doc>\n" + coref(1, "a") + "\n<DOC><DOCID>third</DOCID>c</DOC>\n"
    found, _ = muc(text)
    assert [(document.name, document.origin.line, spans(document)) for document in found[1:]] == [
        ("x", 11, [(0, 1, "1")]),
        ("third", 13, []),
    ]


def test_a_document_with_an_error_is_skipped_alone(muc):
    text = "<DOC><DOCID>a</DOCID></COREF></DOC>\n<DOC><DOCID>b</DOCID>\n" + coref(1, "b") + "</DOC>"
    found, report = muc(text, on_error="skip")
    assert [document.name for document in found] == ["b"]
    assert str(report.skipped[0]).endswith("(document a): a </COREF> closes nothing. Delete it, or open the COREF")


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("a </COREF>", "a </COREF> closes nothing", 3),
        ('<COREF ID="1"> a\n\n', "the COREF is not closed", 3),
        ('a\n<COREF ID="1">a</COREF>\n<COREF ID="2"><COREF ID="3">b</COREF>', "the COREF is not closed", 5),
        ("<COREF>a</COREF>", "a COREF has no ID", 3),
        (coref(1, "a", 2), "there is no COREF with the ID 2", 3),
        (coref(1, "a") + "\n" + coref(1, "b"), "the ID 1 is used here a second time, first in line 3", 4),
        ("".join(f'<COREF ID="{n}">' for n in range(100_000)), "nested more than 200 deep", 3),
        (coref(1, "a", None, f'MIN="{"|" * 101}"'), "more than 100 alternatives", 3),
        ('<COREF ID="1"><COREF ID="2">a</COREF></COREF>', 'the span "a" is annotated in chain 1 and in chain 2', 3),
    ],
)
def test_errors(muc, text, message, line):
    with pytest.raises(FormatError) as caught:
        muc(f"<DOC>\n<DOCID>d</DOCID>\n{text}\n</DOC>")
    assert message in caught.value.message
    assert (Path(caught.value.file).name, caught.value.line, caught.value.document) == ("x.muc", line, "d")


def test_empty(muc):
    with pytest.raises(FormatError, match="the file is empty"):
        muc(" \n")
    assert muc("<DOC></DOC>")[0][0].words == []


@pytest.mark.parametrize(
    "text",
    [
        "<DOC> " * 10_000,
        "<DOCID> " * 200_000,
        "</DOC> " * 200_000,
        f'<COREF ID="{"1" * 10_000_000}">a</COREF>',
        f'<COREF ID="1" MIN="{"b " * 50_000}">{"b " * 100_000}a</COREF>',
        f'<COREF {"a" * 10_000_000} ID="1">a</COREF>',
        '<COREF ID="1" MIN="' + "a " * 200_000,
        "a\x00b " * 10_000,
    ],
)
def test_hostile(muc, text):
    began = time.monotonic()
    assert muc(text)[0] is not None
    assert time.monotonic() - began < 60


def test_not_written(tmp_path):
    with pytest.raises(SettingError, match="muc can only be read"):
        write([], tmp_path / "x.muc")


def test_is_told_by_its_content(tmp_path):
    path = tmp_path / "x.key.1"
    path.write_text(DEFINITION)
    assert [document.name for document in read(path)] == ["891102-0148"]


@pytest.mark.parametrize("name", ["bakery", "ferry"])
def test_samples(name):
    """The sample equals that in CoNLL-U as far as MUC can represent it: no types, and ids only for mentions."""
    (known,) = read(SAMPLES / f"{name}.conllu")
    report = ReadReport()
    (found,) = read(SAMPLES / f"{name}.muc", report=report)
    for attribute in ("name", "words", "spaces", "sentence_starts", "paragraph_starts"):
        assert getattr(found, attribute) == getattr(known, attribute)
    assert [(m.span, m.head) for m in found.mentions] == [(m.span, m.head) for m in known.mentions]
    assert found.labels().tolist() == known.labels().tolist()
    assert not report.misfits
