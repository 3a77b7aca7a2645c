"""Tags of new pronouns."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.new_pronouns import tag_new_pronouns
from corefpipe.parsing.parse import Parse


@pytest.mark.parametrize(
    ("text", "pos", "heads", "tags"),
    [
        ("ze slept", "PROPN VERB", [1, 1], "PRP X"),
        ("hir job", "NOUN NOUN", [1, 1], "PRP$ X"),
        ("saw hir", "VERB PROPN", [0, 0], "X PRP"),
        ("saw xem today", "VERB NOUN NOUN", [0, 0, 0], "X PRP X"),
        ("ze door", "DET NOUN", [1, 1], "X X"),  # "the"
        ("saw Nem", "VERB PROPN", [0, 0], "X X"),
        ("Nem slept", "PROPN VERB", [1, 1], "PRP X"),
        ("they slept", "PRON VERB", [1, 1], "X X"),
    ],
)
def test_tags(text, pos, heads, tags):
    columns = make_columns(text, pos, heads=heads)
    tag_new_pronouns(columns)
    assert columns.tags == tags.split()
    changed = [i for i, tag in enumerate(columns.tags) if tag.startswith("PRP")]
    assert [i for i, type in enumerate(columns.entity_types) if type] == changed
    assert all(columns.pos[i] == "PRON" for i in changed)


def test_a_name_of_several_words_stays(base):
    parse = Parse.from_doc(base("Nem Smith came."))
    assert parse.pos[:2] == ["PROPN", "PROPN"]


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        (
            "Alex is my neighbour. Ze works at the library and loves hir job. I met hir yesterday.",
            ["Alex", "Ze", "hir", "hir"],
        ),
        ("Robin said xe lost xyr keys. Xe asked me to help xem.", ["Robin", "xe", "xyr", "Xe", "xem"]),
        ("Sasha Green has two dogs. Ze walks zir dogs every day.", ["Sasha Green", "Ze", "zir"]),
        ("Kim said that ey would bring eir guitar.", ["Kim", "ey", "eir"]),
        ("Jordan lost nir keys. Tom helped nem.", ["Jordan", "nir", "nem"]),
        ("Sam Taylor left early. They had the neighbours to visit. Sam said they were tired.",
         ["Sam Taylor", "They", "Sam", "they"]),
    ],
)  # fmt: skip
def test_they_refer_to_somebody(packaged, text, chain):
    chains = [[span.text for span in found] for found in packaged(text)._.coref]
    assert chain in chains
