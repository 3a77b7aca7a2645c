"""brat standoff: the lines that are read, errors with line numbers, and round trips."""

import time
from dataclasses import replace

import pytest
from helpers.documents import SAMPLES
from helpers.quotations import quotations
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.document import Document, Mention, Quotation, sort_mentions
from corefpipe.exceptions import FormatError
from corefpipe.formats import ReadReport, read, write
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.tokens import tokenize

TEXT = "Ann met Bo Lee in North and South America.\nShe\nliked him.\n"


SAID = "T1\tQuotation 0 3\tAnn\nE1\tQuotation:T1\n"
"""A quotation, for errors in its note."""


def brat(folder, annotations, text=TEXT, **settings):
    (folder / "a.txt").write_bytes(text.encode())
    (folder / "a.ann").write_bytes(annotations.encode())
    return list(read(folder / "a.ann", **settings))


def told(document):
    """(entity, text, type) of each mention."""
    return [(m.entity, document.surface(m), m.type) for m in document.mentions]


def characters(document):
    """The chains: for each mention the character spans of its fragments, and its type."""
    offsets, words = document.offsets, document.words
    return [
        [
            (tuple((offsets[s], offsets[e - 1] + len(words[e - 1])) for s, e in m.fragments or (m.span,)), m.type)
            for m in chain
        ]
        for chain in document.chains().values()
    ]


def test_lines(tmp_path):
    (document,) = brat(
        tmp_path,
        "R1\tCoref Arg1:T4 Arg2:T1\n"
        "T1\tPER 0 3\tAnn\n"
        "T2\tPER 8 14\tBo Lee\n"
        "T3\tLOC 18 23;34 41\tNorth America\n"
        "T4\tPER 43 46\tShe\n"
        "T5\tPER 53 56\thim\n"
        "T6\tAct 47 52\n"
        "*\tEquiv T5 T2\n"
        "R2\tLocated Arg1:T2 Arg2:T3\t\n"
        "A1\tNegated T6\n"
        "M1\tNegated T6\n"
        "N1\tReference T3 Wiki:1\tAmerica\n"
        "#1\tAnnotatorNotes T1\tsure?\n"
        "\n",
    )
    assert (document.name, document.text) == ("a", TEXT)
    assert told(document) == [
        ("T1", "Ann", "PER"),
        ("T2", "Bo Lee", "PER"),
        ("T3", "North … America", "LOC"),
        ("T1", "She", "PER"),
        ("T6", "liked", "Act"),
        ("T2", "him", "PER"),
    ]
    assert (document.sentence_starts, document.words[11:13]) == ([0, 10], ["liked", "him"])


@pytest.mark.parametrize("link", ["R1\tcoreference Anaphor:E1 Antecedent:T1", "*\tCOREF T1 E1", "*\tIdent E1 T1 T1"])
def test_names_of_links_and_events(tmp_path, link):
    (document,) = brat(tmp_path, f"{link}\nT1\tPER 0 3\tAnn\nT2\tAct 4 7\tmet\nE1\tAct:T2 Agent:T1\n")
    assert [m.entity for m in document.mentions] == ["T1", "T1"]


def test_line_breaks_within_mentions(tmp_path):
    (document,) = brat(tmp_path, "T1\tX 43 46;47 52\tShe liked\nT2\tX 43 52\tShe liked\n", repeats="keep")
    assert [(m.span, m.fragments) for m in document.mentions] == [((10, 12), ())] * 2
    write(document, tmp_path / "b.ann")
    assert (tmp_path / "b.ann").read_text().startswith("T1\tX 43 46;47 52\tShe liked\n")
    assert (tmp_path / "b.txt").read_bytes() == TEXT.encode()


def test_no_annotations_is_a_document(tmp_path):
    (document,) = brat(tmp_path, "")
    assert (document.mentions, document.words[0]) == ([], "Ann")


def test_characters_that_are_no_words(tmp_path):
    report = ReadReport()
    (document,) = brat(
        tmp_path, "T1\tX 8 10\tBo\nT2\tX 10 13\t Le\nT3\tX 3 4\t \nR1\tCoref Arg1:T3 Arg2:T1\n", report=report
    )
    assert [document.surface(m) for m in document.mentions] == ["Bo", "Lee"]
    assert [error.message for error in report.misfits] == [
        "the mention ' Le' in characters 10 to 13 is not whole words; it is read as 'Lee'",
        "the mention ' ' in characters 3 to 4 has no words and is left out",
    ]


def test_offsets_are_characters_and_line_ends_count(tmp_path):
    text = "😀 Zoë\r\n\r\nund Ann"
    (document,) = brat(tmp_path, "T1\tP 2 5\tZoë\r\nT2\tP 13 16\tAnn\r\n", text)
    assert [document.surface(m) for m in document.mentions] == ["Zoë", "Ann"]
    assert document.text == text


