"""The decoder of partitioners: distances from scores, K or a threshold, and its likeness to the agglomerative one."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import all_pairs, random_links
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.clustering import Constraints, Links
from corefpipe.clustering.decoders import AgglomerativeDecoder, PartitionerDecoder
from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.named import decoder_table, read_decoder
from corefpipe.clustering.partitioners import KMedoids, SingleLinkage
from corefpipe.clustering.registry import PARTITIONERS
from corefpipe.exceptions import LinksError, ModelError, SettingError


@pytest.mark.parametrize("name", ["single", "complete", "average"])
@given(seed=st.integers(0, 10**6), n=st.integers(1, 9), threshold=st.floats(-2, 2))
@settings(max_examples=40, deadline=None)
def test_as_the_agglomerative_decoder(name, seed, n, threshold):
    links = all_pairs(n)
    scores = np.random.default_rng(seed).normal(size=links.n_links)
    expected = AgglomerativeDecoder(name, threshold).decode(links, scores)
    found = PartitionerDecoder(name, threshold=threshold).decode(links, scores)
    assert found.labels.tolist() == expected.labels.tolist()
    assert found.antecedent.tolist() == expected.antecedent.tolist()


@pytest.mark.parametrize("name", sorted(PARTITIONERS))
@given(seed=st.integers(0, 10**6), n=st.integers(1, 9), shift=st.floats(-5, 5), data=st.data())
@settings(max_examples=10, deadline=None)
def test_k_clusters_whatever_is_added_to_all_scores(name, seed, n, shift, data):
    links, k = all_pairs(n), data.draw(st.integers(1, n))
    scores = np.random.default_rng(seed).normal(size=links.n_links)
    decoder = PartitionerDecoder(name, n_clusters=k)
    labels = decoder.decode(links, scores).labels
    assert labels.max() == k - 1
    # The distances of K-medoids and linkages all change by the same number, once the lowest is 0.
    if name in ("single", "complete", "average", "k-medoids"):
        scores[links.antecedent >= 0] -= scores[links.antecedent >= 0].max(initial=-np.inf) if n > 1 else 0
        base = decoder.decode(links, scores).labels
        assert decoder.decode(links, scores - abs(shift)).labels.tolist() == base.tolist()
    assert PartitionerDecoder(name).cut(links, scores, k).max() >= k - 1


def test_the_distances_of_scores():
    # 0-1 are close, 2-3 are close; the pairs between have no links but 1-2.
    links = Links.windows([4], 1)
    scores = np.array([0, 0, 5.0, 0, -1.0, 0, 4.0])
    assert PartitionerDecoder().decode(links, scores).labels.tolist() == [0, 0, 1, 1]
    assert PartitionerDecoder(threshold=-1.5).decode(links, scores).labels.tolist() == [0, 0, 0, 0]
    assert PartitionerDecoder(threshold=4.5).decode(links, scores).labels.tolist() == [0, 0, 1, 2]
    assert PartitionerDecoder(threshold=5.0).decode(links, scores).labels.tolist() == [0, 1, 2, 3]
    # Pairs without a score are never below the threshold.
    assert PartitionerDecoder("complete", threshold=-9.0).decode(links, scores).labels.tolist() == [0, 0, 1, 1]
    assert PartitionerDecoder("k-medoids", n_clusters=2).decode(links, scores).labels.tolist() == [0, 0, 1, 1]


def test_sets_one_by_one():
    links, _ = random_links(1, (6, 1, 4))
    scores = np.random.default_rng(0).normal(size=links.n_links)
    found = PartitionerDecoder("average", threshold=0.2).decode_all(links, scores)
    bounds = links.indptr[links.sets]
    for part, lo, hi, labels in zip(links, bounds[:-1], bounds[1:], found, strict=True):
        alone = PartitionerDecoder("average", threshold=0.2).decode(part, scores[lo:hi]).labels
        assert labels.tolist() == alone.tolist() == by_first_item(alone).tolist()
    with pytest.raises(SettingError, match=r"n_clusters is 2 for 1 items\. It must be a whole number from 1 to 1"):
        PartitionerDecoder(n_clusters=2).decode_all(links, scores)


def test_what_it_cannot_do():
    links = all_pairs(4)
    with pytest.raises(SettingError, match=r"KMedoids cannot stop at a distance\. Give n_clusters"):
        PartitionerDecoder("k-medoids").decode(links, np.zeros(links.n_links))
    with pytest.raises(SettingError, match="cannot honour constraints"):
        PartitionerDecoder().decode(links, np.zeros(links.n_links), Constraints(together=[(0, 1)]))
    with pytest.raises(LinksError, match="is nan"):
        PartitionerDecoder().decode(links, np.full(links.n_links, np.nan))
    for wrong, message in [("kmeans", "Did you mean k-means"), (None, "Give a Partitioner, or one of")]:
        with pytest.raises(SettingError, match=message):
            PartitionerDecoder(wrong)
    with pytest.raises(SettingError, match="n_clusters is 0"):
        PartitionerDecoder(n_clusters=0)


def test_sets_too_large_for_all_distances():
    links = Links.windows([100_000], window=1)
    for decoder in (PartitionerDecoder(), PartitionerDecoder("k-means", n_clusters=5)):
        with pytest.raises(LinksError, match=r"100000 items is too large .* all pairs \(80 GB\)\. Give at most 3"):
            decoder.decode(links, np.zeros(links.n_links))


def test_as_a_table():
    decoder = PartitionerDecoder("bisecting", 3, random_state=2)
    assert read_decoder(decoder_table(decoder)) == decoder
    assert PartitionerDecoder(SingleLinkage()).decode(all_pairs(2), np.array([0, 0, 1.0])).labels.tolist() == [0, 0]
    with pytest.raises(ModelError, match="the decoder's partitioner cannot be written"):
        decoder_table(PartitionerDecoder(KMedoids(swaps=2)))
