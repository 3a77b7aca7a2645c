"""Weighted vectors of words, and their decomposition against NumPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from corefpipe.clustering.words import ContextVectors, count_words
from corefpipe.clustering.words import vectors as module
from corefpipe.clustering.words.vectors import decomposition, weighted
from corefpipe.exceptions import SettingError


def random_counts(n: int, m: int, seed: int = 0) -> sparse.csr_matrix:
    """Random counts without empty rows."""
    random = np.random.default_rng(seed)
    counts = random.poisson(1.0, (n, m)) * random.integers(1, 9, (n, m))
    counts[:, 0] += 1
    return sparse.csr_matrix(counts, dtype=np.float64)


def test_weights():
    counts = sparse.csr_matrix(np.array([[3.0, 1.0], [0.0, 4.0]]))
    assert weighted(counts, "shares").toarray().tolist() == [[0.75, 0.25], [0, 1]]
    assert np.allclose(weighted(counts, "roots").toarray() ** 2, [[0.75, 0.25], [0, 1]])
    # p(w, c) / p(w) p(c): 3/8 over 1/2 * 3/8 = 2; 1/8 over 1/2 * 5/8 < 1; 4/8 over 1/2 * 5/8 = 1.6
    assert np.allclose(weighted(counts, "ppmi").toarray(), [[np.log(2), 0], [0, np.log(1.6)]])
    assert weighted(counts, "counts") is counts


@pytest.mark.parametrize("dense", [True, False])
@pytest.mark.parametrize("shape", [(40, 25), (25, 40)])
def test_decomposition_is_numpys(monkeypatch, dense, shape):
    monkeypatch.setattr(module, "DENSE", 500 if dense else 3)
    matrix = random_counts(*shape)
    left, values, right = decomposition(matrix, 6, random_state=0)
    u, s, v = np.linalg.svd(matrix.toarray(), full_matrices=False)
    assert np.allclose(values, s[:6])
    assert np.allclose(left * values @ right, u[:, :6] * s[:6] @ v[:6])
    assert np.allclose(np.abs(left), np.abs(u[:, :6]), atol=1e-8)
    assert (right[np.arange(6), np.abs(right).argmax(axis=1)] > 0).all()


def test_vectors_are_projections():
    counts = random_counts(30, 20)
    fitted = ContextVectors(20, 3, weighting="ppmi", random_state=0).fit(counts)
    assert np.allclose(fitted.vectors_ @ fitted.components_, weighted(counts, "ppmi").toarray())
    assert np.allclose(fitted.transform(counts), fitted.vectors_)
    assert (fitted.memberships(counts) != fitted.memberships_).nnz == 0
    assert (np.diff(fitted.singular_values_) <= 0).all()


def test_words_of_equal_contexts_have_equal_vectors():
    texts = [f"the {noun} {verb} a bit".split() for noun in ("cat", "dog") for verb in ("sleeps", "eats")]
    found = count_words(texts, reach=2)
    fitted = ContextVectors(3, 3, random_state=0).fit(found.contexts())
    label = dict(zip(found.words, fitted.labels_.tolist(), strict=True))
    assert label["cat"] == label["dog"] != label["sleeps"] == label["eats"]


def test_too_many_components():
    with pytest.raises(SettingError, match=r"n_components is 6 for counts of shape \(8, 5\). It must be 5 or less"):
        ContextVectors(6, 2).fit(random_counts(8, 5))
