"""What all partitioners share: K clusters, order of items, kinds of input, errors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform

from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.partitioners import KMedoids, SingleLinkage, SpectralPartitioner
from corefpipe.clustering.partitioners.embedding import embedded
from corefpipe.clustering.registry import PARTITIONERS
from corefpipe.exceptions import LinksError, SettingError

SEEDED = {"k-means", "bisecting"}
EXACT = sorted(set(PARTITIONERS) - SEEDED)


def manhattan(seed: int, n: int) -> np.ndarray:
    """(n, n) Manhattan distances of random vectors; all are different."""
    return squareform(pdist(np.random.default_rng(seed).normal(size=(n, 3)), "cityblock"))


def test_what_is_registered():
    assert list(PARTITIONERS) == [
        "average",
        "bisecting",
        "complete",
        "k-means",
        "k-medoids",
        "min-cut",
        "single",
        "spectral",
    ]
    assert {name for name, entry in PARTITIONERS.items() if entry.kind.takes == "vectors"} == SEEDED
    assert {name for name, entry in PARTITIONERS.items() if entry.kind.has_threshold} == {
        "average",
        "complete",
        "single",
    }


@pytest.mark.parametrize("name", PARTITIONERS)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_k_clusters_numbered_by_first_item(name, data):
    n = data.draw(st.integers(1, 9))
    # Few different values, so that many items are equal.
    vectors = np.array(data.draw(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1)), min_size=n, max_size=n)))
    k = data.draw(st.integers(1, n))
    partitioner = PARTITIONERS[name].kind()
    for labels in (
        partitioner.partition_vectors(vectors, k),
        partitioner.partition_distances(squareform(pdist(vectors, "cityblock")) if n > 1 else np.zeros((1, 1)), k),
    ):
        assert labels.dtype == np.int32
        assert labels.tolist() == by_first_item(labels).tolist()
        assert labels.max() == k - 1


@pytest.mark.parametrize("name", EXACT)
@given(seed=st.integers(0, 10**6), n=st.integers(2, 14), share=st.floats(0, 1))
@settings(max_examples=25, deadline=None)
def test_permuted_items_get_permuted_labels(name, seed, n, share):
    # Sums of Manhattan distances are often equal, and so are the costs of medoids.
    distances = squareform(pdist(np.random.default_rng(seed).normal(size=(n, 3))))
    order = np.random.default_rng(seed).permutation(n)
    k = 1 + round(share * (n - 1))
    partitioner = PARTITIONERS[name].kind()
    if name == "spectral" and k > 3:  # orthogonal bases of eigenvectors of close eigenvalues differ by rounding errors
        k = 2
    found = partitioner.partition(distances[np.ix_(order, order)], k)
    expected = partitioner.partition(distances, k)[order]
    assert found.tolist() == by_first_item(expected).tolist()


@pytest.mark.parametrize("name", PARTITIONERS)
def test_the_same_seed_gives_the_same_labels_and_input_is_left_as_it_is(name):
    distances = manhattan(1, 20)
    distances.setflags(write=False)
    partitioner = PARTITIONERS[name].kind()
    one, other = (partitioner.partition_distances(distances, 5, random_state=3) for _ in range(2))
    assert one.tolist() == other.tolist()


@pytest.mark.parametrize("name", PARTITIONERS)
def test_clear_clusters_are_found(name):
    random = np.random.default_rng(0)
    truth = np.array([0, 1, 2, 0, 1, 2, 0, 0, 2, 1])
    vectors = 10 * np.eye(3)[truth] + random.normal(size=(10, 3)) * 0.1
    partitioner = PARTITIONERS[name].kind()
    assert partitioner.partition_vectors(vectors, 3).tolist() == truth.tolist()
    assert partitioner.partition_distances(squareform(pdist(vectors, "cityblock")), 3).tolist() == truth.tolist()


@given(seed=st.integers(0, 10**6), n=st.integers(1, 12))
@settings(max_examples=30, deadline=None)
def test_manhattan_distances_are_embedded_exactly(seed, n):
    distances = manhattan(seed, n) if n > 1 else np.zeros((1, 1))
    vectors = embedded(distances)
    assert np.allclose(((vectors[:, None] - vectors) ** 2).sum(axis=2), distances, atol=1e-7)


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize(
    ("distances", "message"),
    [
        (np.zeros((2, 3)), r"distances of shape \(2, 3\)\. Give a square array"),
        (np.zeros(4), r"distances of shape \(4,\)"),
        ([[0, np.nan], [np.nan, 0]], "the distance in row 0, column 1 is nan.*replace missing"),
        ([[0, np.inf], [np.inf, 0]], "the distance in row 0, column 1 is inf"),
        ([[0, -2.0], [-2.0, 0]], "row 0, column 1 is -2.0. Distances are 0 or more"),
        ([[1, 0.5], [0.5, 1]], "the distance of item 0 to itself is 1. Set the diagonal to 0"),
        ([[0, 1], [2, 0]], "the distance of items 0 and 1 is 1 one way and 2 the other. Distances are symmetric"),
        ([["a", "b"], ["c", "d"]], "distances of type <U1"),
        ([[0, 1], [1]], "distances are no array"),
    ],
)
def test_wrong_distances(name, distances, message):
    for call in (PARTITIONERS[name].kind().partition, PARTITIONERS["k-means"].kind().partition_distances):
        with pytest.raises(LinksError, match=message):
            call(distances, 1)


@pytest.mark.parametrize("name", sorted(SEEDED))
@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        (np.zeros(3), r"vectors of shape \(3,\)\. Give an array with one row per item"),
        (np.zeros((3, 0)), r"vectors of shape \(3, 0\)"),
        ([[0.0, 1], [np.nan, 0]], "the value in row 1, column 0 is nan. .*replace missing values"),
        (np.zeros((2, 1), dtype=complex), "vectors of type complex128"),
    ],
)
def test_wrong_vectors(name, vectors, message):
    for call in (PARTITIONERS[name].kind().partition, SingleLinkage().partition_vectors):
        with pytest.raises(LinksError, match=message):
            call(vectors, 1)


@pytest.mark.parametrize("k", [0, -1, 4, 2.0, True, "2", np.nan])
@pytest.mark.parametrize("name", PARTITIONERS)
def test_wrong_numbers_of_clusters(name, k):
    with pytest.raises(SettingError, match=r"n_clusters is .* for 3 items\. It must be a whole number from 1 to 3"):
        PARTITIONERS[name].kind().partition_distances(manhattan(0, 3), k)


def test_what_stops_the_merging():
    distances = manhattan(0, 3)
    with pytest.raises(SettingError, match=r"number of clusters is not known\. Give n_clusters or a threshold"):
        SingleLinkage().partition(distances)
    with pytest.raises(SettingError, match=r"number of clusters is not known\. Give n_clusters$"):
        KMedoids().partition(distances)
    with pytest.raises(SettingError, match="both n_clusters and a threshold"):
        SingleLinkage().partition(distances, 2, threshold=1.0)
    with pytest.raises(SettingError, match=r"KMedoids cannot stop at a distance\. Give n_clusters, or use a linkage"):
        KMedoids().partition(distances, threshold=1.0)
    for wrong in (-1.0, np.nan, "1"):
        with pytest.raises(SettingError, match="threshold is"):
            SingleLinkage().partition(distances, threshold=wrong)
    with pytest.raises(SettingError, match="random_state is -1"):
        SingleLinkage().partition(distances, 2, random_state=-1)
    with pytest.raises(SettingError, match="scale is 0"):
        SpectralPartitioner(scale=0)


@pytest.mark.parametrize("name", PARTITIONERS)
def test_one_item_and_none(name):
    partitioner = PARTITIONERS[name].kind()
    assert partitioner.partition_distances([[0.0]], 1).tolist() == [0]
    assert partitioner.partition_vectors([[3.0]], 1).tolist() == [0]
    assert partitioner.partition_vectors(np.zeros((0, 2)), 1).tolist() == []
    assert partitioner.partition_distances(np.zeros((0, 0)), 1).tolist() == []
