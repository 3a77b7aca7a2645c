"""Settings of training: defaults, and checks of their types."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.naive_bayes import BernoulliNB

from corefpipe.clustering.learners import BinaryLearner
from corefpipe.clustering.named import decoder_for
from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.exceptions import ModelError, SettingError
from corefpipe.features import FeatureSet
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.settings import as_stored, default_learner, default_settings, own_settings, typed


@pytest.mark.parametrize("mentions", ["gold", "predicted"])
@pytest.mark.parametrize("learner", LEARNERS)
def test_defaults_are_settings_of_the_learner(learner, mentions):
    made = default_learner(mentions, learner)
    assert isinstance(made, LEARNERS[learner].kind)
    assert default_settings(learner, mentions).items() <= made.get_params().items()


def test_given_settings_come_before_defaults():
    assert default_learner("predicted", passes=9).get_params()["passes"] == 9
    assert default_learner("predicted", passes=9).get_params()["l2"] == default_settings("l3m", "predicted")["l2"]
    default_settings("l3m", "gold").clear()
    assert default_settings("l3m", "gold")


@pytest.mark.parametrize("name", [*LEARNERS, *DECODERS])
def test_every_learner_and_decoder_takes_its_own_settings(name):
    learner = name if name in LEARNERS else "l3m"
    decoder = name if name in DECODERS else decoder_for(learner)
    for entry in (LEARNERS[learner], DECODERS[decoder]):
        scalars = {key: value for key, value in own_settings(entry).items() if value is not None}
        assert "verbose" not in scalars
        assert typed(learner, decoder, scalars) == scalars


def test_whole_numbers_become_floats():
    settings = typed("l3m", "l3m", {"gamma": 1, "passes": 3, "average": False, "step": "sgd"})
    assert settings == {"gamma": 1.0, "passes": 3, "average": False, "step": "sgd"}
    assert [type(value) for value in settings.values()] == [float, int, bool, str]


@pytest.mark.parametrize(
    ("learner", "name", "value", "message"),
    [
        ("l3m", "gamma", "high", "gamma cannot be 'high'. Valid: a number"),
        ("l3m", "gamma", True, "gamma cannot be true. Valid: a number"),
        ("l3m", "passes", 2.5, "passes cannot be 2.5. Valid: a whole number"),
        ("l3m", "average", 1, "average cannot be 1. Valid: true or false"),
        ("l3m", "step", "slow", "step cannot be 'slow'. Valid: adagrad, sgd"),
        ("binary", "classifier", 3, "classifier cannot be 3. Valid: a word"),
    ],
)
def test_values_of_another_type(learner, name, value, message):
    with pytest.raises(SettingError) as error:
        typed(learner, "l3m", {name: value})
    assert str(error.value) == message


def test_names_that_do_not_exist():
    with pytest.raises(SettingError, match=r"unknown learner 'l4m'. Did you mean l3m"):
        decoder_for("l4m")
    with pytest.raises(SettingError, match=r"unknown decoder 'l4m'. Did you mean l3m"):
        decoder_for("l3m", "l4m")


def test_what_is_stored_stays():
    weights = np.random.default_rng(0).normal(size=100)
    stored = as_stored(weights)
    assert stored.dtype == np.float32
    assert np.abs(stored - weights).max() < 1e-2
    assert (as_stored(stored) == stored).all()


def test_a_model_needs_weights(annotated):
    with pytest.raises(ModelError, match="BinaryLearner has learned no weights of features, which a model consists of"):
        Resolver(FeatureSet("default")).fit(annotated, BinaryLearner(classifier=BernoulliNB()), "gold")
