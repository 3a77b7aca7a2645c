"""Scored blocks: the links of a set in pieces, and decoders that see one piece at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering import Links, scored_block
from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders import BestLinkDecoder, ClosestLinkDecoder, L3MDecoder, SumLinkDecoder
from corefpipe.clustering.scored_block import ScoredBlock

DECODERS = [L3MDecoder(1.0), L3MDecoder(0.0), L3MDecoder(0.3, 0.5), SumLinkDecoder(), BestLinkDecoder(-1.0)]
DECODERS += [ClosestLinkDecoder(0.5)]


def scored(n: int, window: int, seed: int) -> tuple[Links, np.ndarray]:
    links = Links.windows([n], window)
    return links, np.round(np.random.default_rng(seed).normal(0, 2, links.n_links), 1)


@given(st.integers(0, 30), st.integers(1, 9), st.integers(1, 40))
def test_law_blocks_hold_all_links(n, window, size):
    links, scores = scored(n, window, 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scored_block, "BLOCK", size)
        blocks = list(ScoredBlock.of(links, scores))
    assert [block.items for block in blocks] == [slice(i, min(i + size, n)) for i in range(0, n, size)]
    assert np.array_equal(np.concatenate([[], *(block.antecedent for block in blocks)]), links.antecedent)
    assert np.array_equal(np.concatenate([[], *(block.scores for block in blocks)]), scores)
    labels = np.random.default_rng(1).integers(0, 4, n)
    correct = np.concatenate([[], *(block.correct(labels) for block in blocks)])
    assert np.array_equal(correct, links.coreferent([labels]))


@pytest.mark.parametrize("decoder", DECODERS, ids=str)
@given(n=st.integers(1, 25), size=st.integers(1, 12), seed=st.integers(0, 10**6), constrained=st.booleans())
def test_law_the_size_of_blocks_does_not_matter(decoder, n, size, seed, constrained):
    links, scores = scored(n, 8, seed)
    random, constraints = np.random.default_rng(seed), None
    if constrained:
        constraints = Constraints.of_entities(
            np.where(random.random(n) < 0.3, random.integers(0, 3, n), -1), np.full(n, -1)
        )
    whole = decoder.decode(links, scores, constraints)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scored_block, "BLOCK", size)
        found = decoder.decode(links, scores, constraints)
    for name in ("labels", "antecedent", "probability"):
        assert np.array_equal(getattr(found, name), getattr(whole, name))


def test_a_block_is_yielded_when_its_items_are_decided():
    links, scores = scored(20, 8, 0)
    whole, found = L3MDecoder().decode(links, scores), L3MDecoder().decode(links, scores)
    found.labels[:] = -1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scored_block, "BLOCK", 6)
        for block in L3MDecoder().fill(found, ScoredBlock.of(links, scores)):
            done = block.items.stop
            assert np.array_equal(found.labels[:done], whole.labels[:done])
            assert (found.labels[done:] == -1).all()
