"""Where quotations begin and end in raw text, as the packaged pipeline tokenizes and parses it."""

from __future__ import annotations

import pytest

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base
from corefpipe.parsing.quotes import Quotes, find_quotes


@pytest.fixture(scope="module")
def nlp():
    return load_base("en")


def quoted(nlp, text: str) -> tuple[list[str], Parse, Quotes]:
    """The texts of the quotations of a text, without those within others."""
    doc = nlp(text)
    parse = Parse.from_doc(doc)
    quotes = find_quotes(parse)
    found = [str(doc[parse.tokens[first] : parse.tokens[last] + 1]) for first, last in quotes.ends().values()]
    return found, parse, quotes


def nested(parse: Parse, quotes: Quotes) -> list[str]:
    return [" ".join(parse.words[one.start : one.end]) for one in quotes.nested]


@pytest.mark.parametrize(
    ("text", "quotations"),
    [
        ("“Go,” said Ann, “or stay.”", ["Go,", "or stay."]),
        ('"Go," said Ann, "or stay."', ["Go,", "or stay."]),
        ('"Go--" said he--"or stay!"', ["Go--", "or stay!"]),
        ("``Go,'' said Ann, ``or stay.''", ["Go,", "or stay."]),
        ("`Go,' said Ann, `or stay.'", ["Go,", "or stay."]),
        ("'Go,' said Ann, 'or stay.'", ["Go,", "or stay."]),
        ("‘Go,’ said Ann, ‘or stay.’", ["Go,", "or stay."]),
        ("« Go, » said Ann, « or stay. »", ["Go,", "or stay."]),
        ("»Go,« said Ann, »or stay.«", ["Go,", "or stay."]),
        ("„Go,“ said Ann, „or stay.“", ["Go,", "or stay."]),
        ("„Go,” said Ann, „or stay.”", ["Go,", "or stay."]),
        ("”Go,” said Ann, ”or stay.”", ["Go,", "or stay."]),
        ("‘Go—‘ said Ann, ‘or stay.’", ["Go—", "or stay."]),
        ("“Have you read the “Spectator”?” asked Ann.", ["Have you read the “Spectator”?"]),
    ],
)
def test_forms_of_marks(nlp, text, quotations):
    found, _, quotes = quoted(nlp, text)
    assert found == quotations
    assert quotes.turn == [0] * len(quotations)


@pytest.mark.parametrize(
    ("text", "quotations"),
    [
        ("'I saw the boys' hats,' said Ann.", ["I saw the boys' hats,"]),
        ("'I saw 'em at 'ome,' said Ann. 'They were goin' out.'", ["I saw 'em at 'ome,", "They were goin' out."]),
        ("''Tis true,' said Ann.", ["Tis true,"]),
        ("‘I saw the boys’ hats, and ’tis true,’ said Ann.", ["I saw the boys’ hats, and ’tis true,"]),
        ("‘I know it is marked “poison” or not’; for she had read ‘Alice.’", None),
        ("Ann saw the girls' hats and the boys' hats.", []),
        ("He said “Go.” The girls' hats were the boys' 'treasures' now.", ["Go.", "treasures"]),
    ],
)
def test_apostrophes(nlp, text, quotations):
    expected = ["I know it is marked “poison” or not", "Alice."] if quotations is None else quotations
    assert quoted(nlp, text)[0] == expected


