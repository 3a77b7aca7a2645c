"""CoNLL-2012: variants that are read, errors with line numbers, and round trips."""

import io

import pytest
from helpers.documents import documents, parse, parse_with_report, spans
from hypothesis import given

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.formats import FORMATS, Reading, ReadReport
from corefpipe.report.notes import notes_of


def text(*cells: str, name: str = "d") -> str:
    rows = "".join(f"{name}\t0\t{i}\tw{i}\t{cell}\n" for i, cell in enumerate(cells))
    return f"#begin document ({name}); part 000\n{rows}\n#end document\n"


def written(document: Document) -> str:
    stream = io.StringIO()
    FORMATS["conll"].write_document(document, stream)
    return stream.getvalue()


def test_all_columns():
    (document,) = parse(
        "conll",
        "#begin document (bc/cctv/00/cctv_0001); part 003\n"
        "bc/cctv/00/cctv_0001 3 0 We PRP (TOP(S* - - - Ann * (ARG0*) * (0)\n"
        "bc/cctv/00/cctv_0001 3 1 ran VBD *)) run 01 2 Ann (GPE) (V*) * -\n"
        "\n"
        "bc/cctv/00/cctv_0001 3 0 Yes UH (TOP*) - - - - * -\n"
        "\n#end document\n",
    )
    assert document.key == ("bc/cctv/00/cctv_0001", 3)
    assert document.genre == "bc"
    assert (document.words, document.sentence_starts) == (["We", "ran", "Yes"], [0, 2])
    assert (document.tags, document.lemmas) == (["PRP", "VBD", "UH"], ["", "run", ""])
    assert document.speakers == ["Ann", "Ann", ""]
    assert document.other == {
        "parse": ["(TOP(S*", "*))", "(TOP*)"],
        "frameset": ["-", "01", "-"],
        "sense": ["-", "2", "-"],
        "ner": ["*", "(GPE)", "*"],
        "predicates": ["(ARG0*)\t*", "(V*)\t*", ""],
    }
    assert parse("conll", written(document)) == [document]


def test_header_without_part_and_rows_of_another_name():
    (document,) = parse("conll", "#begin document (Luo); \nx\t0\t0\ta\t(0)\n\ny\t0\t0\tb\t-\t\n#end document\n")
    assert (document.key, document.words, document.sentence_starts) == (("Luo", 0), ["a", "b"], [0, 1])
    assert spans(document) == [(0, 1, "0")]


def test_two_columns_have_no_words():
    (document,) = parse("conll", "#begin document (d); part 000\nd -\nd (1)\n#end document\n")
    assert (document.words, spans(document)) == (["_", "_"], [(1, 2, "1")])


def test_unknown_cells_and_whitespace_words_keep_the_rows():
    rows = [("\u00a0", ""), (" ", "-"), ("", "_"), (" a\u00a0b ", "(1)")]
    body = "".join(f"d\t0\t{i}\t{word}\t{cell}\n" for i, (word, cell) in enumerate(rows))
    (document,) = parse("conll", f"#begin document (d); part 0\n{body}#end document\n")
    assert document.words == ["_", "_", "_", "a\u00a0b"]
    assert spans(document) == [(3, 4, "1")]
    assert "\ta_b\t" in written(document)


def test_a_word_that_is_empty_is_told():
    report = ReadReport()
    content = "#begin document (d); part 0\nd\t0\t0\ta\t-\nd\t0\t1\t\t-\nd\t0\t2\t \t-\n#end document\n"
    (document,) = FORMATS["conll"].read_lines([content], "f", Reading(report=report))
    assert document.words == ["a", "_", "_"]
    (problem,) = report.misfits
    assert problem.problem == "f:3 (document d): the word is empty; it is read as `_`, and so are 1 more"


def test_a_no_break_space_is_no_separator():
    (document,) = parse("conll", "#begin document (d); part 0\nd 0 0 \u00a0 (1)\n#end document\n")
    assert (document.words, spans(document)) == (["_"], [(0, 1, "1")])


def test_mentions_over_the_sentence_end():
    (document,) = parse("conll", "#begin document (d);\nd 0 0 a (1\n\nd 0 0 b 1)\n#end document\n")
    assert spans(document) == [(0, 2, "1")]


def test_written_in_full():
    mentions = [Mention(0, 2, "Ann"), Mention(0, 1, "Bo")]
    document = Document("my doc", 7, ["a b", ""], [0], mentions, speakers=["Ann X", ""])
    assert written(document) == (
        "#begin document (my doc); part 007\n"
        "my_doc\t7\t0\ta_b\t-\t*\t-\t-\t-\tAnn_X\t*\t(0|(1)\n"
        "my_doc\t7\t1\t_\t-\t*\t-\t-\t-\t-\t*\t0)\n"
        "\n#end document\n"
    )


