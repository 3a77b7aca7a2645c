"""Origins: positions of documents and words in their files."""

import copy

import pytest
from helpers.documents import CORPORA, SAMPLES, needs_corpora, parse

from corefpipe.document import Document, Origin
from corefpipe.formats import read


def test_lines_are_kept_as_runs():
    numbers = [3, 4, 5, 9, 10, 20, 30]
    origin = Origin.of_lines("f", 2, numbers)
    assert [origin.line_of(word) for word in range(7)] == numbers
    assert (list(origin.run_words), list(origin.run_lines)) == ([0, 3, 5, 6], [3, 9, 20, 30])
    assert origin.line_of(7) is origin.line_of(-1) is None
    assert Origin.of_lines("f", 2, []).line_of(0) is Origin("f", 2).line_of(0) is None


def test_documents_are_equal_without_it():
    one, other = Document("d", origin=Origin("f", 1)), Document("d")
    assert one == other
    assert "origin" not in repr(one)
    assert copy.deepcopy(one).origin == Origin("f", 1)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_conll(end):
    lines = ["", "#begin document (a)", "a 0 0 x -", "a 0 1 y -", "", "", "a 0 0 z -", "#end document"]
    lines += ["#begin document (b)", "b 0 0 x -", "", "#end document", "#begin document (c)", "#end document", ""]
    a, b, c = parse("conll", end.join(lines))
    assert [(d.origin.file, d.origin.line) for d in (a, b, c)] == [("f", 2), ("f", 9), ("f", 13)]
    assert [a.origin.line_of(word) for word in range(4)] == [3, 4, 7, None]
    assert [b.origin.line_of(0), c.origin.line_of(0)] == [10, None]


def test_conll_row_by_row():
    (document,) = parse("conll", "#begin document (a)\n\nd (1\nd 1)\n\nd -\n#end document\n")
    assert [document.origin.line_of(word) for word in range(3)] == [3, 4, 6]


def test_conllu():
    word = "{}\tw\t_\t_\t_\t_\t0\t_\t_\t_\n"
    rows = [word.format(number) for number in ("1", "2-3", "2", "3", "3.1", "4")]
    first, second = parse("conllu", "# newdoc id = a\n" + "".join(rows) + "\n\n# newdoc id = b\n" + rows[0])
    assert (first.origin.file, first.origin.line, second.origin.line) == ("f", 1, 10)
    assert [first.origin.line_of(index) for index in range(4)] == [2, 4, 5, 7]
    assert second.origin.line_of(0) == 11


def test_jsonl_and_text():
    record = '{"doc_key": "d", "sentences": [["a"]], "clusters": []}\n'
    first, second = parse("jsonl", record + "\n" + record)
    assert [first.origin, second.origin] == [Origin("f", 1), Origin("f", 3)]
    assert parse("text", "\nHello.\n")[0].origin == Origin("f", 1)


@pytest.mark.parametrize("name", ["bakery.conll", "ferry.conll", "bakery.conllu", "ferry.conllu"])
def test_samples(name):
    assert_words_stand_there(SAMPLES / name, 3 if name.endswith(".conll") else 1)


@needs_corpora
@pytest.mark.parametrize(("folder", "column"), [("ontogum/dev", 3), ("litbank/dev", 3), ("gum/dev", 1)])
def test_corpora(folder, column):
    for path in sorted((CORPORA / folder).iterdir())[:10]:
        assert_words_stand_there(path, column)


def assert_words_stand_there(path, column):
    lines = path.read_text(encoding="utf-8").split("\n")
    (document,) = read(path, repeats="keep")
    assert document.origin.file == str(path)
    assert document.origin.line == 1
    cells = [lines[document.origin.line_of(word) - 1].split("\t")[column] for word in range(len(document))]
    assert cells == document.words