@pytest.mark.parametrize(
    ("text", "outer", "inner"),
    [
        ("“He said, ‘I will go,’ and left,” said Ann.", ["He said, ‘I will go,’ and left,"], ["I will go ,"]),
        ("'He said, \"I will go,\" and left,' said Ann.", ['He said, "I will go," and left,'], ["I will go ,"]),
        ("\"He said, 'I will go.'\" Ann left.", ["He said, 'I will go.'"], ["I will go ."]),
        ("“‘Go,’ he said.”", ["‘Go,’ he said."], ["Go ,"]),
    ],
)
def test_nested(nlp, text, outer, inner):
    found, parse, quotes = quoted(nlp, text)
    assert (found, nested(parse, quotes)) == (outer, inner)
    assert [(one.number, one.depth, one.speech) for one in quotes.nested] == [(0, 1, True)]


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("“Go”--Ann smiled--“or stay.”", [0, 0]),
        ("“Go,” Ann smiled, “or stay.”", [0, 0]),
        ("“Go.” Ann said, “I stay.”", [0, 1]),
        ("“Go!” Ann smiled. “Or stay.”", [0, 1]),
    ],
)
def test_parts_of_a_turn(nlp, text, turn):
    assert quoted(nlp, text)[2].turn == turn


def test_paragraphs_of_one_speech_are_one_turn(nlp):
    found, _, quotes = quoted(nlp, "“I will tell you all that I know of it:\n\n“He went.”\n\n“Why?”")
    assert found == ["I will tell you all that I know of it:", "He went.", "Why?"]
    assert quotes.turn == [0, 0, 1]


def test_a_forgotten_mark_ends_its_paragraph(nlp):
    found, _, quotes = quoted(nlp, "“Gone, miss.\n\n“Dead!”\n\nAnn left. “Where to.\n\nHe smiled. “Home.”")
    assert found == ["Gone, miss.", "Dead!", "Where to.", "Home."]
    assert quotes.turn == [0, 1, 2, 3]


def test_a_forgotten_mark_ends_before_the_verb_of_saying(nlp):
    text = "'Yonder! replied the man, glaring at the wall. 'The shadow! I saw it.'\n\n'Where?' said Ann."
    assert quoted(nlp, text)[0] == ["Yonder!", "The shadow! I saw it.", "Where?"]


def test_a_mark_of_another_form_closes_at_the_end_of_a_paragraph(nlp):
    assert quoted(nlp, "“Where do you live?'\n\n“At home.”")[0] == ["Where do you live?", "At home."]


def test_verses_between_marks_are_one_quotation(nlp):
    assert len(quoted(nlp, "He sang:\n\n“Roses are red,\n\nViolets are blue.”\n\nAnn left.")[0]) == 1


DASHES = """—Come up, Kinch! he said sternly. Come up, you fearful man.

—Thanks, old chap, Mulligan cried. That will do.

He laughed.

—Look at yourself, he said, you dreadful bard!

—Will he come?"""


@pytest.mark.parametrize("dash", ["—", "--", "― "])
def test_dialogue_dashes(nlp, dash):
    found, _, quotes = quoted(nlp, DASHES.replace("—", dash))
    first = ["Come up, Kinch!", "Come up, you fearful man.", "Thanks, old chap,", "That will do."]
    assert found == [*first, "Look at yourself,", "you dreadful bard!", "Will he come?"]
    assert quotes.turn == [0, 0, 1, 1, 2, 2, 3]
    assert all(quotes.speech)


def test_a_list_with_dashes_is_no_dialogue(nlp):
    assert quoted(nlp, "We need:\n\n— milk,\n\n— two eggs,\n\n— bread.")[0] == []


@pytest.mark.parametrize(
    ("text", "speech"),
    [
        ("“Go,” said Ann, “now”", [True, True]),
        ("He saw “Hamlet” and so-called “friends” in the “Red Lion.”", [False, False, False]),
        ("She cried “You must go!” and left.", [True]),
        ("The man replied: “Never.”", [True]),
        ("“She didn't” said Ann.", [True]),
        ("‘Home,’ thought Ann. The ‘home’ was a hut.", [True, False]),
    ],
)
def test_speech(nlp, text, speech):
    assert quoted(nlp, text)[2].speech == speech


def test_marks_beside_quotations(nlp):
    _, parse, quotes = quoted(nlp, "“Go,” said Ann.\n\n“Stay.\n\nHe left.")
    assert [parse.words[start:end] for start, end in quotes.outside] == [["“", "Go", ",", "”"], ["“", "Stay", "."]]
