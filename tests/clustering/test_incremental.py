"""Decoders from left to right in place of those that look at whole sets."""

from __future__ import annotations

import numpy as np
from helpers.links import all_pairs

from corefpipe.clustering.decoders import AgglomerativeDecoder, BestLinkDecoder, L3MDecoder
from corefpipe.clustering.decoders.incremental import LinkageLinkDecoder, left_linking
from corefpipe.clustering.named import make_decoder


def test_which_stands_for_which():
    assert left_linking(L3MDecoder(0.2)) == L3MDecoder(0.2)
    assert left_linking(AgglomerativeDecoder("single", 0.5)) == BestLinkDecoder(0.5)
    assert left_linking(AgglomerativeDecoder("complete", 0.5)) == LinkageLinkDecoder("complete", 0.5)
    assert left_linking(make_decoder("correlation")) == make_decoder("sum-link")
    assert left_linking(make_decoder("spanning-forest")) == BestLinkDecoder()


def test_mean_and_lowest_score_of_a_cluster():
    links = all_pairs(4)
    # 1 joins 0, and 2 starts a cluster; the links of item 3 are 2.5 and -1 to the first cluster, 0.5 to the second.
    scores = np.array([0, 0, 2, 0, -1, -1, 0, 2.5, -1, 0.5])
    kinds = ("average", "complete")
    labels = {kind: LinkageLinkDecoder(kind).decode(links, scores).labels.tolist() for kind in kinds}
    assert labels == {"average": [0, 0, 1, 0], "complete": [0, 0, 1, 1]}
    assert LinkageLinkDecoder("average", 0.8).decode(links, scores).labels.tolist() == [0, 0, 1, 2]


def test_of_equally_good_clusters_the_first():
    scores = np.array([0, 0, -1, 0, 1, 1])
    assert LinkageLinkDecoder("average").decode(all_pairs(3), scores).labels.tolist() == [0, 1, 0]
