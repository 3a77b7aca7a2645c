"""The quick and the careful way of reading rows give the same, in real corpora and in made-up tables."""

import pytest
from helpers.documents import CORPORA, SAMPLES, SCORER, needs_corpora, needs_scorer, parse
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.errors import FormatError
from corefpipe.formats import ReadReport, read
from corefpipe.formats.conll import rows as conll_rows
from corefpipe.formats.conll.rows import NAMES, Table, read_carefully, read_quickly
from corefpipe.formats.reading import Place

PLACE = Place("f", "d")


def assert_ways_agree(path, monkeypatch, quick=True):
    """Reads a file or folder in both ways, and with words and mentions alone; `quick` if no document is irregular."""
    report, other = ReadReport(), ReadReport()
    found = list(read(path, repeats="keep", report=report))
    narrow = list(read(path, repeats="keep", columns=()))
    with monkeypatch.context() as context:
        taken = []
        context.setattr(conll_rows, "read_quickly", lambda *arguments: taken.append(arguments))
        careful = list(read(path, repeats="keep", report=other))
        assert len(taken) == len(found) > 0
    if quick:
        assert all(read_quickly(*arguments) is not None for arguments in taken if arguments[0])
    assert found == careful
    assert [d.origin for d in found] == [d.origin for d in careful] == [d.origin for d in narrow]
    assert [str(error) for error in report.repeats + report.overlaps] == [
        str(error) for error in other.repeats + other.overlaps
    ]
    for document, few in zip(found, narrow, strict=True):
        assert (few.key, few.genre, few.words) == (document.key, document.genre, document.words)
        assert (few.sentence_starts, few.mentions) == (document.sentence_starts, document.mentions)
        assert (few.tags, few.lemmas, few.speakers, few.other) == (None, None, None, {})
    return found


@needs_corpora
@pytest.mark.parametrize("folder", ["ontogum/dev", "ontogum/train", "litbank/dev", "litbank/train"])
def test_corpora(folder, monkeypatch):
    assert_ways_agree(CORPORA / folder, monkeypatch)


@needs_corpora
def test_a_corpus_with_spaces_for_tabs(tmp_path, monkeypatch):
    for path in sorted((CORPORA / "ontogum/dev").iterdir())[:8]:
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8").replace("\t", "   "), encoding="utf-8")
        (spaces,) = assert_ways_agree(tmp_path / path.name, monkeypatch)
        assert [spaces] == list(read(path, repeats="keep"))


@needs_scorer
def test_the_official_scorers_cases(monkeypatch):
    for path in sorted(SCORER.iterdir()):
        assert_ways_agree(path, monkeypatch, quick=False)  # some have two columns


@pytest.mark.parametrize("name", ["bakery", "ferry"])
def test_samples(name, monkeypatch):
    assert_ways_agree(SAMPLES / f"{name}.conll", monkeypatch)


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
    for columns in (["tags"], {"speakers", "heads"}, ("tags", "speakers", "other")):
        (document,) = read(path, columns=columns)
        assert document.words == whole.words
        assert document.tags == (whole.tags if "tags" in columns else None)
        assert document.speakers == (whole.speakers if "speakers" in columns else None)
        assert document.other == (whole.other if "other" in columns else {})


@st.composite
def tables(draw: st.DrawFn) -> str:
    """Rows, regular or nearly so, with cells of all kinds."""
    separator = draw(st.sampled_from(["\t", " ", "   "]))
    values = ["-", "_", "*", "a", "né", "日本", "\U0001f600", "(A*", "(1)", "(2", "12)", "x"]
    values += ["", " ", "a b", " b", "\u00a0"] if separator == "\t" else ["a\u00a0b", "\u00a0", "\u2028"]
    cell = st.sampled_from(values)
    width = draw(st.sampled_from([2, 4, 5, 6, 11, 12, 13, 15]))
    lines = []
    for _ in range(draw(st.integers(0, 4))):
        own = width + draw(st.sampled_from([0, 0, 0, 1, 2]))
        for _ in range(draw(st.integers(1, 3))):
            lines.append(separator.join(draw(st.lists(cell, min_size=own, max_size=own))))
        lines.extend(draw(st.sampled_from([[""], ["", ""], [" "], ["\t\t\t\t"]])))
    if lines and draw(st.booleans()):
        at = draw(st.integers(0, len(lines) - 1))
        lines[at] += draw(st.sampled_from(["\t", " ", "\r", "x", "\x1c", "\x00"]))
    return "".join(f"{line}\n" for line in lines)


