"""The log-linear model: probabilities of candidates, learning, files."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.quotations.log_linear import LogLinear

FEATURES = ["near", "far", "subject", "object"]

weights = st.fixed_dictionaries({name: st.floats(-20, 20) for name in FEATURES})
candidates = st.lists(st.lists(st.sampled_from([*FEATURES, "unseen"]), unique=True), min_size=1, max_size=6)


@given(weights, candidates, st.data())
def test_law_probabilities_sum_to_one(known, features, data):
    """The probability is the share of the candidates with the same key in the exponentials of all scores."""
    keys = data.draw(st.lists(st.sampled_from("abc"), min_size=len(features), max_size=len(features)))
    scores = np.array([sum(known.get(name, 0.0) for name in one) for one in features])
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    of_keys = {key: sum(s for k, s in zip(keys, shares, strict=True) if k == key) for key in keys}
    assert sum(of_keys.values()) == pytest.approx(1)
    place, probability = LogLinear(known).choose(features, keys)
    assert probability == pytest.approx(max(of_keys.values()))
    assert probability == pytest.approx(of_keys[keys[place]])
    assert scores[place] == pytest.approx(max(s for k, s in zip(keys, scores, strict=True) if k == keys[place]))


@given(weights, candidates, st.randoms())
def test_law_the_order_of_candidates_does_not_count(known, features, random):
    model, keys = LogLinear(known), list(range(len(features)))
    order = random.sample(keys, len(keys))
    _, probability = model.choose(features, keys)
    place, other = model.choose([features[i] for i in order], order)
    assert other == pytest.approx(probability)
    best = max(sum(known.get(name, 0.0) for name in one) for one in features)
    assert sum(known.get(name, 0.0) for name in features[order[place]]) == pytest.approx(best)


def test_a_person_with_two_mentions_beats_a_better_single_one():
    model = LogLinear({"best": 0.5})
    assert model.choose([["best"], [], []], [1, 2, 2])[0] == 1
    assert model.choose([["best"], [], []], [1, 2, 3])[0] == 0
    assert model.choose([[]], ["only"]) == (0, 1.0)


def test_scores_may_be_huge():
    place, probability = LogLinear({"a": 5000.0, "b": -5000.0}).choose([["b"], ["a"]], [0, 1])
    assert (place, probability) == (1, 1.0)


CHOICES = [([["near", "subject"], ["far", "object"]], [True, False]), ([["far"], ["near"]], [False, True])]


def test_learning():
    model = LogLinear.learn(CHOICES)
    assert model.weights["near"] > 0 > model.weights["far"]
    assert model.choose([["far"], ["near"], ["unseen"]], range(3))[0] == 1
    assert LogLinear.learn(CHOICES[::-1]).weights == pytest.approx(model.weights, abs=1e-4)


def test_one_of_several_right_candidates_is_enough():
    """The likelihood is that of all right candidates together: the less obvious one need not be learned."""
    both = LogLinear.learn([([["near"], ["far"], ["other"]], [True, True, False])])
    assert both.weights["near"] == pytest.approx(both.weights["far"])
    assert both.weights["other"] < 0


def test_penalty():
    weak, strong = (LogLinear.learn(CHOICES, l2) for l2 in (0.1, 10))
    probabilities = [model.choose([["near"], ["far"]], [0, 1])[1] for model in (strong, weak)]
    assert 0.5 < probabilities[0] < probabilities[1] < 1


def test_the_maximum_has_no_slope():
    """At the weights found, no small step raises the penalised likelihood."""

    def value(weights: dict[str, float]) -> float:
        total = -0.3 * sum(w * w for w in weights.values())
        for features, right in CHOICES:
            odds = np.exp([sum(weights[name] for name in one) for one in features])
            total += np.log((odds * right).sum() / odds.sum())
        return total

    found = dict(LogLinear.learn(CHOICES, 0.3).weights)
    for name in found:
        for step in (-0.01, 0.01):
            assert value(found | {name: found[name] + step}) < value(found)


def test_choices_without_wrong_candidates_teach_nothing():
    assert set(LogLinear.learn([([["a"], ["b"]], [True, True])]).weights.values()) == {0.0}


def test_files(tmp_path):
    LogLinear({"b": 0.12345, "a": -1.0, "nothing": 0.0001, "ä": 2}).to_disk(tmp_path / "xx.json")
    assert LogLinear.from_disk(tmp_path / "xx.json").weights == {"a": -1.0, "b": 0.123, "ä": 2}
    text = (tmp_path / "xx.json").read_text(encoding="utf-8")
    assert list(json.loads(text)) == ["a", "b", "ä"]
    assert "ä" in text
    LogLinear.from_disk(tmp_path / "xx.json").to_disk(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text(encoding="utf-8") == text


@pytest.mark.slow
@given(st.dictionaries(st.text(max_size=5), st.floats(-50, 50), max_size=5))
def test_law_files_keep_weights_to_three_digits(tmp_path_factory, known):
    path = tmp_path_factory.getbasetemp() / "weights.json"
    LogLinear(known).to_disk(path)
    found = LogLinear.from_disk(path).weights
    for name, weight in known.items():
        assert abs(found.get(name, 0.0) - weight) <= 0.0005 + 1e-9


def test_the_ranks_of_candidates():
    model = LogLinear({"a": 1.0, "b": 0.5})
    ranked = model.ranked([["a"], ["b"], [], ["a"]], ["x", "y", "z", "x"])
    assert [place for place, _ in ranked] == [0, 1, 2]
    assert sum(probability for _, probability in ranked) == pytest.approx(1)
    assert ranked[0] == model.choose([["a"], ["b"], [], ["a"]], ["x", "y", "z", "x"])
