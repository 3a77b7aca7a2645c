"""Cross-validation over the clusters of one table."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import random_links
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering import Clusterer, Links
from corefpipe.clustering.validation import among, halving_score, shown


def informed(labels: np.ndarray, noise: float = 0.0) -> Links:
    """All links of one set, with a feature that tells whether both items are in one cluster, and a constant."""
    links = Links.windows([len(labels)])
    same = links.coreferent([labels]) + noise * np.random.default_rng(0).normal(size=links.n_links)
    return links.with_features(np.where(links.antecedent < 0, 0, np.stack([same, np.ones(len(same))])).T)


@given(data=st.data())
def test_links_among_some_items(data):
    links, _ = random_links(1, sizes=(8,))
    items = np.array(sorted(data.draw(st.sets(st.integers(0, 7)))), dtype=int)
    found = among(links, items).check()
    assert found.n_items == len(items)
    rows = {pair: row for row, pair in enumerate(zip(links.item().tolist(), links.antecedent.tolist(), strict=True))}
    for row, (item, left) in enumerate(zip(found.item().tolist(), found.antecedent.tolist(), strict=True)):
        old = rows[items[item], -1 if left < 0 else items[left]]
        assert (found.features[row] != links.features[old]).nnz == 0


def test_what_the_features_tell_is_found():
    labels = np.repeat(np.arange(20), 3)
    score = halving_score(Clusterer.pairwise(), informed(labels), labels)
    assert score["pairwise"].f1 == score["b_cubed"].f1 == 1
    assert [line.split()[0] for line in shown(score)] == ["pairwise", "B-cubed"]
    worse = halving_score(Clusterer.pairwise(), informed(labels, 0.7), labels)
    assert 0.2 < worse["pairwise"].f1 < 1


@pytest.mark.parametrize("labels", [[0, 0, 1], [0, 1, 2, 3], [0, 0, 0, 1, 1, 1]])
def test_too_few_clusters(labels):
    assert halving_score(Clusterer.pairwise(), informed(np.array(labels)), np.array(labels)) is None
