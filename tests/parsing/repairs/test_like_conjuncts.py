"""Conjuncts that parsers attach too low."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base
from corefpipe.parsing.repairs.like_conjuncts import raise_like_conjuncts

PEOPLE = ["person", "organization", "person"]


@pytest.mark.parametrize(
    ("deps", "types", "head"),
    [
        ("root nmod conj", PEOPLE, 0),
        ("root nmod conj", ["person", "person", "person"], 1),
        ("root nmod conj", ["person", "", "person"], 1),
        ("root nmod conj", ["person", "organization", "organization"], 1),
        ("root appos conj", PEOPLE, 1),
    ],
)
def test_heads(deps, types, head):
    columns = make_columns(deps=deps, heads=[0, 0, 1], types=dict(enumerate(types)))
    raise_like_conjuncts(columns)
    assert columns.heads == [0, 0, head]


def test_the_parse_has_two_people():
    parse = Parse.from_doc(load_base("en")("The director of the museum and her assistant resigned."))
    assert parse.words[parse.heads[parse.words.index("assistant")]] == "director"
