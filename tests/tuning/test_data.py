"""Parts of a corpus, prepared as arrays."""

from __future__ import annotations

from helpers.tuning import tune_in_memory

from corefpipe.features import FeatureSet
from corefpipe.tuning import Prepared, prepare


def test_some_of_the_documents(annotated):
    both = prepare(annotated, annotated, FeatureSet("default"), "gold").train
    first, second = both.take([0]), both.take([1])
    assert [key.name for part in (first, second) for key in part.keys] == [key.name for key in both.keys]
    assert first.links.n_links + second.links.n_links == both.links.n_links
    assert first.links.features.shape[1] == second.links.features.shape[1] == both.links.features.shape[1]
    halves = Prepared(first, second, singletons=True)
    assert 0 < tune_in_memory(halves, passes=[2])[0].scores["conll"] < 1
