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


def usual(phrase, deps, heads, name, count=6, others=0, type="person"):
    """The type of a name's first mention in `count` such clauses, then `others` in which it is the subject of "won"."""
    words, relations, above, types = [], [], [], {}
    clauses = [(phrase.split(), deps.split(), heads)] * count + [([name, "won"], ["nsubj", "root"], [1, 1])] * others
    for own, own_deps, own_heads in clauses:
        types[len(words) + own.index(name)] = type
        above += [len(words) + head for head in own_heads]
        words += own
        relations += own_deps
    return unified(" ".join(words), " ".join(relations), above, types)[0]


@pytest.mark.parametrize(
    ("phrase", "deps", "heads", "found"),
    [
        ("lived at Ilo", "root case obl", [0, 2, 0], "place"),
        ("believed in Ilo", "root case obl", [0, 2, 0], "person"),
        ("walked to Ilo", "root case obl", [0, 2, 0], "person"),
        ("looked after Ilo", "root case obl", [0, 2, 0], "person"),
        ("lived at the Ilo", "root case det obl", [0, 3, 3, 0], "person"),
        ("lived at Mrs. Ilo", "root case compound obl", [0, 3, 3, 0], "person"),
        ("at Ilo wept", "case vocative root", [1, 2, 2], "person"),
        ("Ilo said in tears", "nsubj root case obl", [1, 1, 3, 1], "person"),
    ],
)
def test_a_name_after_prepositions_of_places_is_a_place(phrase, deps, heads, found):
    assert usual(phrase, deps, heads, "Ilo") == found


@pytest.mark.parametrize(("count", "others", "found"), [(5, 0, "person"), (6, 10, "place"), (6, 20, "person")])
def test_places_need_many_such_names(count, others, found):
    assert usual("lived at Ilo", "root case obl", [0, 2, 0], "Ilo", count, others) == found


def test_ends_of_a_path_count_half():
    at, to = "lived at Ilo " * 2, "walked to Ilo " * 5
    text = at + to + "Ilo won " * 4
    deps = "root case obl " * 7 + "nsubj root " * 4
    heads = [3 * n + head for n in range(7) for head in (0, 2, 0)] + [
        21 + 2 * n + 1 for n in range(4) for _ in range(2)
    ]
    names = dict.fromkeys([*range(2, 21, 3), *range(21, 29, 2)], "person")
    assert unified(text, deps, heads, names) == ["place"] * 11


def test_names_of_organizations_are_no_places():
    assert usual("worked at Ilo", "root case obl", [0, 2, 0], "Ilo", type="organization") == "organization"


def test_places_of_one_document_are_people_of_another():
    one, other = "lived at Ilo " * 6, "Ilo won " * 6
    heads = [3 * n + head for n in range(6) for head in (0, 2, 0)] + [19 + 2 * n for n in range(6) for _ in range(2)]
    names = dict.fromkeys([*range(2, 18, 3), *range(18, 30, 2)], "person")
    deps = "root case obl " * 6 + "nsubj root " * 6
    assert unified(one + other, deps, heads, names, [0, 18, 30]) == ["place"] * 6 + ["person"] * 6
