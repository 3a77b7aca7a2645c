"""The best trial: settings that reproduce it, and its file."""

from __future__ import annotations

import json

import pytest

from corefpipe.resolver.settings import default_settings, learner_and_decoder
from corefpipe.resolver.training import TrainingSettings
from corefpipe.tuning import BEST, Plan, Trial, measure_named, settings_of, write_best

HOW = TrainingSettings(mentions="gold", learner="l3m", decoder="l3m")


@pytest.mark.parametrize(
    ("varied", "parameters"),
    [
        ({}, {}),
        (default_settings("l3m", "gold"), {}),
        ({"l2": 0.5, "passes": 7}, {"l2": 0.5, "passes": 7}),
        ({"threshold": 0.5}, {"threshold": 0.5}),
        ({"gamma": 0.25}, {"gamma": 0.25}),
    ],
)
def test_settings_of_a_trial(varied, parameters):
    plan = Plan.of("l3m", "l3m", settings=varied, mentions="gold")
    ((passes, decoder),) = plan.trainings[0].scored
    trial = Trial(dict(plan.trainings[0].settings), passes, dict(decoder))
    found = settings_of(trial, HOW)
    assert found.parameters == parameters
    # These parameters give the learner and the decoder of the trial.
    learner, made = learner_and_decoder("l3m", "l3m", "gold", found.parameters)
    assert trial.learner.items() <= learner.get_params(deep=False).items()
    assert learner.get_params(deep=False)["passes"] == passes
    assert all(getattr(made, name) == value for name, value in decoder.items())


def test_the_file(tmp_path):
    trial = Trial({"l2": 0.5}, 2, {"gamma": 1.0}, {"conll": 0.5})
    write_best(tmp_path / BEST, Plan.of(), trial, measure_named("conll"), ["corefpipe", "train"])
    assert json.loads((tmp_path / BEST).read_text(encoding="utf-8")) == {
        "metric": "conll",
        "learner": "l3m",
        "decoder": "l3m",
        "settings": {"l2": 0.5, "passes": 2, "gamma": 1.0},
        "scores": {"conll": 0.5},
        "command": ["corefpipe", "train"],
    }
