r"""Inline annotation: texts with brackets that a person types, errors with line and column, and round trips."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.documents import SAMPLES
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.formats import FORMATS, ReadReport, WriteReport, read, write
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.registry import format_by_extension, format_of_file
from corefpipe.formats.tokens import tokenize

PARCEL = """# title: A late parcel
# kind: support ticket
# split: train
# licence: CC BY 4.0

[Mary Bell|1:person] lost [[her|1] keys|2].
"""


def inline(folder, content, **settings):
    path = folder / "a.coref.txt"
    path.write_bytes(content.encode())
    return list(read(path, **settings))


def told(document):
    """(entity, text, type) of each mention."""
    return [(m.entity, document.surface(m), m.type) for m in document.mentions]


def written(document):
    """The file of a document, without the header."""
    stream = _Stream()
    FORMATS["inline"].write_document(document, stream)
    return "".join(stream).partition("\n\n")[2]


class _Stream(list):
    def write(self, piece):
        self.append(piece)

    writelines = list.extend


def test_header_text_and_mentions(tmp_path):
    (document,) = inline(tmp_path, PARCEL)
    assert (document.name, document.genre, document.part) == ("a", "support ticket", 0)
    assert list(document.metadata.items()) == [("title", "A late parcel"), ("split", "train"), ("licence", "CC BY 4.0")]
    assert document.text == "Mary Bell lost her keys.\n"
    assert told(document) == [("1", "Mary Bell", "person"), ("2", "her keys", ""), ("1", "her", "")]
    assert document.words == ["Mary", "Bell", "lost", "her", "keys", "."]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Ann.\n\nBo.", "Ann.\n\nBo."),
        ("\n\nAnn.\r\nBo.\r\n", "\n\nAnn.\r\nBo.\r\n"),
        ("# name: b\r\n\r\nAnn.\r\n", "Ann.\r\n"),
        ("# name: b\n\n\n  Ann.\n", "\n  Ann.\n"),
        ("# name: b\n \t\n# Ann.\n", "# Ann.\n"),
        ("# name: b\n", ""),
        (r"\# no: header", "# no: header"),
        (r"a \[b\] \| | \\ \# #", "a [b] | | \\ # #"),
        (r"C:\\new", r"C:\new"),
    ],
)
def test_the_text_is_all_after_the_header(tmp_path, content, text):
    (document,) = inline(tmp_path, content)
    assert document.text == text
    assert document.name == ("b" if "name:" in content else "a")


def test_escapes_within_mentions(tmp_path):
    (document,) = inline(tmp_path, "[a \\[b\\] c\\|d \\\\|x-1.é_:A:b/c] | [e|2]")
    assert document.text == "a [b] c|d \\ | e"
    assert told(document) == [("x-1.é_", "a [b] c|d \\", "A:b/c"), ("2", "e", "")]


def test_reserved_lines_of_the_header(tmp_path):
    (document,) = inline(
        tmp_path, "# format: corefpipe inline\n# name: bc/x y\n# part: 3\n# time: 12:30\n# kind:\n\nAnn"
    )
    assert (document.name, document.part, document.genre, document.metadata) == ("bc/x y", 3, "", {"time": "12:30"})


def test_mentions_that_are_no_whole_words(tmp_path):
    report = ReadReport()
    (document,) = inline(tmp_path, "Hi,\n[North|1]erners and [Ann|2]'s", report=report)
    assert told(document) == [("1", "Northerners", ""), ("2", "Ann", "")]
    (misfit,) = report.misfits
    assert (misfit.line, misfit.column) == (2, 1)
    assert "is not whole words; it is read as 'Northerners'" in misfit.message


ERRORS = [
    (
        "Ann [and\n[Bo|1].\n",
        1,
        5,
        "the mention '[and\\n[Bo|1].\\n' that opens here is never closed. Write `|ID]` after",
    ),
    ("Ann and Bo|1].", 1, 13, "this `]` closes no mention. Open it with `[`"),
    (
        "See\n[sic] and [Bo|1].",
        2,
        5,
        "the mention '[sic', opened in line 2, column 1, has no `|ID`. Write `|ID]`; if the",
    ),
    ("[Ann|] ran", 1, 5, "the mention '[Ann' has no ID"),
    ("[Ann|:person] ran", 1, 5, "the mention '[Ann' has no ID"),
    ("[Ann|1:] ran", 1, 5, "the mention '[Ann' has no type after its colon"),
    ("[Ann|1 ] ran", 1, 5, "after '[Ann' stands '|1 ] ran', which is neither `|ID]` nor `|ID:TYPE]`"),
    ("[Ann|1", 1, 5, "after '[Ann' stands '|1'"),
    ("[a|b|1] ran", 1, 3, "for a bar of the text write `\\|`"),
    ("A\n\n [|1] ran", 3, 2, "the mention is empty"),
    ("[[|1]|2] ran", 1, 2, "the mention is empty"),
    ("[ \n|1] ran", 1, 1, "the mention is only whitespace"),
    ("an [ old man|1] ran", 1, 5, "begins with whitespace. Move it before the `[`"),
    ("an [old man |1] ran", 1, 12, "ends with whitespace. Move it behind the `]`"),
    (
        "# title A\n\nAnn",
        1,
        1,
        "the header line '# title A' has no colon. Write `# key: value`; a header ends in a blank",
    ),
    ("# Chapter 1: Ann\n\nAnn", 1, 1, "is not `# key: value`, with one word as key"),
    ("#tag: 1\n\nAnn", 1, 1, "is not `# key: value`"),
    ("# title: A\nAnn ran", 2, 1, "the header line 'Ann ran' has no colon"),
    ("# title: A\n# title: B\n\nAnn", 2, 3, "the header has title a second time, first in line 1. Write it once"),
    ("# a: b\n# format: CoNLL\n\nAnn", 2, 1, "the header has format: 'CoNLL'. Write `# format: corefpipe inline`"),
    ("# part: one\n\nAnn", 1, 1, "the header has part: 'one'. Write a whole number"),
    ("# a: b\n\nAnn\nC:\\new", 4, 3, r"`\n` is no escape. For a backslash write `\\`; the other escapes are"),
    ("a \\\nb", 1, 3, "a backslash that ends the line is no escape"),
    ("a \\", 1, 3, "a backslash that ends the line is no escape"),
    ("Oh\n[[Ann|1]|1] ran", 2, 2, 'the span "Ann" is annotated twice in chain 1. Delete one of the two'),
    ("Oh\n[[Ann|2]|1] ran", 2, 2, 'the span "Ann" is annotated in chain 1 and in chain 2. Delete one of the two'),
]


@pytest.mark.parametrize(("content", "line", "column", "message"), ERRORS)
def test_errors(tmp_path, content, line, column, message):
    with pytest.raises(FormatError) as caught:
        inline(tmp_path, content)
    error = caught.value
    assert (error.file, error.line, error.column) == (str(tmp_path / "a.coref.txt"), line, column)
    assert str(error).startswith(f"{error.file}:{line}:{column} (document a): ")
    assert message in str(error)
    report = ReadReport()
    assert inline(tmp_path, content, on_error="skip", report=report) == []
    assert len(report.skipped) == 1


def test_files_without_content_or_in_another_encoding(tmp_path):
    for content in ("", " \n\n"):
        with pytest.raises(FormatError, match="the file is empty"):
            inline(tmp_path, content)
    (tmp_path / "a.coref.txt").write_bytes(b"# a: b\n\n[Ann\xff|1]")
    with pytest.raises(FormatError, match=r"a\.coref\.txt:3.*byte 5 of the line, 0xFF, is not UTF-8"):
        list(read(tmp_path / "a.coref.txt"))
    with pytest.raises(FormatError, match=r"the lines end in carriage returns only"):
        inline(tmp_path, "# a: b\r\r[Ann|1]\r")


def test_a_repeated_span_can_be_kept(tmp_path):
    (document,) = inline(tmp_path, "[[Ann|2]|1] ran", repeats="keep")
    assert [m.entity for m in document.mentions] == ["1", "2"]
    assert written(document) == "[[Ann|2]|1] ran"


def test_the_extension_is_longer_than_that_of_texts(tmp_path):
    assert format_by_extension(Path("x.coref.txt")) is FORMATS["inline"]
    assert format_by_extension(Path("x.COREF.TXT.gz"), to_write=True) is FORMATS["inline"]
    assert format_by_extension(Path("coref.txt")) is FORMATS["text"]
    assert FORMATS["inline"].named(Path("x.coref.txt.gz")) == "x"
    # The extension counts, even where the content looks like another format.
    for content in ('{"sentences": 1}', "T1\tPER", "<DOC> <COREF", "#begin document"):
        (tmp_path / "a.coref.txt").write_text(content)
        assert format_of_file(tmp_path / "a.coref.txt") is FORMATS["inline"]


def test_in_a_folder_beside_texts(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        inline(tmp_path / folder, PARCEL)
    assert [document.name for document in read(tmp_path)] == ["a/a", "b/a"]
    (tmp_path / "c.txt").write_text(PARCEL)
    with pytest.raises(FormatError, match="files of several formats: inline, text"):
        read(tmp_path)
    assert len(list(read(tmp_path, "inline"))) == 2
    assert [document.name for document in read(tmp_path, "text")] == ["c"]


@pytest.mark.parametrize(
    "content", [PARCEL, "[her|1] keys", "# format: other\n\n[a|1]", "## format: corefpipe inline\n", "[[wiki|link]]"]
)
def test_texts_are_not_taken_for_it(tmp_path, content):
    (tmp_path / "x.txt").write_text(content)
    assert [document.text for document in read(tmp_path / "x.txt")] == [content]


def test_what_is_written_is_recognised_under_any_name(tmp_path):
    (document,) = inline(tmp_path, PARCEL)
    write(document, tmp_path / "x.txt", "inline")
    assert list(read(tmp_path / "x.txt")) == [document]
    assert (
        tmp_path / "x.txt"
    ).read_text() == f"# format: corefpipe inline\n# name: a\n# kind: support ticket\n{PARCEL}".replace(
        "# kind: support ticket\n# title: A late parcel\n# kind: support ticket",
        "# kind: support ticket\n# title: A late parcel",
    )


@pytest.mark.parametrize("name", ["bakery", "ferry"])
def test_samples(name, tmp_path):
    (full,), (found,) = read(SAMPLES / f"{name}.conllu"), read(SAMPLES / f"{name}.coref.txt")
    assert (found.name, found.genre, found.text, found.words) == (name, full.genre, full.text + "\n", full.words)
    assert {(m.span, m.entity, m.type) for m in found.mentions} == {(m.span, m.entity, m.type) for m in full.mentions}
    report = WriteReport()
    write(replace(full, text=full.text + "\n"), tmp_path / "x.coref.txt", report=report)
    assert (tmp_path / "x.coref.txt").read_bytes() == (SAMPLES / f"{name}.coref.txt").read_bytes()
    assert report.lost["entity types"] == report.lost["genre"] == 0
    assert len(report.changed) == report.lost["discontinuous mentions"] == (name == "bakery")


def test_ids_and_types_that_cannot_be_written():
    mentions = [Mention(0, 1, "a b", type="x y]"), Mention(1, 2, "1"), Mention(2, 3, "a b"), Mention(3, 4, "")]
    document = Document("d", words=["a", "b", "c", "d"], sentence_starts=[0], mentions=mentions)
    assert written(document) == "[a|2:x_y_] [b|1] [c|2] [d|3]"


def test_what_the_header_cannot_hold(tmp_path):
    document = Document("d\n e", text="Ann", metadata={"title": "A", "number": 3, "two words": "x", "lines": "a\nb"})
    report = WriteReport()
    write(document, tmp_path / "x.coref.txt", report=report)
    (found,) = read(tmp_path / "x.coref.txt")
    assert (found.name, found.metadata) == ("d e", {"title": "A"})
    assert dict(report.lost) == {"table columns": 1}
    with pytest.raises(AnnotationError, match=r"document d: metadata has kind, which the header uses .*\. Rename it"):
        write(Document("d", metadata={"kind": "x"}), tmp_path / "x.coref.txt")


def test_metadata_is_among_the_losses_of_other_formats(tmp_path):
    for ending in ("conllu", "spacy", "conll"):
        report = WriteReport()
        write(
            Document("d", words=["a"], sentence_starts=[0], metadata={"title": "A"}),
            tmp_path / f"x.{ending}",
            report=report,
        )
        assert report.lost == {"metadata": 1}


@pytest.mark.parametrize("pieces", [(), ((1, 2), (3, 4))])
def test_crossing_mentions(tmp_path, pieces):
    mentions = [Mention(0, 3, "x"), Mention(1, 4, "y", fragments=pieces)]
    document = Document("d", words=["an", "old", "man", "ran"], sentence_starts=[0], mentions=mentions)
    with pytest.raises(AnnotationError) as caught:
        write(document, tmp_path / "x.coref.txt")
    shown = "old … ran" if pieces else "old man ran"
    assert str(caught.value) == (
        f'document d: the mention "an old man" of x (words 1 to 3) crosses the mention "{shown}" of y (words 2 to 4). '
        "Brackets in the text cannot represent this: delete one of the two, or write JSON lines or brat"
    )
    assert list(tmp_path.iterdir()) == []


TWO = """# format: corefpipe inline
# name: a/b
# kind: mail