def test_written(tmp_path):
    document = Document(
        "a",
        words=["Ann", "saw", "her", "dog"],
        mentions=[Mention(0, 1, "x", type="a b"), Mention(2, 4, "y"), Mention(2, 3, "x", type="P")],
        spaces=[True, True, True, False],
    )
    write(document, tmp_path / "o.ann")
    assert (tmp_path / "o.ann").read_text() == (
        "T1\ta_b 0 3\tAnn\nT2\tMention 8 15\ther dog\nT3\tP 8 11\ther\nR1\tCoref Arg1:T3 Arg2:T1\n"
    )
    (back,) = read(tmp_path / "o.ann")
    assert told(back) == [("T1", "Ann", "a_b"), ("T2", "her dog", ""), ("T1", "her", "P")]


def test_a_text_that_is_not_tokenized(tmp_path):
    write(Document("a", text=TEXT), tmp_path / "o.ann")
    assert (tmp_path / "o.txt").read_text() == TEXT


@pytest.mark.parametrize("name", ["bakery", "ferry"])
def test_samples(name, tmp_path):
    (full,), (found,) = read(SAMPLES / f"{name}.conllu"), read(SAMPLES / f"{name}.ann")
    assert (found.name, found.text, found.words) == (name, full.text + "\n", full.words)
    assert (found.sentence_starts, found.paragraph_starts) == (full.sentence_starts, full.paragraph_starts)
    assert characters(found) == characters(full)
    write(full, tmp_path / "x.ann")
    assert (tmp_path / "x.ann").read_bytes() == (SAMPLES / f"{name}.ann").read_bytes()


@st.composite
def annotated(draw):
    """A document of any text, with mentions of whole words, some of them discontinuous."""
    text = draw(st.text(st.sampled_from("abcé😀.,' \t\n\r'-()A"), max_size=40))
    found = tokenize(text, Place("f"), Reading())
    size = len(found.words)
    mentions = []
    for _ in range(draw(st.integers(0, 6)) if size else 0):
        cuts = sorted(draw(st.sets(st.integers(0, size), min_size=2, max_size=6)))
        pieces = tuple(zip(cuts[::2], cuts[1::2], strict=False))
        kind, entity = draw(st.sampled_from(["", "PER", "x-y:1"])), draw(st.sampled_from("123"))
        if all(m.span != (pieces[0][0], pieces[-1][1]) for m in mentions):
            fragments = pieces if len(pieces) > 1 else ()
            mentions.append(Mention(pieces[0][0], pieces[-1][1], entity, type=kind, fragments=fragments))
    return Document(
        "a",
        words=found.words,
        sentence_starts=found.sentence_starts,
        mentions=sort_mentions(mentions),
        text=text,
        offsets=found.offsets,
        spaces=found.spaces,
        paragraph_starts=found.paragraph_starts,
        quotations=draw(quotations(size, [mention.entity for mention in mentions])) if size else [],
    )


@given(annotated())
def test_reads_back_what_it_writes(tmp_path_factory, document):
    path = tmp_path_factory.mktemp("brat") / "a.ann"
    write(document, path)
    (back,) = read(path)
    assert (back.text, back.words, back.sentence_starts) == (document.text, document.words, document.sentence_starts)
    assert characters(back) == characters(document)
    ids = dict(zip(document.chains(), back.chains(), strict=True)) | {"": ""}
    assert back.quotations == [
        replace(one, speaker=ids[one.speaker], addressee=ids[one.addressee]) for one in document.quotations
    ]


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ("T1 PER 0 3 Ann", 1, "'T1 PER 0 3 Ann' is not an annotation"),
        ("T1\tPER 0 3\tAnn\n\nTx\tPER 0 3\tAnn", 3, "is not an annotation"),
        ("T1\tPER 0 3\tAnn\nT1\tPER 8 10\tBo", 2, "T1 is used a second time, first in line 1"),
        ("T1\tPER 0\tAnn", 1, "T1 has the offsets '0'"),
        ("T1\tPER -1 3\tAnn", 1, "T1 has the offsets '-1 3'"),
        ("T1\tPER 0 ٣\tAnn", 1, "T1 has the offsets"),
        ("T1\tPER 0 3;\tAnn", 1, "T1 has the offsets '0 3;'"),
        ("T1\tPER 0 999999999999\tAnn", 1, "T1 has characters 0 to 999999999999 of a text of 58"),
        ("T1\tPER 0 9999999999999999999999\tAnn", 1, "T1 has the offsets"),
        ("T1\tPER 3 0\tAnn", 1, "T1 has characters 3 to 0"),
        ("T1\tPER 0 3;2 5\tAnn", 1, "the parts of T1 overlap"),
        ("T1\tPER 0 3\tBob", 1, "T1 is 'Bob', but the text at its offsets is 'Ann'"),
        ("T1\tPER 0 3\tA\0n", 1, "T1 is 'A\\x00n'"),
        ("T1\tPER 0 3\tAnn\nR1\tCoref Arg1:T1 Arg2:T9", 2, "there is no text-bound annotation T9"),
        ("R1\tCoref Arg1:E1 Arg2:E1\nE1\tX:T3", 1, "there is no text-bound annotation E1"),
        ("R1\tCoref Arg1:T1", 1, "R1 does not relate two annotations"),
        ("R1\tCoref T1 T2", 1, "R1 does not relate two annotations"),
        ("T1\tQuotation 0 3\tAnn\nE1\tQuotation:T1 Speaker:T7", 2, "there is no text-bound annotation T7"),
        ("E1\tQuotation:T1", 1, "there is no text-bound annotation T1"),
        (f"{SAID}#1\tAnnotatorNotes E1\tturn=-1", 2, "the note of E1 has turn=-1"),
        (f"{SAID}#1\tAnnotatorNotes E1\tspeaker=1.5", 2, "the note of E1 has speaker=1.5"),
        (f"{SAID}#1\tAnnotatorNotes E1\taddressee=sure", 2, "the note of E1 has addressee=sure"),
        ("T1\tP 0 3\tAnn\nT2\tP 0 3\tAnn", 2, 'the span "Ann" is annotated in chain T1 and in chain T2'),
    ],
)
def test_errors(tmp_path, lines, line, message):
    with pytest.raises(FormatError) as caught:
        brat(tmp_path, lines)
    assert (caught.value.file, caught.value.line) == (str(tmp_path / "a.ann"), line)
    assert message in caught.value.message
    assert caught.value.cure
    report = ReadReport()
    assert brat(tmp_path, lines, on_error="skip", report=report) == []
    assert len(report.skipped) == 1


