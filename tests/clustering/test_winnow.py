"""Balanced Winnow: its update by hand, irrelevant features, mistakes, and scikit-learn's manners."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

from corefpipe.clustering.learners.winnow import BalancedWinnow
from corefpipe.exceptions import SettingError


def disjunction(seed: int, n_features: int, n: int = 300) -> tuple[np.ndarray, np.ndarray]:
    """Boolean features with a constant one; the class is whether feature 1 or feature 2 is on."""
    X = (np.random.default_rng(seed).random((n, n_features)) < 0.2).astype(float)
    X[:, 0] = 1
    return X, X[:, 1:3].any(axis=1)


def by_definition(X: np.ndarray, y: np.ndarray, promotion: float, passes: int) -> np.ndarray:
    plus = np.full(X.shape[1], 1 / X.shape[1])
    minus = plus.copy()
    for _ in range(passes):
        for x, sign in zip(X, np.where(y, 1, -1), strict=True):
            if sign * ((plus - minus) @ x) <= 0:
                plus *= promotion ** (x * sign)
                minus *= promotion ** (-x * sign)
    return plus - minus


@given(seed=st.integers(0, 10**6), promotion=st.floats(1.1, 2.0))
@settings(max_examples=15, deadline=None)
def test_the_update_by_its_definition(seed, promotion):
    # Real numbers, so that no score is 0 but for rounding errors.
    X, y = np.random.default_rng(seed).normal(size=(40, 6)), np.arange(40) % 3 > 0
    model = BalancedWinnow(promotion, passes=3, shuffle=False).fit(X, y)
    expected = by_definition(X, y, promotion, len(model.mistakes_))
    assert np.allclose(model.coef_[0], expected)
    assert np.allclose(BalancedWinnow(promotion, passes=3, shuffle=False).fit(sparse.csr_matrix(X), y).coef_, expected)


def test_irrelevant_features_cost_few_mistakes():
    few, many = (sum(BalancedWinnow(passes=20).fit(*disjunction(0, size)).mistakes_) for size in (10, 640))
    assert many < 6 * few  # 64 times as many features
    X, y = disjunction(0, 640)
    model = BalancedWinnow(passes=50).fit(X, y)
    assert model.mistakes_[-1] == 0
    assert (model.predict(X) == y).all()
    assert model.score(*disjunction(1, 640)) > 0.9


def test_manners_of_scikit_learn():
    X, y = disjunction(0, 20)
    named = np.where(y, "yes", "no")
    model = BalancedWinnow().fit(X, named)
    assert set(model.predict(X)) == {"yes", "no"}
    assert ((model.decision_function(X) > 0) == (model.predict(X) == "yes")).all()
    assert clone(model).get_params() == model.get_params()
    assert BalancedWinnow().fit(X, named).coef_.tobytes() == model.coef_.tobytes()
    assert cross_val_score(BalancedWinnow(), X, named, cv=3).mean() > 0.9


def test_contradictions_do_not_overflow():
    X = np.full((2, 1), 100.0)
    model = BalancedWinnow(passes=200).fit(X, [0, 1])
    assert np.isfinite(model.coef_).all()
    assert min(model.mistakes_) > 0


@pytest.mark.parametrize(("given", "message"), [({"promotion": 1.0}, "promotion is 1.0"), ({"passes": 0}, "passes is")])
def test_settings_outside_their_range(given, message):
    with pytest.raises(SettingError, match=message):
        BalancedWinnow(**given).fit(*disjunction(0, 5))


def test_wrong_examples():
    X, y = disjunction(0, 5)
    with pytest.raises(ValueError, match="all of one class"):
        BalancedWinnow().fit(X, np.zeros(len(y)))
    X[0, 0] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        BalancedWinnow().fit(X, y)