def test_whole_numbers_stay():
    document = Document("d", 0, ["a", "b"], [0], [Mention(0, 1, "12"), Mention(1, 2, "3")])
    assert [row.split("\t")[-1] for row in written(document).splitlines()[1:3]] == ["(12)", "(3)"]


def test_a_mention_without_entity_is_not_written():
    with pytest.raises(AnnotationError, match="no entity"):
        written(Document("d", 0, ["a"], [0], [Mention(0, 1)]))


@given(documents())
def test_reads_back_what_it_writes(document):
    assert parse("conll", written(document)) == [document]


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (text("-", "1)"), 3, "`1)` closes a mention of entity 1 that was never opened"),
        (text("-", "(1", "-"), 3, "the mention of entity 1 that opens here is never closed"),
        (text("-", "oops"), 3, "`oops` is not made of brackets"),
        (text("(1)", "(2|(3", "3)|2)"), 3, 'the span "w1 w2" is annotated in chain 2 and in chain 3'),
        (text("(1(1", "1)1)"), 2, 'the span "w0 w1" is annotated twice in chain 1'),
        (
            "#begin document (d);\nd 0 0 a -\nd 0 1 -\n#end document\n",
            3,
            "the row has 4 columns, those before it have 5",
        ),
        ("#begin document (d);\nd 0 0 a -\nword\n#end document\n", 3, "the row has only one column"),
        ("#begin document (d);\nd\t0\t0\ta\t(1)\t\n#end document\n", 2, "a tab follows the brackets"),
        ("#begin document d)\n#end document\n", 1, "the header has another form"),
        ("#begin document (d);\nd 0 0 a -\n" + text("-"), 1, "`#begin document` in line 3 comes before"),
        (text("-") + "#begin document (e);\ne 0 0 a -\n", 5, "the end of the file comes before"),
        ("d 0 0 a -\n", 1, "a row outside of a document"),
        (text("-") + "\nd 0 0 a -\nd 0 1 b (1)\n", 7, "a row outside of a document"),
        ("#end document\n", 1, "`#end document` without a beginning"),
        ("# only a comment\n", None, "no document in the file"),
    ],
)
def test_errors(content, line, message):
    with pytest.raises(FormatError) as caught:
        parse("conll", content)
    assert (caught.value.file, caught.value.line) == ("f", line)
    assert message in caught.value.message
    assert caught.value.cure


def test_skip_leaves_out_whole_documents():
    content = text("-", name="a") + text("(1", name="b") + "stray row\nand another\n" + text("(1)", name="c")
    content += "#begin document (d);\nd 0 0 a -\n" + text("-", name="e") + "#begin document (f);\n"
    found, report = parse_with_report("conll", content, on_error="skip")
    assert [document.name for document in found] == ["a", "c", "e"]
    assert [(error.document, error.line) for error in report.skipped] == [("b", 6), ("d", 15), ("f", 21)]
    assert [stray.line for stray in report.strays] == [9]


def test_repeats_first_and_keep():
    content = text("(5)|(1)", "(5)")
    first, report = parse_with_report("conll", content, repeats="first")
    assert spans(first[0]) == [(0, 1, "5"), (1, 2, "5")]
    assert [(error.file, error.line, error.document) for error in report.repeats] == [("f", 2, "d")]
    kept, report = parse_with_report("conll", content, repeats="keep")
    assert spans(kept[0]) == [(0, 1, "1"), (0, 1, "5"), (1, 2, "5")]
    assert len(report.repeats) == 1


def test_repeats_error_is_skipped_as_a_document():
    found, report = parse_with_report("conll", text("(5)|(1)") + text("-", name="e"), on_error="skip")
    assert ([document.name for document in found], len(report.skipped), report.repeats) == (["e"], 1, [])


def test_empty_document():
    (document,) = parse("conll", "#begin document (d); part 000\n#end document\n")
    assert (document.words, document.sentence_starts, document.mentions) == ([], [], [])


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ("#begin document (bc/a b); part 003", ("bc/a b", 3)),
        ("#begin document ( d );", ("d", 0)),
        ("#begin document (a (b)); part 1", ("a (b)", 1)),
        ("#begin document(d);part 2", ("d", 2)),
        ("# begin document (d); part 002", ("d", 2)),
        ("# begin document (d)", ("d", 0)),
        ("#begin document d", ("d", 0)),
        ("#begin document bc/cctv/00/cctv_0001; part 012", ("bc/cctv/00/cctv_0001", 12)),
        ("#begin document d part 4", ("d", 4)),
        ("# begin document part003", ("part003", 0)),
        ("#begin document Aung San Suu Kyi", ("Aung San Suu Kyi", 0)),
        ("#begin document Georgia (country) ; part 002;", ("Georgia (country)", 2)),
        ("#begin document a;b", ("a;b", 0)),
    ],
)
@pytest.mark.parametrize("end", ["#end document", "# end document", "#end document d"])
def test_headers(header, key, end):
    (document,) = parse("conll", f"{header}\nd 0 0 a (1)\n{end}\n")
    assert (document.key, document.words) == (key, ["a"])


