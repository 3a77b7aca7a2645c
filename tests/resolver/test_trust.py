"""How far a model trusts its network, given to another model."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.networks import tiny_context

import corefpipe
from corefpipe.exceptions import SettingError
from corefpipe.parsing import pipelines
from corefpipe.resolver.trust import Trust


@pytest.fixture(autouse=True)
def one_base(monkeypatch, base):
    monkeypatch.setattr(pipelines, "load_base", lambda name="en": base)


def copies(annotated):
    return [(doc.copy(), document) for doc, document in annotated]


def trained(annotated, **options):
    return corefpipe.train(copies(annotated), min_count=1, **options).resolver


def weights(found):
    return found.features.fitted.names(), found.weights


@pytest.mark.parametrize("mentions", ["predicted", "gold"])
def test_a_model_of_the_same_weights_trusts_as_the_one_that_learned(annotated, mentions):
    learner, other = (trained(annotated, mentions=mentions) for _ in range(2))
    context = tiny_context()
    found = Trust.learn(learner, context, copies(annotated), mentions)
    found.give(other, context)
    assert weights(other)[0] == weights(learner)[0]
    assert weights(other)[1] == pytest.approx(weights(learner)[1], abs=1e-2)
    assert other.features.context is context
    assert (found.mentions is None) == (other.selector is None) == (mentions == "gold")
    if other.selector is not None:
        own, theirs = other.selector.classifier, learner.selector.classifier
        assert own.vocabulary.names() == theirs.vocabulary.names()
        assert own.weights == pytest.approx(theirs.weights, abs=1e-2)
        assert own.intercept == pytest.approx(theirs.intercept, abs=1e-2)


def test_the_other_weights_of_each_model_are_multiplied(annotated):
    learner, other = trained(annotated), trained(annotated[:1])
    before = dict(zip(*weights(other), strict=True))
    found = Trust.learn(learner, tiny_context(), copies(annotated))
    found.give(other, tiny_context())
    for name, weight in zip(*weights(other), strict=True):
        if name in before:
            assert weight == pytest.approx(before[name] * found.links.factor, rel=1e-2, abs=1e-4)
    assert len(other.weights) > len(before) * 0.9
    assert np.isin(other.features.fitted.template, list(other.features.spec.of_context)).any()


def test_a_model_of_other_features(annotated):
    found = Trust.learn(trained(annotated), tiny_context(), copies(annotated))
    soon = trained(annotated, features="soon2001")
    before = weights(soon)
    with pytest.raises(SettingError, match="a model of other features"):
        found.give(soon, tiny_context())
    assert weights(soon)[0] == before[0]
