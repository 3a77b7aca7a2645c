"""Entity types of names by what the text says of them."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.repairs.name_types import retype_names

TYPES = {
    "Zeta AG grew": "organization",
    "newspaper Mir grew": "organization",
    "publisher Mir grew": "person",
    "Zeta 's founder slept": "organization",
    "Kessler 's founder slept": "organization",
    "Anna 's founder slept": "person",
    "Zeta 's captain slept": "organization",
    "Kessler 's captain slept": "person",
    "Zeta 's coach slept": "person",
    "Zeta 's mother slept": "person",
    "Zeta 's spokesman slept": "person",
    "Zeta 's chairman slept": "organization",
    "Lufthansa grew": "organization",
    "Mali grew": "place",
    "Sri Lanka grew": "place",
    "Florence grew": "person",
    "Lyon grew": "person",
    "zara grew": "person",
    "zeta.com grew": "organization",
    "Zeta.co.uk grew": "organization",
    "alt.animals.cat grew": "organization",
    "ann.hill@zeta.com grew": "person",
    "J.R. grew": "person",
}


def typed(*sentences):
    """The types of the names of sentences, each its words with a type: the first word or two of each are a name."""
    words, pos, deps, heads, types = [], [], [], [], {}
    for text, type in sentences:
        own = text.split()
        start = len(words)
        name = start + (own[0].islower() and own[1].istitle())
        parts = (name + 1 < start + len(own) - 1 and own[name + 1 - start].istitle()) or own[-2] == "AG"
        words += own
        pos += ["PROPN" if word[0].isupper() or word == "zara" else "NOUN" for word in own]
        deps += ["dep"] * len(own)
        heads += [start + len(own) - 1] * len(own)
        types[name] = type
        if name > start:
            heads[start], deps[start] = name, "nmod:desc"
        if parts:
            heads[name + 1], deps[name + 1] = name, "flat"
        if "'s" in own:
            heads[name], deps[name] = start + own.index("'s") + 1, "nmod:poss"
    columns = make_columns(" ".join(words), " ".join(pos), " ".join(deps), heads, types)
    retype_names(columns)
    return [columns.entity_types[name] for name in types]


@pytest.mark.parametrize(("text", "type"), TYPES.items())
def test_type_of_a_name_taken_for_a_person(text, type):
    assert typed((text, "person")) == [type]


@pytest.mark.parametrize(
    ("given", "types"),
    [
        (["place", "person", "person"], ["person", "person", "person"]),
        (["place", "place", "person"], ["place", "place", "place"]),
        (["person", "organization", "organization"], ["organization"] * 3),
        (["place", "organization", "organization"], ["place", "organization", "organization"]),
        (["organization", "person", "person"], ["organization", "person", "person"]),
        (["place", "person"], ["place", "person"]),
    ],
)
def test_occurrences_of_a_name_agree(given, types):
    assert typed(*(("Thiri slept", type) for type in given)) == types


def test_a_full_name_agrees_with_the_surname():
    assert typed(("Mamadou Diallo slept", "place"), ("Diallo slept", "person")) == ["person", "person"]
    assert typed(("Golden Diallo slept", "place"), ("Diallo slept", "person")) == ["place", "person"]


def test_the_first_word_of_a_place_agrees_with_it():
    assert typed(("Quell Park slept", "place"), ("Quell slept", "person")) == ["place", "place"]
    given = ("Quell Park slept", "place"), *[("Quell slept", "person")] * 3
    assert typed(*given) == ["place", "person", "person", "person"]
    given = ("Clinton Park slept", "place"), ("Clinton slept", "place"), ("Clinton slept", "person")
    assert typed(*given) == ["place", "place", "person"]


def test_a_place_that_is_said_to_be_somebody_is_a_person():
    for noun, type in (("girl", "person"), ("country", "place")):
        columns = make_columns(f"Mali is a {noun}", "PROPN AUX DET NOUN", "nsubj cop det root", types={0: "person"})
        retype_names(columns)
        assert columns.entity_types[0] == type


def test_names_of_two_documents_do_not_agree():
    types = ["place", "person", "person"]
    columns = make_columns(
        "Thiri Thiri Thiri", "PROPN PROPN PROPN", "root root root", range(3), dict(enumerate(types)), bounds=[0, 1, 3]
    )
    retype_names(columns)
    assert columns.entity_types == types


def test_the_parse_has_organizations(base):
    parse = Parse.from_doc(base("Quellmann AG named Rita Holm chief executive."))
    assert parse.entity_types[0] == "organization"


@pytest.mark.parametrize(
    ("name", "tag", "type"),
    [("Steve Jobs", "NNPS", "person"), ("Steve Jobs", "NNP", "organization"), ("Zeta Jobs", "NNPS", "organization")],
)
def test_a_surname_taken_for_a_firm(name, tag, type):
    text, deps, tags = f"{name} slept Jobs grew", "nsubj flat root nsubj parataxis", f"NNP NNP VBD {tag} VBD"
    types = {0: "person", 3: "organization"}
    columns = make_columns(text, "PROPN PROPN VERB PROPN VERB", deps, [2, 0, 2, 4, 2], types, tags)
    retype_names(columns)
    assert (columns.entity_types[3], columns.tags[3]) == (type, "NNP" if type == "person" else tag)


@pytest.mark.parametrize(
    ("name", "dep", "type"),
    [("Naomi Osaka", "nsubj", "person"), ("Naomi Osaka", "obl", "place"), ("Zeta Osaka", "nsubj", "place")],
)
def test_a_surname_taken_for_a_place(name, dep, type):
    text, deps = f"{name} slept Osaka won", f"nsubj flat root {dep} parataxis"
    types = {0: "organization" if name == "Zeta Osaka" else "person", 3: "place"}
    columns = make_columns(text, "PROPN PROPN VERB PROPN VERB", deps, [2, 0, 2, 4, 2], types)
    retype_names(columns)
    assert columns.entity_types[3] == type
