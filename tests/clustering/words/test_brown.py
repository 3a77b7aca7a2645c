"""Brown clustering: its losses against brute force, the tree, the classes of made-up languages."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from corefpipe.clustering.words.brown import BrownClusterer, _Search
from corefpipe.clustering.words.class_bigrams import ClassBigrams, mutual_information
from corefpipe.exceptions import LinksError, SettingError


def bigrams(n_words: int, seed: int) -> np.ndarray:
    """Random counts of bigrams, of frequent and rare words."""
    random = np.random.default_rng(seed)
    share = 1 / np.arange(1, n_words + 1)
    return random.poisson(random.gamma(0.3, 1, (n_words, n_words)) * np.outer(share, share) * n_words**1.5)


def information(counts: np.ndarray, labels: np.ndarray) -> float:
    """Average mutual information of neighbouring classes by its definition; words of label -1 are not there."""
    known = labels >= 0
    classes = np.unique(labels[known])
    one = (labels[None] == classes[:, None]).astype(float)
    p = one @ counts @ one.T
    p = p / p.sum()
    expected = np.outer(p.sum(axis=1), p.sum(axis=0))
    return float((p[p > 0] * np.log(p[p > 0] / expected[p > 0])).sum())


def losses_by_force(counts: np.ndarray, labels: np.ndarray) -> dict[tuple[int, int], float]:
    """The loss of each merge of two classes."""
    before = information(counts, labels)
    merged = {}
    for a, b in combinations(np.unique(labels[labels >= 0]).tolist(), 2):
        merged[a, b] = before - information(counts, np.where(labels == b, a, labels))
    return merged


def test_information_is_as_by_force_at_every_merge():
    counts = bigrams(200, 0)
    search = _Search(sparse.csr_matrix(counts, dtype=float), 31)
    for step in range(199):
        before = search.slot_of.copy()
        table = search.classes.losses / search.classes.counts.sum()
        if step % 40 == 0 or search.n_classes < 6:
            forced = losses_by_force(counts, before)
            assert max(abs(table[pair] - loss) for pair, loss in forced.items()) < 1e-12
        a, b = search.merge()
        loss = information(counts, before) - information(counts, np.where(before == b, a, before))
        assert search.losses[-1] == pytest.approx(loss, abs=1e-12)
        # The table of the class bigrams is that of the words in the window, the new one included.
        assert mutual_information(search.classes.counts) == pytest.approx(
            information(counts, search.slot_of), abs=1e-12
        )
    assert search.n_classes == 1
    assert not search.waiting


def test_window_of_all_words_is_the_greedy_search():
    counts = bigrams(24, 1)
    labels = np.arange(24)
    for _ in range(24 - 5):
        forced = losses_by_force(counts, labels)
        a, b = min(forced, key=forced.get)
        labels = np.where(labels == b, a, labels)
    found = BrownClusterer(5, window=24).fit(counts).labels_
    assert len({*zip(labels.tolist(), found.tolist(), strict=True)}) == 5


@given(st.integers(0, 10**6))
def test_a_class_that_comes_in(seed):
    random = np.random.default_rng(seed)
    counts = random.poisson(0.8, (9, 9)).astype(float)
    without = counts.copy()
    without[4] = without[:, 4] = 0
    table = ClassBigrams(without)
    table.insert(4, counts[4], counts[:, 4])
    assert np.allclose(table.losses, ClassBigrams(counts).losses, atol=1e-9)


def test_classes_of_a_grammar():
    """Words of three kinds follow each other in a circle, so classes are the kinds."""
    random = np.random.default_rng(0)
    kind = random.integers(0, 3, 60)
    allowed = (kind[:, None] + 1) % 3 == kind[None]
    counts = random.poisson(3.0, (60, 60)) * allowed
    fitted = BrownClusterer(3).fit(counts)
    assert len({*zip(kind.tolist(), fitted.labels_.tolist(), strict=True)}) == 3
    assert fitted.information_ == pytest.approx(np.log(3), abs=0.01)
    assert (fitted.transform(np.hstack([counts, counts.T])) != fitted.memberships_).nnz == 0
    assert (fitted.transform(counts) != fitted.memberships_).nnz == 0


def test_paths_are_those_of_the_tree():
    fitted = BrownClusterer(8).fit(bigrams(50, 2))
    assert len(set(fitted.paths_)) == 8
    # A binary tree: no path begins with another, and shares of the leaves sum to 1.
    assert not any(a != b and b.startswith(a) for a in fitted.paths_ for b in fitted.paths_)
    assert sum(0.5 ** len(path) for path in fitted.paths_) == 1.0
    last = fitted.tree_[-1]
    assert {*fitted.tree_.ravel().tolist()} == set(range(8 + 7 - 1))
    assert max(last) <= 13
    assert len(fitted.losses_) == 49
    assert (fitted.losses_ >= 0).all()
    assert information(bigrams(50, 2), fitted.labels_) == pytest.approx(fitted.information_, abs=1e-12)


def test_as_many_classes_as_words_and_one_class():
    counts = bigrams(6, 3)
    assert BrownClusterer(6).fit(counts).labels_.tolist() == [0, 1, 2, 3, 4, 5]
    one = BrownClusterer(1).fit(counts)
    assert one.labels_.tolist() == [0] * 6
    assert one.paths_ == ("",)
    assert one.information_ == pytest.approx(0, abs=1e-12)


def test_no_bigrams_at_all():
    fitted = BrownClusterer(2).fit(np.zeros((4, 4)))
    assert len(set(fitted.labels_.tolist())) == 2
    assert fitted.information_ == 0.0


def test_what_cannot_be_clustered():
    with pytest.raises(LinksError, match=r"3 rows and 4 columns. Class bigrams are counted from words to words"):
        BrownClusterer(2).fit(np.ones((3, 4)))
    with pytest.raises(SettingError, match=r"window is 2 for 2 classes. It must be above 2"):
        BrownClusterer(2, window=2).fit(np.ones((3, 3)))
