"""The weights of a model in words."""

from __future__ import annotations

import numpy as np
import pytest

from corefpipe.exceptions import SettingError
from corefpipe.report.weights import LINKS, STARTS, strongest_weights, weights_text
from corefpipe.resolver.reasons import about


@pytest.fixture(scope="module")
def resolver(packaged):
    return packaged.get_pipe("corefpipe").resolver


def test_groups_cover_all_weights_once(resolver):
    groups = strongest_weights(resolver)
    assert sum(group.columns for group in groups) == len(resolver.weights)
    assert sum(group.share for group in groups) == pytest.approx(1)
    spec = resolver.features.spec
    named = [(group.where, group.name) for group in groups]
    assert named == [(LINKS, g.name) for g in spec.groups] + [(STARTS, g.name) for g in spec.start_groups]


def test_weights_are_those_of_the_model(resolver):
    names = {name: number for number, name in enumerate(resolver.features.fitted.names())}
    for group in strongest_weights(resolver, 5):
        sizes = [abs(row.weight) for row in group.strongest]
        assert sizes == sorted(sizes, reverse=True)
        assert len(sizes) == 5
        for row in group.strongest:
            assert row.weight == float(resolver.weights[names[row.column]])
    (agreement,) = strongest_weights(resolver, 10**6, "Agreement")
    assert len(agreement.strongest) == np.count_nonzero([row.weight for row in agreement.strongest])
    assert agreement.strongest[0].about


def test_in_words(resolver):
    (words,) = strongest_weights(resolver, 200, "Words")
    assert any(row.phrase == "the same noun or name" and not row.mentions for row in words.strongest)
    assert any(row.phrase == "the same noun or name" and row.mentions == "name → name" for row in words.strongest)
    (start,) = strongest_weights(resolver, 1, "Type")
    assert start.strongest[0].mentions == ""
    text = weights_text("en", resolver, [words, start])
    assert text.startswith(f"en: {len(resolver.weights):,} weights of the feature set 'default'\n")
    assert f"{words.strongest[0].weight:+6.2f}  {words.strongest[0].phrase}" in text
    assert text.index(LINKS) < text.index(STARTS)


def test_a_trained_model_with_a_set_without_headings(gold_resolver):
    groups = strongest_weights(gold_resolver)
    assert sum(group.columns for group in groups) == len(gold_resolver.weights)
    assert all(group.name for group in groups)
    assert about(gold_resolver.features.spec.link[0])


def test_no_such_group(resolver):
    with pytest.raises(
        SettingError,
        match=r'unknown group .Agr.\. Did you mean "Agreement"\? Valid are "Places and constructions", "Words"',
    ):
        strongest_weights(resolver, group="Agr")
