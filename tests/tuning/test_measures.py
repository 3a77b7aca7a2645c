"""Measures by name, and their display."""

from __future__ import annotations

import pytest
from helpers.tuning import CONLL

from corefpipe.exceptions import SettingError
from corefpipe.tuning import measure_named, scored_by


def test_measures():
    assert [measure.name for measure in scored_by(measure_named("vi"))] == [
        "muc",
        "b_cubed",
        "ceaf_e",
        "conll",
        "vi",
    ]
    assert [measure.name for measure in scored_by(CONLL)] == ["muc", "b_cubed", "ceaf_e", "conll"]
    assert (CONLL.display(0.5), measure_named("vi").display(0.5)) == ("50.00", "0.5000")
    assert measure_named("b3") == measure_named("b_cubed")
    with pytest.raises(SettingError, match=r"unknown metric 'connl'. Did you mean conll. Valid are conll, mentions"):
        measure_named("connl")
