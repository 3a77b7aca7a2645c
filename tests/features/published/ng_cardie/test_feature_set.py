"""The two feature sets of Ng & Cardie 2002."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.soon_tables import binding, clear, phrases, predicates
from helpers.tables import keys, lost_keys, quotes, world_bank

from corefpipe.features import FeatureSet, MentionTable
from corefpipe.features.engine.pairs import MentionPairs


def features(name: str) -> dict[str, str]:
    """The expression of each feature by name, without the constant."""
    return {f.name: f.expression for f in FeatureSet(name).spec.features if f.group != "Constant"}


def test_all_features():
    assert len(features("ng_cardie2002")) == 53


def test_selected_features_are_some_of_them():
    selected = features("ng_cardie2002_selected")
    assert len(selected) == 27
    assert selected.items() <= features("ng_cardie2002").items()


@pytest.mark.parametrize("name", ["soon2001", "ng_cardie2002", "ng_cardie2002_selected"])
@pytest.mark.parametrize("make", [lost_keys, keys, quotes, world_bank, binding, predicates, clear])
def test_the_sets_run(name, make):
    table = make()
    labels = np.zeros(len(table), dtype=np.int64)
    columns = FeatureSet(name).fit_tables([table], [labels]).get_feature_names_out()
    assert len(set(columns)) == len(columns)
    assert "CONSTANT" in columns


def test_columns_bear_the_paper_names_and_values():
    table = phrases("the man", "she", "Nora Bell", "Mrs. Bell")
    names = FeatureSet("ng_cardie2002").fit_tables([table], [np.zeros(4)]).get_feature_names_out()
    assert {"PRONOUN_1", "GENDER=C", "GENDER=I", "ALIAS", "PRONOUN=I", "SENTNUM=≤1"} <= set(names)
    assert not {"PRONOUN=C", "GENDER=NA", "WNDIST=infinity"} & set(names)


def test_no_pairs():
    none = np.zeros(0, dtype=np.int64)
    pairs = MentionPairs(MentionTable(lost_keys().parse, lost_keys().spans), none, none)
    parts = [part for template in FeatureSet("ng_cardie2002").spec.link for part in template.parts]
    assert all(len(part.code(pairs).codes) == 0 for part in parts)
