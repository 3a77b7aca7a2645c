"""Rows of CoNLL-2012: regular and irregular tables give the same columns."""

import pytest
from helpers.documents import CORPORA, SAMPLES, needs_corpora, parse
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.exceptions import FormatError
from corefpipe.formats import read
from corefpipe.formats.conll.rows import Table, read_rows
from corefpipe.formats.reading import Place

PLACE = Place("f", "d")


def known(table: Table) -> tuple[object, ...]:
    """The contents of a table, in a form that can be compared."""
    cells = [(row, cell.strip()) for row, cell in table.brackets if cell.strip() not in ("", "-", "_")]
    return table.words, cells, table.sentence_starts, table.origin, table.columns


CELL = st.sampled_from(["-", "_", "*", "a", "né", "日本", "\U0001f600", "(A*", "(1)", "(2", "12)", "x", "a\u00a0b"])


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[list[list[str]]], int]:
    """Regular sentences as rows of cells, and the number of columns of the first sentence."""
    width = draw(st.sampled_from([5, 6, 11, 12, 13, 15]))
    sentences = []
    for _ in range(draw(st.integers(1, 4))):
        own = width + (draw(st.integers(0, 2)) if width >= 12 else 0)
        sentences.append(draw(st.lists(st.lists(CELL, min_size=own, max_size=own), min_size=1, max_size=3)))
    return sentences, width


def written(sentences: list[list[list[str]]], separator: str = "\t", blank: str = "", end: str = "\n") -> str:
    """The text of a table, with a line `blank` between sentences."""
    return "".join("".join(separator.join(row) + end for row in sentence) + blank + end for sentence in sentences)


@given(tables())
def test_ways_of_writing_the_same_table(made):
    sentences, _ = made
    wanted = known(read_rows(written(sentences), PLACE, 7))
    for text in (
        written(sentences, separator=" "),
        written(sentences, separator="   "),
        written(sentences, end="\r\n"),
        written(sentences, end="\r\r\n"),
        written(sentences, blank=" "),
        written(sentences, blank="\t\t\t\t"),
        written(sentences, blank="\u2028"),
        written(sentences, blank="\r"),
    ):
        assert known(read_rows(text, PLACE, 7)) == wanted
    # The first row alone has another separator.
    first, rest = written(sentences).split("\n", 1)
    assert known(read_rows(first.replace("\t", " ") + "\n" + rest, PLACE, 7)) == wanted


@given(tables())
def test_columns_are_those_of_the_cells(made):
    sentences, width = made
    table = read_rows(written(sentences), PLACE, 7)
    rows = [row for sentence in sentences for row in sentence]
    assert table.words == [row[3] for row in rows]
    assert [(n, cell) for n, cell in table.brackets] == [(n, r[-1]) for n, r in enumerate(rows) if r[-1] not in "-_"]
    assert table.sentence_starts == [sum(map(len, sentences[:n])) for n in range(len(sentences))]
    lines = [line for line, row in enumerate(written(sentences).split("\n"), 8) if row]
    assert [table.origin.line_of(word) for word in range(len(rows))] == lines
    for name, index in (("tags", 4), ("lemmas", 6), ("speakers", 9)):
        values = ["" if row[index] in "-_" else row[index] for row in rows] if index < width - 1 else []
        assert table.columns.get(name, []) == (values if any(values) else [])
    arguments = ["\t".join(row[11:-1]) for row in rows]
    assert table.columns.get("predicates", arguments) == arguments


