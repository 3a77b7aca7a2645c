"""The `corefpipe train` command that reproduces given settings, as a list of arguments."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from corefpipe.cli import train, tune
from corefpipe.cli.training import train_command
from corefpipe.resolver.training import TrainingSettings


@pytest.mark.parametrize("command", [train.train, tune.tune])
def test_defaults_are_those_of_training(command):
    defaults = {name: each.default for name, each in inspect.signature(command).parameters.items()}
    settings = TrainingSettings()
    for name in ("mentions", "parse", "base", "features", "min_count", "learner", "decoder", "context"):
        assert getattr(settings, name) == defaults[name]


def test_only_what_is_not_default():
    assert train_command([Path("a")], [Path("b")], [], [], TrainingSettings(), "m") == [
        *("corefpipe", "train", "a", "--dev", "b", "--learner", "l3m", "-o", "m")
    ]
    settings = TrainingSettings(
        mentions="gold",
        min_count=2,
        decoder="best-link",
        context="net",
        parameters={"gamma": 0.5, "average": False},
    )
    assert train_command([Path("a"), Path("b")], [Path("c")], [Path("d")], [Path("e")], settings, "m") == [
        *("corefpipe", "train", "a", "b", "--dev", "c", "--partial", "d", "--unseen", "e"),
        *("--mentions", "gold", "--min-count", "2", "--context", "net"),
        *("--learner", "l3m", "--decoder", "best-link", "--gamma", "0.5", "--set", "average=false", "-o", "m"),
    ]