@pytest.mark.parametrize(
    "header",
    [
        "#begin document",
        "# begin document",
        "#begin document ();",
        "#begin document ( ); part 001",
        "# begin document ;",
    ],
)
def test_a_header_without_a_name(header):
    with pytest.raises(FormatError) as caught:
        parse("conll", f"\n{header}\nd 0 0 a (1)\n#end document\n")
    assert str(caught.value) == (
        "f:2: the header names no document. Write `#begin document (NAME); part 000`, with a unique NAME"
    )


def test_lines_outside_of_documents_are_noted():
    lines = f"A corpus.\n\n{text('-')}# comment\nOne line.\nanother - -\n{text('-', name='e')}The end.\n"
    report = ReadReport()
    documents = list(FORMATS["conll"].read_lines(lines.splitlines(keepends=True), "f", Reading(report=report)))
    assert [document.name for document in documents] == ["d", "e"]
    assert [stray.line for stray in report.strays] == [1, 8, 14]
    assert notes_of(report)[0] == "f:1: a row outside of a document"


def test_rows_of_semeval_2010():
    rows = "1\tThe\tthe\tDT\t(1\n2\tman\tman\tNN\t1)\n\n1\t1990\t1990\tCD\t(2)\n"
    (document,) = parse("conll", f"#begin document d\n{rows}#end document\n")
    assert document.words == ["The", "man", "1990"]
    assert [(mention.span, mention.entity) for mention in document.mentions] == [((0, 2), "1"), ((2, 3), "2")]
    full = "1\tMen\tman\t_\tNNS\t_\t_\t_\t0\t_\tROOT\t_\t_\t_\t_\t_\t(1)\n"
    (document,) = parse("conll", f"#begin document d\n{full}#end document\n")
    assert (document.words, document.lemmas, document.tags, document.other) == (["Men"], ["man"], ["NNS"], {})
    # A document named 1 of sentences of one word.
    (document,) = parse("conll", "#begin document (1);\n1 0 1 Yes (1)\n#end document\n")
    assert document.words == ["Yes"]


def test_rows_of_wikicoref():
    rows = "Aung San\t0\t0\tShe\t(1)\nAung San\t0\t1\twon\t-\n"
    (document,) = parse("conll", f"#begin document Aung San\n{rows}#end document\n")
    assert (document.name, document.words, document.mentions[0].span) == ("Aung San", ["She", "won"], (0, 1))


@pytest.mark.parametrize("header", ["(d", "d)", "(d); part x", "(d) x", "a (b"])
def test_a_header_of_another_form(header):
    with pytest.raises(FormatError, match="the header has another form") as caught:
        parse("conll", f"#begin document {header}\nd 0 0 a (1)\n#end document\n")
    assert (caught.value.file, caught.value.line, bool(caught.value.cure)) == ("f", 1, True)


def test_a_hostile_header_takes_no_time():
    for hostile in (" " * 10**6 + "x)", ")" * 10**5 + "x", "(" + ") ; " * 10**5 + "x", "; part 1" * 10**5 + ")"):
        with pytest.raises(FormatError, match="the header has another form"):
            parse("conll", f"#begin document {hostile}\n#end document\n")


def test_a_document_without_a_name_is_called_something():
    content = written(Document("", 0, ["a"], [0]))
    assert content.startswith("#begin document (_); part 000\n_\t0\t0\ta\t")
    assert [document.name for document in parse("conll", content)] == ["_"]


def test_entities_are_text():
    content = text("(person-1", "(event-12-World_War_2)|(1(3", "1)person-1)", "3)")
    (document,) = parse("conll", content)
    assert spans(document) == [
        (0, 3, "person-1"),
        (1, 4, "3"),
        (1, 3, "1"),
        (1, 2, "event-12-World_War_2"),
    ]
    back = [row.split("\t")[-1] for row in written(document).splitlines()[1:5]]
    assert back == ["(0", "(1|(2|(3)", "2)|0)", "1)"]


def test_overlaps_are_reported():
    found, report = parse_with_report("conll", text("(1", "(1|1)", "-", "1)") + text("(1", "(1", "1)", "1)", name="e"))
    assert spans(found[0]) == [(0, 4, "1"), (1, 2, "1")]
    assert [(note.file, note.line, note.document) for note in report.overlaps] == [("f", 3, "d")]


def test_a_document_that_is_left_out_has_no_overlaps():
    found, report = parse_with_report("conll", text("(1", "(1|1)", "1)", "(2", "(3)(4)"), on_error="skip")
    assert (found, len(report.skipped), report.overlaps) == ([], 1, [])
