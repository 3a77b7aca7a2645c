"""White space, control and zero-width characters, and what looks like markup: no format changes them silently."""

from __future__ import annotations

import pytest
from helpers.documents import SAMPLES
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corefpipe.chains.documents import from_doc
from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.exceptions import CorefpipeError, FormatError
from corefpipe.formats import FORMATS, ReadReport, WriteReport, read, write
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.tokens import tokenize
from corefpipe.parsing.pipelines import load_base

SPACES = ["  ", "\n", "\n\n", "\t", "\r\n", "\r", "\x85", "\x0b", "\x0c", "\x1c", "\u2028", "\u00a0", "\u3000"]
PIECES = [
    *(
        "a",
        "Ann",
        "é",
        "e\u0301",
        "😀",
        ".",
        "!",
        "#",
        "-",
        "_",
        "*",
        "|",
        "=",
        "%",
        "%2D",
        "\\",
        "\\s",
        "\\u0020",
        "&amp;",
    ),
    *("#end document", "#enddocument", "#begin document (x); part 000", "# newdoc id = x", "</DOC>", "T1\tX 0 1"),
    *("(", "(1)", "1)", "[", "]", "[a|1]", "<b>", "Entity=(e1)", "SpaceAfter=No", "{", '"', "'", "SpaceX.", "Go--"),
    *("\x00", "\x01", "\x1b", "\x7f", "\u200b", "\u200d", "\ufeff", "\u00ad", "\u2060", "\u202e", "\uffff"),
]
NAMES = ["conllu", "conll", "jsonl", "docbin", "parquet", "inline", "brat", "ace", "text"]
OF_TEXT = {"text", "raw text", "text that words do not spell", "carriage returns"}
OF_WORDS = {"words", "white space within words", "white space around words"}


@st.composite
def odd(draw):
    """A document of odd words: those of a text, words alone, or words with odd gaps between them."""
    piece = st.sampled_from([*PIECES, *SPACES, " ", " "])
    kind = draw(st.sampled_from(["text", "words", "gaps"]))
    if kind == "text":
        text = "".join(draw(st.lists(piece, min_size=1, max_size=10)))
        document = Document("d", **tokenize(text, Place("f"), Reading()).columns(), text=text)
    else:
        words = draw(st.lists(st.lists(piece, min_size=1, max_size=3).map("".join), min_size=1, max_size=5))
        words = [word for word in words if not word.isspace()] or ["a"]
        document = Document("d", words=words, sentence_starts=[0])
        if kind == "gaps":
            gap = st.sampled_from(["", " ", *SPACES])
            text, offsets = draw(st.sampled_from(["", " ", "\ufeff", "\n"])), []
            for word in words:
                offsets.append(len(text))
                text += word + draw(gap)
            document.text, document.offsets = text, offsets
    size = len(document.words)
    for _ in range(draw(st.integers(0, 3)) if size else 0):
        start = draw(st.integers(0, size - 1))
        mention = Mention(start, draw(st.integers(start + 1, size)), draw(st.sampled_from("12")))
        crosses = any(m.start < mention.start < m.end < mention.end for m in document.mentions)
        crosses |= any(mention.start < m.start < mention.end < m.end for m in document.mentions)
        if not crosses and all(m.span != mention.span for m in document.mentions):
            document.mentions.append(mention)
    document.mentions = sort_mentions(document.mentions)
    return document


def chains(document, value):
    """A value of each mention with the number of its chain."""
    return [(value(mention), int(label)) for mention, label in zip(document.mentions, document.labels(), strict=True)]


@pytest.mark.parametrize("name", NAMES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=odd())
def test_what_is_written_is_read_or_reported(tmp_path, name, document):
    form = FORMATS[name]
    path = tmp_path / f"d{form.extensions[0]}"
    written, found = WriteReport(), ReadReport()
    try:
        write(document, path, name, report=written)
    except CorefpipeError:
        return
    (again,) = read(path, name, repeats="keep", report=found)
    lost = written.lost.keys()
    if not OF_WORDS & lost and document.words:
        assert again.words == document.words
    if not OF_TEXT & lost and document.text:
        assert again.text == document.text
    if "mentions" not in form.holds:
        return
    if "words" in form.holds:
        assert chains(again, lambda mention: mention.span) == chains(document, lambda mention: mention.span)
    elif not found.misfits and document.text:
        assert chains(again, lambda m: again.surface(m).strip()) == chains(
            document, lambda m: document.surface(m).strip()
        )


@pytest.mark.parametrize("name", ["inline", "brat", "ace"])
def test_formats_of_characters_have_the_words_of_the_pipeline(tmp_path, name):
    text = "\ufeffAnn\u200b met \u200dBo\ufeff, “Hi”. She works at SpaceX. Go-- <b>his</b> a\u200bb\u00ad it\ufeff's"
    document = from_doc(load_base("en").tokenizer(text), "d")
    document.mentions = [Mention(word, word + 1, str(word)) for word in range(len(document))]
    report = ReadReport()
    path = tmp_path / f"d{FORMATS[name].extensions[0]}"
    write(document, path)
    (again,) = read(path, report=report)
    assert (again.text, again.words, report.misfits) == (text, document.words, [])
    assert [again.surface(mention) for mention in again.mentions] == document.words


