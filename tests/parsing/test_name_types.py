"""One type for a name in a document."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.name_types import unify_name_types


def unified(text, deps, heads, types, bounds=()):
    pos = " ".join("PROPN" if word[0].isupper() else "VERB" for word in text.split())
    columns = make_columns(text, pos, deps, heads, types, bounds=bounds)
    unify_name_types(columns)
    return [columns.entity_types[head] for head in types]


@pytest.mark.parametrize(
    ("last", "dep", "type", "found"),
    [
        ("Nwosu", "nsubj", "place", "person"),
        ("Nwosu", "obl", "place", "person"),
        ("Osaka", "nsubj", "place", "person"),
        ("Osaka", "obl", "place", "place"),
        ("Nwosu", "nsubj", "organization", "organization"),
    ],
)
def test_a_surname_is_that_of_the_full_name(last, dep, type, found):
    text = f"Naomi {last} won {last} lost"
    types = unified(text, f"nsubj flat root {dep} root", [2, 0, 2, 4, 4], {0: "person", 3: type})
    assert types == ["person", found]


@pytest.mark.parametrize(
    ("types", "found"),
    [
        (["person", "place", "person"], ["person"] * 3),
        (["place", "person", "place"], ["place"] * 3),
        (["person", "place"], ["person", "place"]),
        (["organization", "person", "person"], ["organization", "person", "person"]),
    ],
)
def test_the_most_frequent_type(types, found):
    text = " ".join(["Ilo won"] * len(types))
    heads = [place | 1 for place in range(2 * len(types))]
    assert unified(text, "nsubj root " * len(types), heads, {2 * i: type for i, type in enumerate(types)}) == found


def test_documents_know_nothing_of_each_other():
    given = {0: "person", 2: "person", 4: "place"}
    assert unified("Ilo won Ilo won Ilo won", "nsubj root " * 3, [1, 1, 3, 3, 5, 5], given, [0, 4, 6]) == [
        "person",
        "person",
        "place",
    ]
