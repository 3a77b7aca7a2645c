"""Location features of Bengtson & Roth 2008: commas and agreeing mentions in between, relative pronouns."""

from __future__ import annotations

import pytest
from helpers.bengtson_roth_tables import captain, phrases
from helpers.tables import value

from corefpipe.features import FeatureSet


@pytest.mark.parametrize(
    ("feature", "ante", "ana", "said"),
    [
        ("comma_apposition", 0, 1, "yes"),  # Nora Bell, within the longer mention, and the captain
        ("comma_apposition", 1, 2, "yes"),
        ("comma_apposition", 0, 2, "yes"),
        ("comma_apposition", 2, 3, ""),
        ("comma_apposition", 4, 5, ""),
        ("same_sentence", 0, 4, "yes"),
        ("same_sentence", 4, 5, ""),
    ],
)
def test_places(feature, ante, ana, said):
    assert value(feature, captain(), ante, ana) == said


def test_agreeing_between():
    table = phrases("Nora Bell", "the house", "Ann", "Tom", "keys", "she")
    assert [value("agreeing_between", table, ante, 5) for ante in range(5)] == [1, 1, 0, 0, 0]


def test_relative_pronouns():
    text = '[[link]]\nfeatures = ["comma_apposition * ana.kind=pronoun"]'
    features = FeatureSet.parse(text)
    table = captain()
    features.fit_tables([table], [[0, 0, 0, 0, 1, 1]])
    links = features.links([table])
    fired = [(int(links.antecedent[row]), item) for item, row in _rows(links) if links.features[row].nnz]
    assert fired == [(0, 2), (1, 2)]


def _rows(links):
    return [(item, row) for item in range(6) for row in range(links.indptr[item], links.indptr[item + 1])]