[Ann|1:person] ran.
[She|1] fell.

# format: corefpipe inline \t
# name: c
# split: dev

[Bo|1].
"""


def test_several_documents(tmp_path):
    report = ReadReport()
    found = inline(tmp_path, TWO, report=report)
    assert [(one.name, one.genre, one.metadata, one.text) for one in found] == [
        ("a/b", "mail", {}, "Ann ran.\nShe fell.\n"),
        ("c", "", {"split": "dev"}, "Bo.\n"),
    ]
    assert [told(one) for one in found] == [[("1", "Ann", "person"), ("1", "She", "")], [("1", "Bo", "")]]
    assert [one.origin.line for one in found] == [1, 8]
    assert report.documents == 2
    (tmp_path / "x.txt").write_text(TWO)
    assert list(read(tmp_path / "x.txt")) == found


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        ("Ann\n# format: corefpipe inline\n\nBo", {"a": "Ann", "a_2": "Bo"}),
        ("Ann\n\n# format: corefpipe inline\n\n\n# format: corefpipe inline", {"a": "Ann\n", "a_2": "", "a_3": ""}),
        ("\n \n# format: corefpipe inline\n# name: b\n\nBo", {"b": "Bo"}),
        ("# name: b\n# format: corefpipe inline\n\nBo", {"b": "Bo"}),
        ("# name: b\n\n# format: corefpipe inline\n\nBo", {"b": "", "a_2": "Bo"}),
        ("A\r\n# format: corefpipe inline\r\n\r\nBo\r\n", {"a": "A", "a_2": "Bo\r\n"}),
        ("A\r\n# format: corefpipe inline\n\nBo\r\n", {"a": "A\r", "a_2": "Bo\r\n"}),
        ("A\n\\# format: corefpipe inline\nB", {"a": "A\n# format: corefpipe inline\nB"}),
        ("A\n # format: corefpipe inline\nB", {"a": "A\n # format: corefpipe inline\nB"}),
        ("A\n# format: corefpipe inline 2\nB", {"a": "A\n# format: corefpipe inline 2\nB"}),
    ],
)
def test_where_a_further_document_begins(tmp_path, content, texts):
    assert {one.name: one.text for one in inline(tmp_path, content)} == texts


@pytest.mark.parametrize(
    ("bad", "line", "column"),
    [("[Ann", 11, 1), ("[Ann|1]]", 11, 8), ("See\n\\d", 12, 1), ("[[Ann|1]|1]", 11, 2), ("\udcff", 11, None)],
)
def test_a_bad_document_does_not_lose_the_others(tmp_path, bad, line, column):
    first = TWO.partition("\n# format: corefpipe inline \t")[0]
    content = f"{first}\n# format: corefpipe inline\n# name: bad\n\n{bad}\n{TWO}"
    (tmp_path / "a.coref.txt").write_bytes(content.encode("utf-8", "surrogateescape"))
    report = ReadReport()
    found = list(read(tmp_path / "a.coref.txt", on_error="skip", report=report))
    assert [one.name for one in found] == ["a/b", "a/b", "c"]
    (error,) = report.skipped
    assert (error.file, error.line, error.column) == (str(tmp_path / "a.coref.txt"), line, column)
    documents = read(tmp_path / "a.coref.txt")
    assert next(documents).name == "a/b"
    with pytest.raises(FormatError, match=f":{line}"):
        next(documents)


def test_a_bad_header_loses_its_document_only(tmp_path):
    header = "# format: corefpipe inline\n"
    report = ReadReport()
    content = f"# name: x\nAnn\n{header}# part: z\n\nB\n{header}# format: x\n\nC\n{header}# name: y\n\nD"
    found = inline(tmp_path, content, on_error="skip", report=report)
    assert [(one.name, one.text) for one in found] == [("y", "D")]
    assert [(error.line, error.column) for error in report.skipped] == [(2, 1), (4, 1), (8, 3)]


def test_the_limit_is_that_of_each_document(tmp_path):
    one = "# format: corefpipe inline\n\n" + "Ann ran. " * 80 + "\n"
    assert len(inline(tmp_path, one * 50, max_document=16_000)) == 50
    with pytest.raises(FormatError, match=r":7: no document ends within 16000 bytes"):
        inline(tmp_path, one * 3 + ("Ann ran. " * 50 + "\n") * 80, max_document=16_000)
    with pytest.raises(FormatError, match=r":4 \(document a_2\): the document has more than 250 words"):
        inline(tmp_path, one + one.rstrip("\n") + "Ann ran. " * 60 + "\n" + one, max_document=16_000)


def test_documents_of_a_stream_are_yielded_as_they_come(tmp_path):
    begun = []

    def pieces():
        for number in range(3):
            begun.append(number)
            yield f"# format: corefpipe inline\n# name: d{number}\n\nAnn.\n"

    documents = FORMATS["inline"].read_lines(pieces(), "x", Reading())
    assert next(documents).name == "d0"
    assert begun == [0, 1]


def test_converting_several_documents(run, tmp_path):
    both = [SAMPLES / f"{name}.coref.txt" for name in ("bakery", "ferry")]
    code, out, _ = run("convert", *both, "-", "--to", "inline")
    assert code == 0
    assert out == "\n".join(path.read_text(encoding="utf-8") for path in both)
    assert run("convert", *both, tmp_path / "x.coref.txt")[0] == 0
    assert (tmp_path / "x.coref.txt").read_text(encoding="utf-8") == out
    assert list(read(tmp_path / "x.coref.txt")) == [one for path in both for one in read(path)]


@st.composite
def annotated(draw):
    """A document of any text, with mentions of whole words that do not cross."""
    pieces = st.lists(st.sampled_from([*"abé😀.'[]|\\#: \n\r\t-1", "\n# format: corefpipe inline"]), max_size=40)
    text = "".join(draw(pieces))
    found = tokenize(text, Place("f"), Reading())
    size = len(found.words)
    mentions = []
    for _ in range(draw(st.integers(0, 8)) if size else 0):
        start = draw(st.integers(0, size - 1))
        end = draw(st.integers(start + 1, size))
        crosses = any(m.start < start < m.end < end or start < m.start < end < m.end for m in mentions)
        if not crosses and all(m.span != (start, end) for m in mentions):
            entity, kind = draw(st.sampled_from(["1", "e-2", "Zoë.x_"])), draw(st.sampled_from(["", "PER", "x-y:1"]))
            mentions.append(Mention(start, end, entity, type=kind))
    return Document(
        draw(st.sampled_from(["a", "bc/x", "GUM_news_x"])),
        part=draw(st.integers(0, 2)),
        **found.columns(),
        mentions=sort_mentions(mentions),
        text=text,
        genre=draw(st.sampled_from(["", "news", "bc"])),
        metadata=draw(st.sampled_from([{}, {"title": "a: [b|1] \\", "split": ""}])),
    )


@given(annotated())
def test_reads_back_what_it_writes(tmp_path_factory, document):
    path = tmp_path_factory.mktemp("inline") / "a.coref.txt"
    write(document, path)
    assert list(read(path)) == [document]
    first = path.read_bytes()
    write(read(path), path)
    assert path.read_bytes() == first


@given(st.lists(annotated(), min_size=2, max_size=5))
def test_reads_back_several_documents(tmp_path_factory, documents):
    named = [replace(one, name=f"{one.name}-{number}") for number, one in enumerate(documents)]
    path = tmp_path_factory.mktemp("inline") / "a.coref.txt"
    write(named, path)
    assert list(read(path)) == named


@given(annotated())
def test_reads_back_the_text_without_its_header(tmp_path_factory, document):
    if document.text.strip():
        path = tmp_path_factory.mktemp("inline") / "a.coref.txt"
        path.write_bytes(written(document).encode())
        (found,) = read(path)
        assert (found.text, found.words, found.mentions) == (document.text, document.words, document.mentions)


@pytest.mark.slow
@pytest.mark.parametrize("content", ["[a " * 20_000 + "z" + "|1]" * 20_000, "[b|2] | \\| [c|3]\n" * 20_000])
def test_deep_nesting_and_long_texts_take_linear_time(tmp_path, content):
    begin = time.perf_counter()
    (document,) = inline(tmp_path, content, repeats="keep")
    write(document, tmp_path / "b.coref.txt")
    assert time.perf_counter() - begin < 5
    assert len(document.mentions) == 20_000 * (1 if "[a" in content else 2)
    (back,) = read(tmp_path / "b.coref.txt", repeats="keep")
    assert (back.text, back.mentions) == (document.text, document.mentions)


@pytest.mark.parametrize("content", ["[a " * 50_000, "[a " * 50_000 + "|1]" * 10, "[" * 50_000 + "a" + "|1]" * 50_000])
def test_deep_nesting_that_is_wrong_is_told_in_linear_time(tmp_path, content):
    begin = time.perf_counter()
    with pytest.raises(FormatError):
        inline(tmp_path, content)
    assert time.perf_counter() - begin < 10


@pytest.mark.slow
def test_many_documents_take_linear_time(tmp_path):
    content = "# format: corefpipe inline\n\nA [b|2].\n"
    begin = time.perf_counter()
    assert len(inline(tmp_path, content * 10_000)) == 10_000
    assert time.perf_counter() - begin < 20
