"""Possessives that can only be the subject's."""

import pytest

from corefpipe.resolver.constraints.possessors import apart_from_possessives
from corefpipe.resolver.tables import given_table


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("The guard raised his gun and shot him.", [("his", "him")]),
        ("The guard came in, raised his gun and shot him.", [("his", "him")]),
        ("Tom met a guard. He raised his gun and shot him.", []),  # Tom or the guard
        ("Her gun frightened him.", []),
    ],
)
def test_the_object_is_not_the_possessor(base, text, apart):
    doc = base(text)
    people = {"guard", "Tom", "He", "his", "him", "Her"}
    heads = [token for token in doc if token.text in people]
    table = given_table(doc, [(token.left_edge.i, token.i + 1) for token in heads])
    words = [doc[end - 1].text for _, end, _ in table.triples()]
    subjects = [row for row, word in enumerate(words) if word in ("guard", "He")]
    pairs = [(subject, words.index("him")) for subject in subjects if subject < words.index("him")]
    assert [(words[one], words[other]) for one, other in apart_from_possessives(table, pairs)] == apart


def test_who_raised_his_gun_did_not_shoot_himself(packaged):
    chains = packaged("The guard raised his gun and shot him.")._.coref.chains
    assert [[mention.text for mention in chain] for chain in chains] == [["The guard", "his"]]
