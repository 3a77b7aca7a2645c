"""Coreference brackets: the numbered rules of `formats/brackets.py`."""

import pytest

from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.formats.brackets import BracketReader, Span, write_cells
from corefpipe.formats.reading import Place

PLACE = Place("f", "d")


def read(*cells: str, plain: bool = True) -> list[tuple[int, int, str]]:
    reader = BracketReader(PLACE, plain)
    for word, cell in enumerate(cells):
        reader.read(cell, word, word + 1)
    return [(s.start, s.end, s.entity) for s in reader.finish()]


def write(*spans: tuple[int, int, str], separator: str = "|") -> dict[int, str]:
    return write_cells([Span(start, end, entity, 0) for start, end, entity in spans], separator, PLACE)


@pytest.mark.parametrize("cell", ["(1|2)", "(1|2)|", "|(1||2)"])
def test_rule_1_bars_are_optional(cell):
    assert read("(2", cell, "1)") == [(0, 2, "2"), (1, 3, "1")]


def test_rule_1_all_kinds_of_pieces():
    assert read("(1)", "(1(2", "1)2)", "(1|(2)", "1)") == [
        (0, 1, "1"),
        (1, 3, "1"),
        (1, 3, "2"),
        (3, 5, "1"),
        (3, 4, "2"),
    ]


def test_rule_1_pieces_count_from_left_to_right():
    assert read("(1", "1)(1", "1)") == [(0, 2, "1"), (1, 3, "1")]


@pytest.mark.parametrize("entity", ["person-1", "event-12-World_War_2", "e1", "-", "²", "e[1/2]", "1]", "*", "Ann Lee"])
def test_rule_1_an_entity_is_any_text(entity):
    cells = [f"({entity})(7", f"({entity}", f"({entity}({entity})7)(7", f"{entity})", f"7){entity})"]
    assert read(*cells) == [(0, 1, entity), (0, 3, "7"), (1, 5, entity), (2, 4, entity), (2, 3, entity), (2, 5, "7")]


def test_rule_1_a_long_cell():
    assert len(read("|".join(f"(e{number})" for number in range(100)))) == 100


def test_rule_2_the_last_opened_is_closed():
    assert read("(1(1", "1)", "1)") == [(0, 3, "1"), (0, 2, "1")]


def test_rule_3_different_entities_cross():
    assert read("(1", "(2", "1)", "2)") == [(0, 3, "1"), (1, 4, "2")]
    assert write((0, 3, "1"), (1, 4, "2")) == {0: "(1", 1: "(2", 2: "1)", 3: "2)"}


def test_rule_3_one_entity_does_not():
    with pytest.raises(AnnotationError, match="crosses another mention of the same entity"):
        write((0, 3, "1"), (1, 4, "1"))
    # Sharing one word is no problem: the cell closes before it opens.
    assert read(*write((0, 2, "1"), (1, 3, "1")).values()) == [(0, 2, "1"), (1, 3, "1")]


def overlaps(*cells: str, plain: bool = True) -> list[str]:
    reader = BracketReader(PLACE, plain)
    for word, cell in enumerate(cells):
        reader.read(cell, word, word + 1)
    reader.finish()
    assert all((note.file, note.document) == ("f", "d") and note.cure for note in reader.overlaps)
    return [f"{note.line}: {note.message}" for note in reader.overlaps]


@pytest.mark.parametrize("plain", [True, False])
def test_rule_3_what_may_share_a_word_is_said(plain):
    # `(e|e)` may have been meant to close the first mention before it opened the second.
    text = "a mention of entity e opens here within another one, and one closes: they are read as `(e)`, a mention"
    assert overlaps("(e", "(e|e)", "e)", plain=plain) == [f"2: {text} of this word"]
    assert overlaps("(e(e", "(e|e)", "e)e)", plain=plain) == [f"2: {text} of this word"]


@pytest.mark.parametrize(
    "cells",
    [
        ["(e", "(e", "e)", "e)"],  # nested: phrases of one entity that cross are unknown in corpora
        ["(e", "(e", "(e", "e)", "e)", "e)"],
        ["(e(e", "e)", "e)"],  # both begin at the same word: crossing or nested, the spans are the same
        ["(e", "(e", "e)e)"],
        ["(e", "(e)", "e)"],
        ["(e", "e)(e", "e)"],
        ["(e", "(f", "e)", "f)"],
    ],
)
@pytest.mark.parametrize("plain", [True, False])
def test_rule_3_nothing_is_said_without_doubt(cells, plain):
    assert overlaps(*cells, plain=plain) == []


def test_rule_3_parts_are_told_by_their_numbers():
    assert overlaps("(e[1/2]", "e[1/2])", "(e[2/2]", "(e)", "e[2/2])", plain=False) == []


def test_rule_4_closed_but_not_opened():
    with pytest.raises(FormatError) as caught:
        read("(1)", "1)")
    assert str(caught.value) == (
        "f:2 (document d): `1)` closes a mention of entity 1 that was never opened. "
        "Open it with `(1` in the row of its first word, or delete the bracket"
    )


