"""The strongest reasons of many links are those of `explain`."""

from __future__ import annotations

import numpy as np
import pytest

from corefpipe.clustering.learners import L3MLearner
from corefpipe.features import FeatureSet
from corefpipe.resolver.explain import explain
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.reasons import link_reasons

MOST = 5


@pytest.mark.parametrize("name", ["default", "ng_cardie2002"])  # both compare candidates with each other
def test_as_explained(annotated, name):
    learner = L3MLearner(passes=2)
    resolver = Resolver(FeatureSet(name)).fit(annotated, learner, "predicted")
    doc, _ = annotated[1]
    doc = doc.copy()
    resolution = resolver.resolve(doc, reasons=MOST)
    resolver.write(doc, resolution)
    links = 0
    for mention, reasons in resolution.reasons.by_mention.items():
        both = (mention, resolution.decoding.antecedent[mention])
        later, earlier = (doc[resolution.spans.start[i] : resolution.spans.end[i]] for i in both)
        expected = {reason.text: reason for reason in explain(resolver, doc, later, earlier).reasons}
        largest = sorted((abs(reason.weight) for reason in expected.values()), reverse=True)[:MOST]
        assert [abs(weight) for _, weight in reasons] == pytest.approx([w for w in largest if w >= 0.05], abs=1e-6)
        for number, weight in reasons:
            text, about = resolution.reasons.texts[number]
            assert weight == pytest.approx(expected[text].weight, abs=1e-6)
            assert about == expected[text].about
        links += 1
    assert links > 5


def test_links_that_are_no_candidates(annotated, resolver):
    table = resolver.table(annotated[0][0])
    nothing = np.full(len(table), -1)
    assert link_reasons(resolver.features, resolver.weights, table, nothing, MOST).by_mention == {}


def test_none_unless_asked_for(annotated, resolver):
    assert resolver.resolve(annotated[0][0]).reasons is None
