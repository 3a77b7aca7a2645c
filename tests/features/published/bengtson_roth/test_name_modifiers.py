"""The classifier of name modifiers of Bengtson & Roth 2008."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.bengtson_roth_tables import phrases
from helpers.tables import value

from corefpipe.exceptions import SettingError
from corefpipe.features.published.bengtson_roth.name_modifiers import RELATIONS, NameModifiers, relations
from corefpipe.lexicon import load_lexicon


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tom Sawyer", "tom\tsawyer"),
        ("the American president", "american\tpresident"),
        ("the Boston office of Ann", "boston\toffice"),
        ("Sawyer", ""),
        ("the old president", ""),
        ("he", ""),
        ("Tom Bell +and Ann", ""),
    ],
)
def test_modifiers(text, found):
    assert phrases(text).values("name_modifiers") == [found]


@pytest.mark.parametrize(
    ("one", "other", "held"),
    [
        ("tom\tbell", "tom\tbell", {"same head", "equal", "same gender"}),
        ("mr. tom\tbell", "tom\tbell", {"same head", "subset", "same gender"}),
        ("new south\twales", "south east\twales", {"same head", "overlap"}),
        ("thomas\tbell", "t.\tbell", {"same head", "disjoint", "initial"}),
        ("thomas\tbell", "tom\tbell", {"same head", "disjoint", "nickname", "same gender"}),
        ("american\tpresident", "america\tleader", {"disjoint", "place and demonym"}),
        ("mr.\tbell", "tom\tbell", {"same head", "disjoint", "one is titles only", "same gender"}),
        ("mr\tbell", "mr.\tbell", {"same head", "disjoint", "same title", "same gender"}),
        ("mr.\tbell", "mrs.\tbell", {"same head", "disjoint", "exclusive titles", "other gender"}),
        ("tom\tbell", "nora\tbell", {"same head", "disjoint", "other gender"}),
    ],
)
def test_relations(one, other, held):
    for a, b in ((one, other), (other, one)):
        found = relations(a, b, load_lexicon("en"))
        assert {name for name, holds in zip(RELATIONS, found, strict=True) if holds} == held


@pytest.fixture(scope="module")
def model() -> NameModifiers:
    tables = [phrases("Tom Bell", "Tom Bell", "Ann Bell", "he", "Mr. Bell", "Mrs. Bell") for _ in range(4)]
    return NameModifiers().fit(tables, [np.array([0, 0, 1, 0, 0, 1])] * 4)


@pytest.mark.parametrize(
    ("ante", "ana", "said"),
    [
        ("Max Quux", "Max Quux", "match"),
        ("Mr. Quux", "Mrs. Quux", "mismatch"),
        ("Quux", "Mrs. Quux", ""),
        ("he", "Max Quux", ""),
    ],
)
def test_it_learns_which_names_differ(model, ante, ana, said):
    table = phrases(ante, ana)
    table.models = {"name_modifiers": model}
    assert value("name_modifiers_match", table, 0, 1) == said


def test_files_hold_all_of_it(model):
    again = NameModifiers()
    again.load(model.to_arrays())
    assert np.array_equal(again.weights, model.weights)
    with pytest.raises(ValueError, match="weights for"):
        again.load({"weights": np.zeros(3, dtype=np.float16)})


def test_nothing_to_learn_from():
    model = NameModifiers().fit([phrases("he", "Tom Bell")], [np.array([0, 0])])
    assert not model.weights.any()
    assert len(model.scores([], load_lexicon("en"))) == 0


def test_untrained():
    with pytest.raises(SettingError, match="'name_modifiers' has not been trained"):
        value("name_modifiers_match", phrases("Tom Bell", "Tom Bell"), 0, 1)
