"""The correlation SVM under kernels: the same optimum as with explicit features, and what linear ones cannot learn."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import random_links, separable
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning, NotFittedError

from corefpipe.clustering import Clusterer, Links
from corefpipe.clustering.learners import CorrelationSVMLearner
from corefpipe.clustering.learners.kernel_pairs import KernelFunction, KernelPairs, distinct
from corefpipe.clustering.learners.pair_features import PairFeatures
from corefpipe.exceptions import LinksError, ModelError, SettingError

pytest.importorskip("clarabel")

SIZES = (6, 4, 7)


def quadratic(links: Links) -> Links:
    """Features whose inner product is (x·y)²; none of the dummies."""
    x = links.features.toarray().astype(np.float64)
    one, other = np.triu_indices(x.shape[1])
    products = x[:, one] * x[:, other] * np.where(one < other, np.sqrt(2), 1)
    products[links.antecedent < 0] = 0
    return links.with_features(products)


@pytest.mark.parametrize(
    ("settings", "mapped"),
    [
        ({"degree": 1, "coef0": 0.0, "gamma": 1.0}, lambda links: links),
        ({"degree": 2, "coef0": 0.0, "gamma": 1.0}, quadratic),
    ],
)
@pytest.mark.parametrize("oracle", ["greedy", "relaxed"])
@pytest.mark.parametrize("slack", ["1", "n"])
def test_a_kernel_is_the_inner_product_of_its_features(settings, mapped, oracle, slack):
    links, labels = random_links(2, SIZES)
    given = {"C": 10.0, "epsilon": 1e-3, "oracle": oracle, "slack": slack}
    kernel = CorrelationSVMLearner(kernel="poly", **given, **settings).fit(links, labels)
    explicit = CorrelationSVMLearner(**given).fit(mapped(links), labels)
    assert kernel.objective_[-1] == pytest.approx(explicit.objective_[-1], abs=kernel.gap_ + explicit.gap_)
    pair = links.antecedent >= 0
    found, wanted = kernel.decision_function(links)[pair], explicit.decision_function(mapped(links))[pair]
    assert found == pytest.approx(wanted, abs=0.05 * float(np.abs(wanted).max()))
    assert not kernel.decision_function(links)[~pair].any()


def exclusive_or(seed: int) -> tuple[Links, list[np.ndarray]]:
    """Four sets of two clusters, where the signs of two features tell: a pair is right if they are the same."""
    random = np.random.default_rng(seed)
    labels = [random.integers(0, 2, 8) for _ in range(4)]
    links = Links.windows([8] * 4)
    right = links.coreferent(labels)
    sign = random.choice([-1.0, 1.0], links.n_links)
    features = np.stack([sign, np.where(right, sign, -sign)], axis=1) + random.normal(0, 0.1, (links.n_links, 2))
    features[links.antecedent < 0] = 0
    return links.with_features(features), labels


@pytest.mark.parametrize("kernel", ["rbf", "poly"])
def test_what_only_a_kernel_can_learn(kernel):
    clusterer = Clusterer.named("correlation-svm", kernel=kernel, C=1e6, gamma=1.0, degree=2).fit(*exclusive_or(0))
    with pytest.warns(ConvergenceWarning, match="all weights are 0"):
        linear = Clusterer.named("correlation-svm", C=1e6).fit(*exclusive_or(0))
    assert clusterer.score(*exclusive_or(1), metric="rand") > 0.99
    assert linear.score(*exclusive_or(1), metric="rand") < 0.8


def test_only_different_vectors_are_kept():
    links, labels = separable(1)
    whole = links.with_features(np.round(links.features.toarray()))
    pairs = PairFeatures.of(whole, labels)
    under = KernelPairs.under(pairs, KernelFunction("rbf", 0.5))
    rows = whole.features.toarray()[pairs.row]
    assert len(under.vectors.toarray()) == len(np.unique(rows, axis=0)) < len(rows)
    assert under.vectors.toarray()[under.number].tolist() == rows.tolist()
    beta = np.random.default_rng(0).normal(size=len(under.gram))
    distance = ((rows[:, None] - under.vectors.toarray()) ** 2).sum(axis=2)
    assert under.scores(beta) == pytest.approx(np.exp(-0.5 * distance) @ beta)
    c = np.random.default_rng(1).normal(size=len(rows))
    assert under.total(c) @ under.gram @ beta == pytest.approx(c @ under.scores(beta))
    assert under.totals(c, np.array([1])).toarray()[0] == pytest.approx(
        under.total(np.where(np.arange(len(c)) < under.bounds[1], 0, c))
    )


def test_rows_are_compared_by_their_values():
    rows = sparse.csr_matrix((np.array([1.0, 0, 2, 1, 2]), ([0, 0, 1, 2, 3], [0, 1, 1, 0, 1])), shape=(5, 2))
    first, number = distinct(rows)
    assert first.tolist() == [0, 1, 4]
    assert number.tolist() == [0, 1, 0, 1, 2]


def test_the_kernel_of_the_last_fit_counts(tmp_path):
    links, labels = random_links(2, SIZES)
    learner = CorrelationSVMLearner(kernel="rbf")
    with pytest.raises(NotFittedError):
        learner.decision_function(links)
    learner.fit(links, labels)
    assert not hasattr(learner, "coef_")
    with pytest.raises(LinksError, match="links of 0 features for a kernel of 5"):
        learner.decision_function(links.bare())
    with pytest.raises(ModelError, match="no weights to write"):
        Clusterer.named("correlation-svm", kernel="rbf").fit(links, labels).to_disk(tmp_path)
    learner.kernel = "linear"
    linear = CorrelationSVMLearner().fit(links, labels)
    assert learner.fit(links, labels).decision_function(links).tolist() == linear.decision_function(links).tolist()
    assert not hasattr(learner, "support_")


def test_what_kernels_refuse(monkeypatch):
    links, labels = random_links(2, SIZES)
    with pytest.raises(SettingError, match="unknown kernel 'sigmoid'"):
        CorrelationSVMLearner(kernel="sigmoid").fit(links, labels)
    with pytest.raises(SettingError, match="gamma is 0"):
        CorrelationSVMLearner(kernel="rbf", gamma=0.0).fit(links, labels)
    monkeypatch.setattr("corefpipe.clustering.learners.kernel_pairs.MOST_VECTORS", 10)
    with pytest.raises(LinksError, match="different feature vectors of pairs, too many for a kernel"):
        CorrelationSVMLearner(kernel="rbf").fit(links, labels)