def test_rule_4_opened_but_not_closed_names_the_opening_line():
    with pytest.raises(FormatError, match="entity 7 that opens here is never closed") as caught:
        read("(3", "(7", "3)")
    assert caught.value.line == 2


@pytest.mark.parametrize("cell", ["x", "()", "((1)", "1", "(1))", "*", "(1)x", "(1) (2)", "(|1)", "-(1"])
@pytest.mark.parametrize("plain", [True, False])
def test_rule_4_garbage(cell, plain):
    with pytest.raises(FormatError, match="is not made of brackets") as caught:
        read(cell, plain=plain)
    assert (caught.value.file, caught.value.document, caught.value.line) == ("f", "d", 1)
    assert caught.value.cure


def test_rule_4_garbage_with_fields():
    with pytest.raises(FormatError, match="`\\(-person\\)` is not made of brackets"):
        read("(-person)", plain=False)


def test_rule_5_parts():
    reader = BracketReader(PLACE)
    for word, cell in enumerate(["(e[1/2]-x-2", "e[1/2])", "(e)", "(e[2/2]-x-2)"]):
        reader.read(cell, word, 1)
    first, second = reader.finish()
    assert (first.start, first.end, first.entity, first.fragments) == (0, 4, "e", ((0, 2), (3, 4)))
    assert (second.start, second.end, second.fragments) == (2, 3, ())


@pytest.mark.parametrize(
    ("cells", "message"), [(["(e[2/2])"], "earlier parts are missing"), (["(e[1/2])", ""], "lacks some of its 2 parts")]
)
def test_rule_5_parts_missing(cells, message):
    with pytest.raises(FormatError, match=message):
        read(*cells, plain=False)


def test_rule_5_a_part_continues_what_began_last():
    reader = BracketReader(PLACE)
    for word, cell in enumerate(["(e[1/2]-a", "(e[1/2]-b)", "e[1/2])", "(e[2/2])", "(e[2/2])"]):
        reader.read(cell, word, 1)
    assert [(s.fields, s.fragments) for s in reader.finish()] == [("a", ((0, 3), (4, 5))), ("b", ((1, 2), (3, 4)))]


def test_rule_5_an_open_part_is_not_given_again():
    reader = BracketReader(PLACE)
    for word, cell in enumerate(["(e[1/2]", "(e[1/2])", "e[1/2])", "(e[2/2](e[2/2]", "e[2/2])", "e[2/2])"]):
        reader.read(cell, word, 1)
    assert [s.fragments for s in reader.finish()] == [((0, 3), (3, 5)), ((1, 2), (3, 6))]


@pytest.mark.parametrize("name", ["e[0/2]", "e[3/2]", "e[1/0]", "e[1/9999999999]"])
def test_rule_5_no_part(name):
    with pytest.raises(FormatError, match="is not a valid part of a mention"):
        read(f"({name})", plain=False)


@pytest.mark.parametrize("name", ["e]", "[1/2]", "e[1/x]", "e[1]", "e[/2]", "e[²/2]"])
def test_rule_5_what_only_looks_like_a_part(name):
    assert read(f"({name})", plain=False) == [(0, 1, name)]


def test_rule_5_one_part_is_the_whole():
    assert read("(e[1/1]", "e[1/1])", plain=False) == [(0, 2, "e")]


def test_rule_5_parts_that_cannot_be_told_apart():
    spans = [Span(0, 5, "e", 0, "a", ((0, 1), (2, 4))), Span(0, 6, "e", 0, "b", ((0, 1), (3, 6)))]
    with pytest.raises(AnnotationError, match="crosses another mention of the same entity"):
        write_cells(spans, "", PLACE)


def test_rule_6_fields_of_the_first_opening_count():
    reader = BracketReader(PLACE)
    reader.read("(1-person-giv:act-2-a-b", 0, 1)
    reader.read("1-place)", 1, 2)
    (span,) = reader.finish()
    assert (span.entity, span.fields, span.end) == ("1", "person-giv:act-2-a-b", 2)


def test_rule_7_order():
    mentions = [(0, 3, "1"), (1, 3, "2"), (2, 5, "3"), (2, 4, "4"), (2, 3, "5"), (4, 5, "6")]
    assert write(*mentions) == {0: "(1", 1: "(2", 2: "2)|1)|(3|(4|(5)", 3: "4)", 4: "(6)|3)"}
    assert write(*mentions, separator="")[2] == "2)1)(3(4(5)"


def test_rule_7_the_same_words():
    assert write((0, 2, "1"), (0, 2, "2"), (2, 3, "3"), (2, 3, "4")) == {0: "(1|(2", 1: "2)|1)", 2: "(3)|(4)"}


def test_rule_7_parts():
    spans = [Span(0, 5, "d", 0, "x", ((0, 2), (3, 5))), Span(0, 2, "e", 0), Span(3, 5, "f", 0), Span(4, 5, "g", 0)]
    assert write_cells(spans, "", PLACE) == {0: "(d[1/2]-x(e", 1: "e)d[1/2])", 3: "(d[2/2]-x(f", 4: "(g)f)d[2/2])"}
