"""People of a cast who are one: pairs that come into question, their features, and who is united."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.casts.cast import Cast, cast_of
from corefpipe.casts.forms import Form
from corefpipe.casts.person import Person
from corefpipe.casts.sections import BOOK, telling_of
from corefpipe.quotations.aliases import Pairs, alias_model, book_telling, probability, united
from corefpipe.quotations.log_linear import LogLinear
from corefpipe.resolver.loading import load_resolver

SCENE = """“Harry, you are dreadful,” said Basil.

“I am, my dear Basil,” said Lord Henry.

“And where do you live, Harry?” asked Basil.

“In London,” said Lord Henry. The room was cold. Lord Henry lit the lamp, and Basil looked out at the grey street.

Outside it rained. The carts went by one after another, and the smell of wet straw came up from the yard.

"""


@pytest.fixture(scope="module")
def book(base):
    """The mentions of a text that is as long as a book."""
    words = sum(not token.is_space for token in base.tokenizer(SCENE))
    times = BOOK // words + 1
    return load_resolver("en").table(base(SCENE * times))


def names_of(cast) -> list[set[str]]:
    return [{" ".join((*form.titles, *form.words)) for form in one.forms} for one in cast.people if one.forms]


def test_who_answers_to_a_name_bears_it(book):
    assert names_of(telling_of(book).cast) == [{"basil"}, {"lord henry"}, {"harry"}]
    cast = book_telling(book).cast
    assert names_of(cast) == [{"basil"}, {"lord henry", "harry"}]
    assert [one.gender for one in cast.people[:2]] == ["male", "male"]
    assert set(cast.person.values()) == {0, 1}


def test_pairs_that_come_into_question(book):
    pairs = Pairs(book, telling_of(book).cast)
    assert [*pairs.features()] == [(1, 2)]  # Basil calls Harry, and stands beside Lord Henry


def test_a_shorter_text_has_no_cast(base):
    telling = book_telling(load_resolver("en").table(base(SCENE)))
    assert telling.cast.people == []


def cast_by_form(table) -> Cast:
    """A cast in which each form of a name is somebody."""
    found = cast_of(table)
    forms = sorted({*found.forms.values()})
    people = [
        Person(
            forms=Counter({form: [*found.forms.values()].count(form)}),
            firsts={*form.words[:-1]},
            lasts={form.words[-1]},
            titles=Counter(form.titles),
        )
        for form in forms
    ]
    return Cast(people, found.forms, {row: forms.index(form) for row, form in found.forms.items()})


@pytest.mark.parametrize(
    ("paragraphs", "may_be_one"),
    [
        (["Leonard Bast went home.", "It rained.", "Mr. Bast was tired."], True),  # they avoid each other
        (["Leonard Bast went home, and Mr. Bast was tired."], False),  # they stand beside each other
        (["Leonard Bast went home. Mr. Bast was tired."], False),  # they meet
        (["Leonard Bast went home.", "It rained.", "Jack Bast was tired."], False),  # two first names
        (["Leonard Bast went home.", "It rained.", "Mr. Hill was tired."], False),  # nobody answers
        (["Mrs. Bast went home.", "It rained.", "Miss Bast was tired."], False),
    ],
)
def test_two_forms_in_the_narration(base, paragraphs, may_be_one):
    table = load_resolver("en").table(base("\n\n".join(paragraphs * 60)))
    assert bool(Pairs(table, cast_by_form(table)).features()) == may_be_one


def test_titles_alone_are_no_names(base):
    text = "“Sir, you are late,” said Ann Hill.\n\n“I am,” said Mr. Bast.\n\n" * 12
    table = load_resolver("en").table(base(text))
    cast, sir = cast_by_form(table), Form((), ("sir",))
    number = [sir in one.forms for one in cast.people].index(True)
    assert all(number not in pair for pair in Pairs(table, cast).features())


def test_probability():
    model = LogLinear({"a": 2.0, "b": -1.0})
    assert probability(model, ["a"]) == pytest.approx(0.8808, abs=1e-4)
    assert probability(model, ["b", "b"]) == pytest.approx(0.1192, abs=1e-4)
    assert probability(model, []) == 0.5


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        ({(0, 1): 0.9}, {1: 0}),
        ({(0, 1): 0.6}, {}),
        ({(0, 2): 0.9, (1, 2): 0.8}, {}),  # it is one of two
        ({(0, 2): 0.9, (1, 2): 0.3}, {2: 0}),
        ({(0, 2): 0.9, (1, 3): 0.75}, {2: 0, 3: 1}),
        ({}, {}),
    ],
)
def test_who_is_united(found, wanted):
    assert united(found) == wanted


@given(
    st.dictionaries(st.sampled_from([*combinations(range(6), 2)]), st.floats(0, 1)),
)
def test_law_everybody_is_united_once(found):
    same = united(found)
    people = [*same, *same.values()]
    assert len(people) == len({*people})
    assert all(one > other for one, other in same.items())


def test_packaged_models():
    assert alias_model("en") is not None
    assert alias_model("de") is None