def test_white_space_of_conllu_is_as_udpipe_writes_it(tmp_path):
    text = " \r\nAnn  met\x85Bo|\tand\u2028 \\ her.\n\n\nShe left\u00a0\n"
    document = Document("d", **tokenize(text, Place("f"), Reading()).columns(), text=text)
    write(document, tmp_path / "d.conllu")
    content = (tmp_path / "d.conllu").read_text(encoding="utf-8")
    assert [line.split("\t")[9] for line in content.splitlines() if "\t" in line] == [
        r"SpacesAfter=\s\s|SpacesBefore=\s\r\n",
        r"SpacesAfter=\u0085",
        r"SpacesAfter=\t",
        r"SpacesAfter=\u2028\s",
        "_",
        "SpaceAfter=No",
        r"SpacesAfter=\n\n\n",
        "_",
        r"SpacesAfter=\u00a0\n",
    ]
    (again,) = read(tmp_path / "d.conllu")
    assert (again.text, again.offsets, again.spaces) == (text, document.offsets, document.spaces)
    write(again, tmp_path / "e.conllu")
    assert (tmp_path / "e.conllu").read_bytes() == (tmp_path / "d.conllu").read_bytes()
    # Without the text, it stays where it was.
    (again,) = read(tmp_path / "d.conllu", columns=["other"])
    write(again, tmp_path / "f.conllu")
    assert (tmp_path / "f.conllu").read_bytes() == (tmp_path / "d.conllu").read_bytes()


def test_white_space_after_a_multiword_token_and_within_a_word(tmp_path):
    rows = [
        ("1-2", "del", r"SpacesAfter=\n\s|SpacesBefore=\t|X=1"),
        ("1", "de", "_"),
        ("2", "el", "_"),
        ("3", "10000", r"SpacesInToken=10\s000"),
        ("4", "a_b", r"SpacesInToken=a\tb"),
    ]
    lines = ["\t".join([number, form, *"_______", misc]) for number, form, misc in rows]
    (tmp_path / "d.conllu").write_text("# newdoc id = d\n" + "\n".join(lines) + "\n\n")
    (document,) = read(tmp_path / "d.conllu")
    assert document.words == ["de", "el", "10000", "a\tb"]
    assert document.text == "\tdel\n 10000 a\tb"
    write(document, tmp_path / "e.conllu")
    content = (tmp_path / "e.conllu").read_text()
    assert [line for line in content.splitlines() if "\t" in line] == lines
    (again,) = read(tmp_path / "e.conllu")
    assert (again.words, again.text, again.offsets) == (document.words, document.text, document.offsets)


def test_a_byte_order_mark_counts_in_brat_or_does_not(tmp_path):
    for marked, offsets in ((True, "1 4"), (True, "0 3"), (False, "0 3")):
        (tmp_path / "d.txt").write_text("\ufeff" * marked + "Ann ran.", encoding="utf-8")
        (tmp_path / "d.ann").write_text(f"T1\tperson {offsets}\tAnn\n")
        (document,) = read(tmp_path / "d.ann")
        assert [document.surface(mention) for mention in document.mentions] == ["Ann"]


def test_what_is_lost_of_texts_and_words_is_reported(tmp_path):
    raw = Document("d", text="Ann ran.\r\n")
    gone = Document("d", words=["Ann"], sentence_starts=[0], text="Anna", offsets=[1])
    odd = Document("d", words=["a b", " c"], sentence_starts=[0])
    for document, ending, expected in (
        (raw, "conllu", {"raw text"}),
        (raw, "txt", {"carriage returns"}),
        (raw, "jsonl", {"text"}),
        (gone, "conllu", {"text that words do not spell"}),
        (gone, "parquet", set()),
        (odd, "conll", {"white space within words", "white space around words"}),
        (odd, "jsonl", {"white space around words"}),
        (odd, "conllu", set()),
    ):
        report = WriteReport()
        write(document, tmp_path / f"x.{ending}", report=report)
        assert report.lost.keys() & (OF_TEXT | OF_WORDS) == expected, ending


def test_samples_have_no_odd_white_space():
    for name in ("bakery", "ferry"):
        assert "Spaces" not in (SAMPLES / f"{name}.conllu").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("jsonl", '{"doc_key": "d", "text": "Ann \\ud83d ran", "clusters": []}'),
        (
            "winograd",
            '{"id": "d", "text": "Ann \\ud83d saw Bo as she ran.", "pronoun": [16, 19], "candidates": [[0, 3, true]]}',
        ),
    ],
)
def test_half_of_a_surrogate_pair_in_a_text_is_an_error_of_its_line(tmp_path, name, line):
    (tmp_path / "d.jsonl").write_text(line + "\n")
    with pytest.raises(FormatError, match=r"d\.jsonl:1 .*half of a surrogate pair"):
        list(read(tmp_path / "d.jsonl", name))
