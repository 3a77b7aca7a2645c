"""Pairs to review, and how well items fit their clusters."""

from __future__ import annotations

import numpy as np
import pytest

from corefpipe.clustering import Links
from corefpipe.clustering.review import membership, unsure_pairs

LINKS = Links.windows([4])
# The pairs 1-0, 2-0, 2-1, 3-0, 3-1 and 3-2, each item's after its link to the dummy.
PAIRS = [0.9, 0.25, 0.6, 0.02, 0.01, 0.7]
PROBABILITY = np.array([0, 0, PAIRS[0], 0, *PAIRS[1:3], 0, *PAIRS[3:]])
LABELS = np.array([0, 0, 0, 1])


def test_the_most_unsure_first():
    found = unsure_pairs(LINKS, PROBABILITY, LABELS)
    pairs = list(zip(found.left.tolist(), found.right.tolist(), found.together.tolist(), strict=True))
    assert found.probability.tolist() == [0.6, 0.7, 0.25, 0.9]
    assert pairs == [(1, 2, True), (2, 3, False), (0, 2, True), (0, 1, True)]
    assert unsure_pairs(LINKS, PROBABILITY, LABELS, most=1).probability.tolist() == [0.6]


def test_contradicted_pairs_however_sure():
    found = unsure_pairs(LINKS, PROBABILITY, LABELS, least=0.5)
    assert list(zip(found.left.tolist(), found.right.tolist(), strict=True)) == [(2, 3), (0, 2)]


def test_pairs_of_the_same_contents_stand_once():
    # Items 0 and 1 are the same: the pair 2-0 stands for 2-1, and 3-0, if it were unsure, for 3-1.
    found = unsure_pairs(LINKS, PROBABILITY, LABELS, np.array([5, 5, 6, 7]))
    assert list(zip(found.left.tolist(), found.right.tolist(), strict=True)) == [(2, 3), (0, 2), (0, 1)]
    assert (found.n_found, found.n_repeated) == (3, 1)
    # Pairs that are joined do not stand for those that are divided.
    divided = unsure_pairs(LINKS, PROBABILITY, np.array([0, 2, 0, 1]), np.array([5, 5, 6, 7]))
    assert divided.n_found == 4
    assert unsure_pairs(LINKS, PROBABILITY, LABELS, most=1).n_found == 4


def test_membership():
    found = membership(LINKS, PROBABILITY, LABELS)
    assert found == pytest.approx([(0.9 + 0.25) / 2, (0.9 + 0.6) / 2, (0.25 + 0.6) / 2, 1 - 0.7])
    bare = Links.windows([2], 1).only(np.array([True, True, False]))
    assert membership(bare, np.zeros(2), np.array([0, 0])).tolist() == [0, 0]
    assert membership(bare, np.zeros(2), np.array([0, 1])).tolist() == [1, 1]
