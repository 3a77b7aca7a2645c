"""The details of `eval/li_roth`: counts of halves, and rounds of SDC from several starts."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from helpers import ROOT

FOLDER = str(ROOT / "eval" / "li_roth")
MODULES = ("names", "methods", "measure", "details", "table")


@pytest.fixture(scope="module")
def scripts():
    sys.path.insert(0, FOLDER)
    before = {name: sys.modules.pop(name) for name in MODULES if name in sys.modules}  # of other scripts
    try:
        yield SimpleNamespace(**{name: __import__(name) for name in MODULES})
    finally:
        sys.path.remove(FOLDER)
        for name in MODULES:
            sys.modules.pop(name, None)
        sys.modules.update(before)


def test_halves_and_rounds(scripts):
    strings = [("Ann", "Lee"), ("Ann", "Lee"), ("A.", "Lee"), ("Bo", "Ray"), ("Bo", "Ray"), ("Ray",)] * 3
    cluster = np.array([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5])
    split = scripts.methods.halves(scripts.names.Names(strings, cluster), 1)
    found = scripts.details.halves_described([test for _, test in split])
    assert sum(found["names"]) == 18
    assert sum(found["entities"]) == 6
    # Of the three pairs of each entity one is of equal strings.
    assert found["true pairs of equal strings, %"] == [33, 33]
    rounds = scripts.details.rounds(split[0][0])
    assert list(rounds) == list(scripts.details.LEARNERS)
    assert all(0 <= one["fewest"] <= one["most"] <= 100 for one in rounds.values())
    table = scripts.table.of_halves({"person": {"halves": found}})
    assert "| true pairs of equal strings, % | 33 to 33 |" in table
    assert "| random start: first; later rounds | " in scripts.table.of_rounds({"person": {"rounds": rounds}})