def test_quotations(tmp_path):
    text = "“Go,” said Ann to Bo, “or stay.” “No,” he said."
    lines = [
        "T1\tPER 11 14\tAnn",
        "T2\tPER 39 41\the",
        "R1\tCoref Arg1:T2 Arg2:T1",
        "T3\tQuotation 1 4;23 31\tGo, or stay.",
        "T4\tQuotation 34 37\tNo,",
        "T5\tCue 6 10\tsaid",
        "T6\tAddressee 18 20\tBo",
        "E1\tQuotation:T3 Speaker:T1 Addressee:T6 Cue:T5",
        "E2\tQuotation:T4 Speaker:T2 AddresseeEntity:T1",
        "#1\tAnnotatorNotes E1\tspeaker=0.9 surely",
        "#2\tAnnotatorNotes T1\tAnn!",
    ]
    report = ReadReport()
    (document,) = brat(tmp_path, "\n".join(lines), text, report=report)
    assert told(document) == [("T1", "Ann", "PER"), ("T1", "he", "PER")]
    assert document.quotations == [
        Quotation(1, 3, "T1", (5, 6), 0.9, 0, (4, 5), "", (7, 8)),
        Quotation(10, 13, "T1", (5, 6), 0.9, 0, (4, 5), "", (7, 8)),
        Quotation(15, 17, "T1", (18, 19), turn=1, addressee="T1"),
    ]
    assert report.passed_over == {"brat's # lines": 1}
    write(document, tmp_path / "b.ann")
    assert (tmp_path / "b.ann").read_text(encoding="utf-8").splitlines()[3:] == [
        "T3\tQuotation 1 4\tGo,",
        "T4\tAddressee 18 20\tBo",
        "T5\tCue 6 10\tsaid",
        "T6\tQuotation 23 31\tor stay.",
        "T7\tQuotation 34 37\tNo,",
        "E1\tQuotation:T3 Speaker:T1 Addressee:T4 Cue:T5",
        "#1\tAnnotatorNotes E1\tturn=0 speaker=0.9",
        "E2\tQuotation:T6 Speaker:T1 Addressee:T4 Cue:T5",
        "#2\tAnnotatorNotes E2\tturn=0 speaker=0.9",
        "E3\tQuotation:T7 Speaker:T2 AddresseeEntity:T1",
        "#3\tAnnotatorNotes E3\tturn=1",
    ]
    (back,) = read(tmp_path / "b.ann")
    assert back.quotations == document.quotations


def test_the_text_is_missing_or_no_utf8(tmp_path):
    brat(tmp_path, "T1\tPER 0 3\tAnn\n")
    (tmp_path / "a.txt").write_bytes(b"Ann\xff")
    with pytest.raises(FormatError, match=r"a\.txt:1.*byte 4 of the line, 0xFF"):
        list(read(tmp_path / "a.ann"))
    (tmp_path / "a.txt").unlink()
    with pytest.raises(FormatError, match=r"the text is missing. Put a\.txt beside it"):
        list(read(tmp_path / "a.ann"))


def test_a_long_chain_and_a_ring(tmp_path):
    size = 30_000
    text = "a " * size
    lines = [f"T{i}\tX {2 * i} {2 * i + 1}\ta\n" for i in range(size)]
    # Relations in reverse order that form a cycle, then all mentions again in one equivalence.
    lines += [f"R{i}\tCoref Arg1:T{i} Arg2:T{(i + 1) % size}\n" for i in reversed(range(size))]
    lines += ["*\tCoref " + " ".join(f"T{i}" for i in range(size)) + "\n"]
    begin = time.perf_counter()
    (document,) = brat(tmp_path, "".join(lines), text)
    assert time.perf_counter() - begin < 10
    assert {m.entity for m in document.mentions} == {"T0"}
