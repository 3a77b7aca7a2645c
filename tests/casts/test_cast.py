"""The cast of a mention table."""

from __future__ import annotations

import numpy as np
from helpers.named import named_table

from corefpipe.casts.cast import cast_of
from corefpipe.casts.forms import Form


def test_people_and_their_rows():
    table = named_table(["Tom Bell", "Mrs. Bell", "Tom", "Mr. Bell", "Tom Bell"])
    cast = cast_of(table)
    assert [one.count for one in cast.people] == [4, 1]
    assert [cast.person[row] for row in range(5)] == [0, 1, 0, 0, 0]
    assert cast.forms[1] == Form(("mrs.",), ("bell",))


def test_names_of_several_people_are_nobodys():
    table = named_table(["Tom Bell", "Jack Bell", "Bell"])
    cast = cast_of(table)
    assert cast.person.keys() == {0, 1}
    assert cast.forms.keys() == {0, 1, 2}


def test_titles_that_stand_for_a_name():
    """The Count is Count Dracula; there are two captains, and "Lord" may be God."""
    table = named_table(["Count Dracula", "Count", "Captain Hill", "Captain Bell", "Captain", "Lord Godalming", "Lord"])
    cast = cast_of(table)
    assert cast.person[1] == cast.person[0]
    assert len({cast.person.get(row, -1) for row in (2, 3, 4)}) == 3
    assert cast.person[6] != cast.person[5]


def test_no_names():
    cast = cast_of(named_table(["Tom"]).select(np.arange(0)))
    assert (cast.people, dict(cast.forms), dict(cast.person)) == ([], {}, {})


def test_the_gender_of_most_names_of_a_form():
    """Netherby is a woman's name here, by what nearly all mentions of that form show."""
    table = named_table(["Netherby Bell", "Mr. Bell"] * 3)
    assert len(cast_of(table).people) == 1
    genders = ["female", "male"] * 3
    table.values("gender")[:] = genders
    assert len(cast_of(table).people) == 2
