"""Progress is drawn on terminals only, and is erased before anything else is printed."""

from __future__ import annotations

import sys
import time

import pytest
from helpers.terminal import terminal

from corefpipe.utils import progress


@pytest.fixture
def shown(monkeypatch):
    """Function that calls another, and returns what it shows on a terminal."""
    monkeypatch.setattr(progress, "TICK", 0.02)

    def show(call):
        with terminal() as (stream, screen), monkeypatch.context() as patched:
            patched.setattr(sys, "stderr", stream)
            call()
        return screen.text

    return show


def visible(text):
    """The lines that stay on the screen."""
    lines = [line.rpartition("\r")[2].strip() for line in text.split("\r\n")]
    return [line for line in lines if line]


def load_slowly():
    with progress.status("load the model"):
        time.sleep(0.1)


def test_status(shown):
    text = shown(load_slowly)
    assert "load the model … 00:00" in text
    assert visible(text) == []


def test_status_of_what_is_quick(shown):
    def load() -> None:
        with progress.status("load the model"):
            pass

    assert shown(load) == ""


def test_status_of_what_is_computed(shown):
    def compute():
        for number in range(2):
            time.sleep(0.1)
            yield number

    def print_all() -> None:
        for number in progress.computed(compute(), "resolve document"):
            print(f"document {number} is done", file=sys.stderr)

    text = shown(print_all)
    assert "resolve document 1 … 00:00" in text
    assert "resolve document 2 … 00:00" in text
    assert visible(text) == ["document 0 is done", "document 1 is done"]


def test_lines_beside_a_bar(shown):
    def work() -> None:
        for number in progress.progress(range(2), "parse", 2, "piece"):
            progress.say(f"number {number}")

    text = shown(work)
    assert "parse:   0%" in text
    assert "1/2" in text
    assert visible(text) == ["number 0", "number 1"]


def test_nothing_without_a_terminal(capfd):
    load_slowly()
    assert list(progress.progress([1, 2], "parse", 2)) == [1, 2]
    assert list(progress.computed([1, 2], "resolve")) == [1, 2]
    assert capfd.readouterr() == ("", "")
