"""Plans: which training runs and trials a grid of settings requires."""

from __future__ import annotations

import pytest

from corefpipe.exceptions import SettingError
from corefpipe.resolver.settings import default_settings
from corefpipe.tuning import Plan

GRID = {"gamma": [0, 0.5, 1], "threshold": [0, 0.5]}


def test_settings_of_the_decoder_need_no_training():
    plan = Plan.of("l3m", grid=GRID, passes=[1, 5, 3])
    assert [training.settings["gamma"] for training in plan.trainings] == [0, 0.5, 1]
    decoders = [(passes, decoder["threshold"]) for passes, decoder in plan.trainings[1].scored]
    assert decoders == [(1, 0), (1, 0.5), (3, 0), (3, 0.5), (5, 0), (5, 0.5)]
    assert all(decoder["gamma"] == 0.5 for _, decoder in plan.trainings[1].scored)
    assert len(set(plan.trial_keys())) == 18


def test_passes_of_a_batch_learner_need_a_training_each():
    plan = Plan.of("binary", "l3m", {"l2": [1e-6, 1e-5]}, passes=[1, 2])
    assert [training.settings["passes"] for training in plan.trainings] == [1, 2, 1, 2]
    assert [passes for training in plan.trainings for passes, _ in training.scored] == [None] * 4


def test_equal_values_are_tried_once():
    assert len(Plan.of(grid={"gamma": [1, 1.0, 0.5]}).trial_keys()) == 2
    # A value that equals the learner's default gives the same trial.
    assert Plan.of(grid={"gamma": [1]}).trial_keys() == Plan.of().trial_keys()


def test_without_finished_trials():
    plan = Plan.of(grid={"l2": [0, 0.1]}, passes=[1, 2])
    keys = plan.trial_keys()
    assert plan.without([]) == plan
    assert plan.without([keys[0]]).trial_keys() == keys[1:]
    assert len(plan.without(keys[:2]).trainings) == 1
    assert plan.without(keys).trainings == ()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"grid": {"gama": [1]}}, "unknown setting 'gama'. Did you mean gamma? Learner l3m and decoder l3m have"),
        ({"grid": {"gamma": []}}, "no values of gamma to try"),
        ({"grid": {"gamma": ["low"]}}, "gamma cannot be 'low'"),
        ({"grid": {"l2": [1]}, "settings": {"l2": 0}}, "l2 is given twice. Give one value, or several to try"),
        ({"passes": [0, 1]}, "passes is 0. At least one"),
        ({"passes": [1.5]}, "passes cannot be 1.5"),
        ({"learner": "l3"}, "unknown learner 'l3'"),
        ({"decoder": "l3"}, "unknown decoder 'l3'"),
        ({"settings": {"sampling": "all"}}, "unknown setting 'sampling'"),
        ({"learner": "l3m-batch", "passes": [1]}, "unknown setting 'passes'"),
    ],
)
def test_errors(options, message):
    with pytest.raises(SettingError) as error:
        Plan.of(**options)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("mentions", ["gold", "predicted"])
def test_defaults_of_training(mentions):
    defaults = default_settings("l3m", mentions)
    passes = defaults.pop("passes")
    (training,) = Plan.of(settings={"l2": 0.5}, mentions=mentions).trainings
    assert {**defaults, "l2": 0.5}.items() <= training.settings.items()
    assert [number for number, _ in training.scored] == [passes]
    varied = Plan.of(grid={"l2": [0.5, 1]}, passes=[1, 2], mentions=mentions)
    assert [training.settings["l2"] for training in varied.trainings] == [0.5, 1]
    assert len(varied.trial_keys()) == 4
