"""Progress on a terminal, for every step that can take seconds. That none is shown elsewhere is tested by commands."""

from __future__ import annotations

import sys

import pytest
from helpers.terminal import terminal


@pytest.fixture
def commands(samples, tmp_path):
    """Command lines, and what they show."""
    data = (samples / "bakery.conllu", "--dev", samples / "ferry.conllu")
    features = ("count features", "compute features")
    steps = ("read train", "read dev", "parse train", "parse dev", *features)
    return {
        "train": (
            ("train", *data, "-o", tmp_path / "a", "--parse", "given", "--passes", "2"),
            (*steps, "learn mentions", "select mentions", "pass 1/2", "pass 2/2"),
        ),
        "batch learner": (
            ("train", *data, "-o", tmp_path / "b", "--parse", "given", "--mentions", "gold", "--learner", "binary"),
            (*steps, "learn weights"),
        ),
        "tune": (
            ("tune", *data, "-o", tmp_path / "c", "--parse", "given", "--mentions", "gold", "--processes", "1"),
            (*steps, "tune"),
        ),
        "extract": (
            ("features", "extract", "soon2001", samples / "bakery.conllu", "-o", tmp_path / "d.npz"),
            ("read documents", "parse documents", *features, "write"),
        ),
    }


@pytest.mark.parametrize("name", ["train", "batch learner", "tune", "extract"])
def test_progress_on_a_terminal(run, monkeypatch, commands, name):
    command, steps = commands[name]
    with terminal() as (stream, screen), monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", stream)
        assert run(*command)[0] == 0
    assert [step for step in steps if step not in screen.text] == []
