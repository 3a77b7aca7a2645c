"""The anaphoricity classifier of Bengtson & Roth 2008."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.bengtson_roth_tables import phrases

from corefpipe.exceptions import SettingError
from corefpipe.features import FeatureSet
from corefpipe.features.published.bengtson_roth.anaphoricity import Anaphoricity, has_antecedent

SET = '[[link]]\nfeatures = ["ana.anaphoricity"]\n[[start]]\nfeatures = ["ana.anaphoricity"]'


def story(*names: str):
    """For each name, a table of four mentions: the name, "he", the name again, "a door"."""
    return [phrases(name, "he", name, "a door") for name in names]


LABELS = np.array([0, 0, 0, 1])
TABLES = story("Tom", "Bill", "Sam", "Max", "Leo", "Jim")


@pytest.fixture(scope="module")
def model() -> Anaphoricity:
    return Anaphoricity(c=10.0).fit(TABLES, [LABELS] * len(TABLES))


def test_after_the_head():
    table = phrases("the old bank of Boston", "the bank", "the old bank of Boston", "the old bank", "a bank", "Bank")
    assert table.values("after_head") == ["of", "stood", "of", "stood", "stood", "stood"]


def test_nothing_after_the_last_word():
    from helpers.parses import make_doc, make_table

    assert make_table(make_doc("it it PRON PRP 0 root"), [(0, 1)]).values("after_head") == ["$"]


def test_who_has_an_antecedent():
    assert has_antecedent(np.array([3, 3, 1, 3, 1, 0])).tolist() == [False, True, False, True, True, False]
    assert has_antecedent(np.zeros(0, dtype=int)).tolist() == []


def test_it_learns_who_is_anaphoric(model):
    (table,) = story("Zed")
    assert (model.scores(table) > 0).tolist() == [False, True, True, False]


def test_files_hold_all_of_it(model):
    again = Anaphoricity()
    again.load(model.to_arrays())
    (table,) = story("Zed")
    assert np.array_equal(again.scores(table), model.scores(table))
    with pytest.raises(ValueError, match="weights"):
        again.load(model.to_arrays() | {"weights": np.zeros(2, dtype=np.float16)})


def test_a_set_trains_it():
    features = FeatureSet.parse(SET)
    features.fit_tables(TABLES, [LABELS] * len(TABLES))
    names = [name.partition(" ")[0] for name in features.get_feature_names_out()]
    assert names.count("ana.anaphoricity=anaphoric") == 2  # the weights of links and of chain starts
    assert TABLES[0].values("anaphoricity")[1] == "anaphoric"


def test_untrained():
    with pytest.raises(SettingError, match="'anaphoricity' has not been trained"):
        phrases("he").values("anaphoricity")
