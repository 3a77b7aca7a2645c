"""Who answers to a name in conversations."""

from __future__ import annotations

import pytest

from corefpipe.casts.cast import Cast, cast_of
from corefpipe.quotations.answers import Answers, answers_of
from corefpipe.resolver.loading import load_resolver

TALK = """“Harry, you are dreadful,” said Basil.

“I am, my dear Basil,” said Lord Henry.

“Are you, Harry?” asked Basil.

“I told you so,” said Lord Henry.

Many years went by. Nothing happened.

The house was sold. It was old.

The trees were cut down.

The road was long.

The rain fell.

“Where is Harry?” asked Basil."""


@pytest.fixture(scope="module")
def found(base) -> tuple[Cast, Answers]:
    table = load_resolver("en").table(base(TALK))
    cast = cast_of(table)
    return cast, answers_of(table, cast)


def number(cast: Cast, word: str) -> int:
    return next(n for n, one in enumerate(cast.people) if any(word in form.words for form in one.forms))


def test_who_speaks_before_and_after_those_who_call(found):
    cast, answers = found
    harry, henry, basil = (number(cast, word) for word in ("harry", "henry", "basil"))
    assert answers.of[harry, henry] == 3  # after the first call, before and after the second one
    assert answers.of[harry, basil] == 0
    assert answers.of[basil, basil] == 2
    assert answers.calls == {(harry, basil): 2, (basil, henry): 1}  # “Where is Harry?” calls nobody
    assert answers.said == {basil: 3, henry: 2}
    assert answers.heard == {harry: 3, basil: 2}


def test_as_many_as_by_chance(found):
    cast, answers = found
    assert answers.expected(number(cast, "harry"), number(cast, "henry")) == pytest.approx(3 * 2 / 5)


def test_without_quotations_nobody_answers(base):
    table = load_resolver("en").table(base("Ann saw Bo. Bo saw Ann."))
    assert answers_of(table, cast_of(table)) == Answers()
    assert Answers().expected(0, 1) == 0