@given(tables(), st.sampled_from([(), ("tags",), ("ner", "predicates")]))
def test_only_wanted_columns(made, wanted):
    text = written(made[0])
    whole, few = read_rows(text, PLACE, 7), read_rows(text, PLACE, 7, wanted)
    assert few.columns == {name: column for name, column in whole.columns.items() if name in wanted}
    assert known(few)[:4] == known(whole)[:4]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["d 0 0 a -", "", "", "d 0 0 b (1)"], ["a", "b"]),
        (["", "d\t0\t0\t a \t-", " ", "d\t0\t0\tb c\t(1)", ""], ["a", "b c"]),
        (["d 0 0 a - - - - - - - (V*) -", "", "d 0 0 b - - - - - - - (1)"], ["a", "b"]),
        (["d\t0\t0\t \t-"], ["_"]),
        (["d\t0\t0\ta\t-", "\t\t\t\t", "d\t0\t0\tb\t-"], ["a", "b"]),
        (["d\t0\t0\ta\t-", "d 0 0 b -"], ["a", "b"]),
        (["d\t0\t0\ta\t-", "d\t0\t0\tb\t-\t"], ["a", "b"]),
        (["d\u00a0d 0 0 a -"], ["a"]),
        (["d -", "d (1)"], ["_", "_"]),
        ([], []),
    ],
)
def test_unusual_rows(rows, words):
    assert read_rows("".join(f"{row}\n" for row in rows), PLACE, 1).words == words


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["d\t0\t0\ta\t-\t", "d\t0\t0\tb\t(1)\t"], "f:3 (document d): a tab follows the brackets"),
        (["d 0 0 a - - - - - - - (1)", "d 0 0 b - - - - - - - (V*) -"], "f:3 (document d): the row has 13 columns"),
        (["d 0 0 a -", "", "d 0 0 b - -"], "f:4 (document d): the row has 6 columns, those before it have 5"),
        (["d"], "f:2 (document d): the row has only one column"),
    ],
)
def test_invalid_rows(rows, message):
    with pytest.raises(FormatError) as caught:
        read_rows("\n".join(rows) + "\n", PLACE, 1)
    assert str(caught.value).startswith(message)


def test_arguments_that_change_from_sentence_to_sentence():
    row = "d\t0\t0\tw\t-\t*\t-\t-\t-\t-\t*\t{}-\n"
    text = "".join([row.format(""), "\n", row.format("(V*)\t*\t"), row.format("*\t(A*)\t"), "\n", row.format("*\t")])
    for variant in (text, text.replace("\t", "  "), f"{text} \n"):
        assert read_rows(variant, PLACE, 1).columns == {"predicates": ["", "(V*)\t*", "*\t(A*)", "*"]}


def test_an_empty_last_column():
    """As in LitBank: the last column is empty where there is no mention."""
    content = "#begin document (d); part 0\nd\t0\t0\ta\t_\t\nd\t0\t1\tb\t_\t(1)\nd\t0\t2\tc\t_\t\n#end document\n"
    (document,) = parse("conll", content)
    assert [(m.start, m.end) for m in document.mentions] == [(1, 2)]
    for cell in ("(1)", "(12", "(e1)|(e2", "person-1)"):
        with pytest.raises(FormatError, match="a tab follows the brackets") as caught:
            parse("conll", content.replace("c\t_", f"c\t{cell}"))
        assert caught.value.line == 4
    # A cell without a digit may be a named entity or an argument.
    assert parse("conll", content.replace("c\t_", "c\t(PERSON)"))[0].tags is not None


@needs_corpora
def test_a_corpus_with_spaces_for_tabs(tmp_path):
    for path in sorted((CORPORA / "ontogum/dev").iterdir())[:8]:
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8").replace("\t", "   "), encoding="utf-8")
        assert list(read(tmp_path / path.name, repeats="keep")) == list(read(path, repeats="keep"))


@pytest.mark.parametrize("form", ["conllu", "jsonl"])
@pytest.mark.parametrize("name", ["bakery", "ferry"])
def test_columns_are_a_hint_in_other_formats(form, name):
    path = SAMPLES / f"{name}.{form}"
    for document, few in zip(read(path), read(path, columns=()), strict=True):
        assert (few.words, few.sentence_starts, few.mentions) == (
            document.words,
            document.sentence_starts,
            document.mentions,
        )


def test_wanted_columns():
    path = SAMPLES / "ferry.conll"
    (whole,) = read(path)
    assert whole.tags is not None
    assert whole.speakers is not None
    for columns in ([], ["tags"], {"speakers", "heads"}, ("tags", "speakers", "other")):
        (document,) = read(path, columns=columns)
        assert (document.words, document.mentions, document.origin) == (whole.words, whole.mentions, whole.origin)
        assert document.tags == (whole.tags if "tags" in columns else None)
        assert document.speakers == (whole.speakers if "speakers" in columns else None)
        assert document.other == (whole.other if "other" in columns else {})
