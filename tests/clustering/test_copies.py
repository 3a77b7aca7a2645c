"""Rows that are the same to compare."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering.copies import Copies


def test_a_few_of_each_are_kept_and_the_others_follow_the_last_of_them():
    copies = Copies.of(np.array([0, 1, 0, 0, 0, 1, 0]), np.array([6]))
    assert copies.kept.tolist() == [0, 1, 2, 3, 5, 6]
    assert copies.kept[copies.source].tolist() == [0, 1, 2, 3, 3, 5, 6]
    assert copies.spread(np.array([0, 1, 0, 0, 1, 2])).tolist() == [0, 1, 0, 0, 0, 1, 2]
    apart = np.arange(6)
    assert copies.spread(apart).tolist() == [0, 1, 2, 3, 6, 4, 5]
    assert copies.spread(apart, join=True).tolist() == [0, 1, 2, 3, 3, 4, 5]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=30), st.data())
def test_who_is_kept_keeps_its_cluster_and_who_follows_is_a_copy(content, data):
    content = np.array(content)
    copies = Copies.of(content, np.array(data.draw(st.lists(st.integers(0, len(content) - 1))), dtype=int))
    labels = np.array([data.draw(st.integers(0, 2)) for _ in copies.kept])
    found = copies.spread(labels)
    assert found[copies.kept].tolist() == labels.tolist()
    assert content[copies.kept[copies.source]].tolist() == content.tolist()
    kept = copies.kept.tolist()
    for row in sorted(set(range(len(content))) - set(kept)):
        joined = [other for other in kept if content[other] == content[row] and found[other] == found[row]]
        assert len(joined) >= 2 or (found == found[row]).sum() == 1