def known(table: Table) -> tuple[object, ...]:
    cells = [(row, cell.strip()) for row, cell in table.brackets if cell.strip() not in ("", "-", "_")]
    return table.words, cells, table.sentence_starts, table.origin, table.columns


@given(tables(), st.sampled_from([NAMES, (), ("tags",), ("ner", "predicates")]))
def test_made_up_tables(text, wanted):
    quick = read_quickly(text, PLACE, 7, wanted)
    if quick is not None:
        assert known(quick) == known(read_carefully(text, PLACE, 7, wanted))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["d 0 0 a -", "", "", "d 0 0 b (1)"], ["a", "b"]),
        (["", "d\t0\t0\t a \t-", " ", "d\t0\t0\tb c\t(1)", ""], ["a", "b c"]),
        (["d\t0\t0\ta\t-\t", "d\t0\t0\tb\t(1)\t"], None),
        (["d 0 0 a - - - - - - - (V*) -", "", "d 0 0 b - - - - - - - (1)"], ["a", "b"]),
        (["d 0 0 a - - - - - - - (1)", "d 0 0 b - - - - - - - (V*) -"], None),
        (["d 0 0 a -", "", "d 0 0 b - -"], None),
        (["d\t0\t0\t \t-"], ["_"]),
        (["d\t0\t0\ta\t-", "\t\t\t\t", "d\t0\t0\tb\t-"], ["a", "b"]),
        (["d\t0\t0\ta\t-", "d 0 0 b -"], ["a", "b"]),
        (["d\u00a0d 0 0 a -"], ["a"]),
    ],
)
def test_single_cases(rows, words):
    text = "\n".join(rows) + "\n"
    quick = read_quickly(text, PLACE, 1)
    if words is None:
        assert quick is None
        with pytest.raises(FormatError):
            read_carefully(text, PLACE, 1)
    else:
        careful = read_carefully(text, PLACE, 1)
        assert careful.words == words
        assert quick is None or known(quick) == known(careful)


def test_arguments_that_change_from_sentence_to_sentence():
    row = "d\t0\t0\tw\t-\t*\t-\t-\t-\t-\t*\t{}-\n"
    text = "".join([row.format(""), "\n", row.format("(V*)\t*\t"), row.format("*\t(A*)\t"), "\n", row.format("*\t")])
    quick, careful = read_quickly(text, PLACE, 1), read_carefully(text, PLACE, 1)
    assert quick is not None
    assert quick.columns == careful.columns == {"predicates": ["", "(V*)\t*", "*\t(A*)", "*"]}
    spaces = read_quickly(text.replace("\t", "  "), PLACE, 1)
    assert spaces is not None
    assert spaces.columns == careful.columns


def test_an_empty_last_column():
    """As LitBank has it: nothing where there is no mention."""
    content = "#begin document (d); part 0\nd\t0\t0\ta\t_\t\nd\t0\t1\tb\t_\t(1)\nd\t0\t2\tc\t_\t\n#end document\n"
    (document,) = parse("conll", content)
    assert [(m.start, m.end) for m in document.mentions] == [(1, 2)]
    for cell in ("(1)", "(12", "(e1)|(e2", "person-1)"):
        with pytest.raises(FormatError, match="a tab follows the brackets") as caught:
            parse("conll", content.replace("c\t_", f"c\t{cell}"))
        assert caught.value.line == 4
    # What has no digit may be a named entity or an argument.
    assert parse("conll", content.replace("c\t_", "c\t(PERSON)"))[0].tags is not None
