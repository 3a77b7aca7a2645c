"""Settings on the command line: from text to values and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.cli.settings import assignment, options_of, read_grid, read_settings
from corefpipe.exceptions import SettingError

VALUES = st.booleans() | st.integers() | st.floats(allow_nan=False) | st.sampled_from(["sgd", "adagrad"])


def test_values_have_types():
    given = ["a=1", "b=0.5", "c=1e-3", "d=true", "e=false", "f=word", "false-start=2.5", "h=-1"]
    wanted = {"a": 1, "b": 0.5, "c": 0.001, "d": True, "e": False, "f": "word", "false_start": 2.5, "h": -1}
    found = read_settings(given, gamma=0.5, l2=None)
    assert found == {"gamma": 0.5, **wanted}
    assert {name: type(value) for name, value in found.items()} == {
        name: type(value) for name, value in {"gamma": 0.5, **wanted}.items()
    }


@given(VALUES)
def test_an_assignment_is_read_back(value):
    (found,) = read_settings([assignment("name", value)]).values()
    assert (found, type(found)) == (value, type(value))


def test_options():
    assert options_of({"gamma": 0.5, "average": False, "step": "sgd"}) == [
        *("--gamma", "0.5"),
        *("--set", "average=false"),
        *("--set", "step=sgd"),
    ]


def test_names_are_given_once():
    with pytest.raises(SettingError, match="gamma is given twice"):
        read_settings(["gamma=1"], gamma=0.5)
    with pytest.raises(SettingError, match="a is given twice"):
        read_grid(["a=1", "a=2"])


def test_grid():
    assert read_grid(["a=1,2.5,x", "b=true"]) == {"a": [1, 2.5, "x"], "b": [True]}
    assert read_grid(["passes=7"], "1..2") == {"passes": [7, 1, 2]}
    assert read_grid(["passes=1..4", "seed=0,7..9"]) == {"passes": [1, 2, 3, 4], "seed": [0, 7, 8, 9]}


@pytest.mark.parametrize("text", ["4..1", "0..10000", "1,9..2"])
def test_wrong_ranges(text):
    with pytest.raises(SettingError, match=r"is no range. Write N\.\.M"):
        read_grid([f"seed={text}"])


@pytest.mark.parametrize(
    ("text", "passes"), [("5", [5]), ("1..4", [1, 2, 3, 4]), ("1,3,5", [1, 3, 5]), ("7,1..3,2", [1, 2, 3, 7])]
)
def test_passes(text, passes):
    assert read_grid([], text) == {"passes": passes}


@pytest.mark.parametrize("text", ["", "x", "1..", "..3", "1...3", "-1", "1,", "1.5", "²"])
def test_wrong_passes(text):
    with pytest.raises(SettingError, match="is not a number of passes"):
        read_grid([], text)
    with pytest.raises(SettingError, match="is no range"):
        read_grid([], "1..99999999")
