"""SDC: its error and gradient by their definitions, the enumerated best, and what must not matter."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import random_links, separable
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import squareform

from corefpipe.clustering import Clusterer, Links
from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.learners import SDCLearner
from corefpipe.clustering.partitioners import KMedoids
from corefpipe.clustering.registry import PARTITIONERS
from corefpipe.exceptions import LinksError, SettingError


def of_vectors(vectors: np.ndarray) -> Links:
    """One set with all pairs, features |x - y|; dummies have none."""
    return of_pairs(np.abs(vectors[:, None] - vectors))


def of_pairs(features: np.ndarray) -> Links:
    """One set with all pairs and their features (n, n, n_features); dummies have none."""
    links = Links.windows([len(features)])
    item, left = links.item(), links.antecedent
    found = features[item, left]
    found[left < 0] = 0
    return links.with_features(found.astype(np.float32))


def stretched(seed: int, n: int = 20, noise: float = 3.0) -> tuple[Links, list[np.ndarray]]:
    """Items of three clusters apart in feature 0, and a second feature of noise."""
    random = np.random.default_rng(seed)
    labels = random.permutation(np.arange(n) % 3)
    vectors = np.stack([labels + random.uniform(-0.2, 0.2, n), noise * random.random(n)], axis=1)
    return of_vectors(vectors), [labels]


def error_of(w: np.ndarray, links: Links, truth: np.ndarray, name: str) -> tuple[float, float]:
    """Err and the share of wrong pairs by their definitions, over ordered pairs."""
    n = len(truth)
    rows = links.antecedent >= 0
    condensed = np.zeros((n, n))
    condensed[links.item()[rows], links.antecedent[rows]] = links.features[rows] @ w.astype(np.float32)
    distances = squareform((condensed + condensed.T)[np.triu_indices(n, 1)])
    lowest = min(distances[~np.eye(n, dtype=bool)].min(), 0)
    distances = np.where(np.eye(n, dtype=bool), 0, distances - lowest)
    found = PARTITIONERS[name].kind().partition_distances(distances, len(np.unique(truth)))
    same, together = truth[:, None] == truth, found[:, None] == found
    split, joined = same & ~together, together & ~same
    error = (distances * split + (distances.max() - distances) * joined).sum() / n**2
    return float(error), float((split | joined).sum() / (n * (n - 1)))


@pytest.mark.parametrize("name", sorted(PARTITIONERS))
def test_the_error_by_its_definition(name):
    links, labels = random_links(4, (9,), 3)
    links = links.with_features(links.features.multiply((links.antecedent >= 0)[:, None]).tocsr())
    learner = SDCLearner(name, passes=1, start="random", seed=3).fit(links, labels)
    w = np.random.default_rng(3).uniform(-1, 1, 3)
    w /= np.abs(w).sum()
    error, wrong = error_of(w, links, labels[0], name)
    assert np.isclose(learner.errors_[0], error, rtol=1e-4)
    assert np.isclose(learner.wrong_[0], wrong)


@pytest.mark.parametrize("follow", [True, False])
@pytest.mark.parametrize("signed", [True, False])
def test_the_step_by_numerical_derivatives(follow, signed):
    # Where the partition stays the same, a small step changes err as the gradient says.
    links, labels = stretched(1, 12, 6.0)
    truth = labels[0]
    w = np.random.default_rng(5).uniform(-1 if signed else 0, 1, 2)
    w /= np.abs(w).sum()
    learner = SDCLearner(
        "complete", passes=1, rate=1e-3, start="random", seed=5, signed=signed, follow=follow, keep="last"
    )
    learner.fit(links, labels)
    step = 1e-3
    slopes = []
    for axis in np.eye(2) * step:
        high, low = (error_of(w + sign * axis, links, truth, "complete")[0] for sign in (1, -1))
        slopes.append((high - low) / (2 * step))
    moved = w - 1e-3 * np.array(slopes)
    moved = moved if signed else np.maximum(moved, 0)
    expected = moved / np.abs(moved).sum()
    assert np.allclose(-learner.coef_, expected, atol=2e-6) == follow
    assert learner.wrong_[0] > 0


@pytest.mark.parametrize("name", sorted(PARTITIONERS))
@pytest.mark.parametrize("seed", [1, 3, 11])  # these start with more weight on the noise
def test_the_error_falls_to_zero_on_separable_items(name, seed):
    links, labels = stretched(seed, noise=6.0)
    learner = SDCLearner(name, start="random", signed=False, rate=1.0, passes=40, seed=seed).fit(links, labels)
    assert learner.errors_[0] > 0
    assert learner.errors_[-1] == learner.wrong_[-1] == 0
    assert abs(learner.coef_[0]) > 2 * abs(learner.coef_[1])
    clusterer = Clusterer.named("sdc", partitioner=name, n_clusters=3, signed=False).fit(links, labels)
    assert clusterer.predict(links)[0].tolist() == by_first_item(labels[0]).tolist()
    assert clusterer.score(*stretched(seed + 10), metric="vi") == 0


@pytest.mark.parametrize("name", ["single", "complete", "average", "k-medoids"])
@pytest.mark.parametrize("seed", range(4))
def test_the_enumerated_best_of_small_sets(name, seed):
    random = np.random.default_rng(seed)
    truth = np.array([0, 0, 0, 1, 1, 2, 2])
    vectors = np.stack([truth % 2 * 1.0, truth / 2, 2 * random.random(7)], axis=1) + random.normal(size=(7, 3)) * 0.25
    links = of_vectors(vectors)
    steps = [(i, j, 12 - i - j) for i in range(13) for j in range(13 - i)]
    best = min(error_of(np.array(one) / 12, links, truth, name)[1] for one in steps)
    rounds = [
        SDCLearner(name, signed=False, start=start, rate=1.0, passes=100, seed=own).fit(links, [truth]).wrong_.min()
        for start, own in [("means", 0), ("random", 1), ("random", 2)]
    ]
    assert min(rounds) <= best


@pytest.mark.parametrize("name", ["single", "complete", "average", "k-medoids"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_permuted_items_and_renamed_clusters_change_nothing(name, seed):
    random = np.random.default_rng(seed)
    n = 11
    # Sums of distances between vectors can be equal, and then the order of the items decides; these are not.
    features, labels, order = random.random((n, n, 3)), random.permutation(np.arange(n) % 3), random.permutation(n)
    features += features.transpose(1, 0, 2)
    permuted = features[order][:, order]
    settings_of = {"passes": 3, "rate": 0.5}
    one = SDCLearner(name, **settings_of).fit(of_pairs(features), [labels])
    other = SDCLearner(name, **settings_of).fit(of_pairs(permuted), [7 - 2 * labels[order]])
    assert np.allclose(one.coef_, other.coef_, atol=1e-4)
    assert np.allclose(one.errors_, other.errors_, atol=1e-4)
    own = Clusterer.named("sdc", partitioner=name, n_clusters=3, **settings_of).fit(of_pairs(features), [labels])
    found = own.predict(of_pairs(features))[0][order]
    assert own.predict(of_pairs(permuted))[0].tolist() == by_first_item(found).tolist()


def test_several_sets_count_the_same():
    parts = [stretched(seed, 9) for seed in (1, 2)]
    links, labels = Links.stack([part for part, _ in parts]), [one for _, own in parts for one in own]
    together = SDCLearner(passes=1, start="random", seed=1).fit(links, labels)
    single = [SDCLearner(passes=1, start="random", seed=1).fit(part, own) for part, own in parts]
    assert np.isclose(together.errors_[0], np.mean([one.errors_[0] for one in single]))
    assert np.isclose(together.wrong_[0], np.mean([one.wrong_[0] for one in single]))


def test_the_round_that_is_kept():
    links, labels = random_links(26, (12, 10), 6)
    same = {"rate": 5.0, "start": "random"}
    found = {keep: SDCLearner(keep=keep, **same).fit(links, labels) for keep in ("wrong", "error", "last")}
    rounds = found["wrong"]
    assert len(rounds.errors_) == 21
    assert all(one.errors_.tolist() == rounds.errors_.tolist() for one in found.values())
    places = {"wrong": int(rounds.wrong_.argmin()), "error": int(rounds.errors_.argmin()), "last": 20}
    assert len(set(places.values())) == 3
    for keep, place in places.items():
        again = SDCLearner(passes=place, keep="last", **same).fit(links, labels)
        assert again.coef_.tobytes() == found[keep].coef_.tobytes()


@pytest.mark.parametrize("name", ["single", "complete", "average"])
def test_a_constant_feature_takes_the_threshold(name):
    links, labels = stretched(0, noise=1.0)
    wide = np.concatenate([links.features.toarray(), 4.0 * (links.antecedent >= 0)[:, None]], axis=1)
    clusterer = Clusterer.named("sdc", partitioner=name).fit(links.with_features(wide), labels)
    assert clusterer.learner_.coef_[2] > 0
    assert clusterer.predict(links.with_features(wide))[0].tolist() == by_first_item(labels[0]).tolist()
    without = SDCLearner(name).fit(links, labels)
    assert clusterer.learner_.coef_[:2].tolist() == without.coef_.tolist()
    assert SDCLearner("k-medoids").fit(links.with_features(wide), labels).coef_[2] == 0


def test_on_disk(tmp_path):
    clusterer = Clusterer.named("sdc", partitioner="complete", n_clusters=4).fit(*separable(1))
    clusterer.to_disk(tmp_path)
    read = Clusterer.from_disk(tmp_path)
    assert read.get_params()["learner__partitioner"] == read.get_params()["decoder__partitioner"] == "complete"
    assert read.decoder.n_clusters == 4
    assert [x.tolist() for x in read.predict(separable(2)[0])] == [
        x.tolist() for x in clusterer.predict(separable(2)[0])
    ]


def test_a_partitioner_with_settings():
    links, labels = stretched(0)
    given = KMedoids(swaps=1)
    clusterer = Clusterer.named("sdc", partitioner=given, n_clusters=3).fit(links, labels)
    assert clusterer.learner_.partitioner == clusterer.decoder.partitioner == given
    assert len(np.unique(clusterer.predict(links)[0])) == 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"partitioner": "singel"}, r"unknown partitioner 'singel'\. Did you mean single"),
        ({"partitioner": 3}, "partitioner is 3. Give a Partitioner, or one of average"),
        ({"rate": 0.0}, "rate is 0.0"),
        ({"keep": "best"}, "unknown keep 'best'"),
    ],
)
def test_wrong_settings(given, message):
    with pytest.raises(SettingError, match=message):
        SDCLearner(**given).fit(*stretched(0))


def test_features_below_zero():
    links, labels = random_links(0)
    with pytest.raises(LinksError, match=r"column \d of the features has the value -.*use signed=True"):
        SDCLearner(signed=False).fit(links, labels)


def test_sets_of_one_item_or_cluster():
    links = of_vectors(np.array([[0.0], [1.0], [5.0]]))
    with pytest.warns(match="all weights are 0"):
        SDCLearner().fit(Links.stack([links[0]] * 0 + [Links.windows([1]).with_features(np.zeros((1, 1)))]), [[0]])
    for labels in ([0, 0, 0], [0, 1, 2]):
        assert SDCLearner().fit(links, [np.array(labels)]).wrong_.tolist() == [0]
