"""What is compared of a chain and of an entity."""

from __future__ import annotations

from math import log1p

import pytest

from corefpipe.entities.rarity import rarity
from corefpipe.entities.traits import Bag


def test_the_weights_of_words():
    bag = Bag.of({"harbour": 1, "old": 2})
    bag.join(Bag.of({"harbour": 3}))
    expected = {"harbour": log1p(4) * rarity("harbour"), "old": log1p(2) * rarity("old")}
    assert bag.weights == pytest.approx(expected)
    assert bag.square == pytest.approx(sum(weight**2 for weight in expected.values()))
    assert bag.cosine(bag) == pytest.approx(1)
    assert bag.cosine(Bag()) == 0


def test_a_bag_keeps_the_words_with_the_largest_weights():
    bag = Bag()
    for number in range(5000):
        bag.join(Bag.of({"harbour": 1, f"word{number}": 1}))
        assert len(bag.weights) <= 400
    assert bag.weights["harbour"] == pytest.approx(log1p(5000) * rarity("harbour"))
    assert bag.square == pytest.approx(sum(weight**2 for weight in bag.weights.values()))
