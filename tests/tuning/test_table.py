"""The best trials as a table."""

from __future__ import annotations

from helpers.tuning import CONLL

from corefpipe.tuning import Trial
from corefpipe.tuning.table import tuning_table


def test_table():
    found = [
        Trial({"gamma": 0.5, "average": True}, 1, {}, dict.fromkeys(("conll", "muc", "b_cubed", "ceaf_e"), 0.5), 1.23),
        Trial({"gamma": 1.0, "average": False}, 1, {}, dict.fromkeys(("conll", "muc", "b_cubed", "ceaf_e"), 0.7), 12.0),
        Trial({"gamma": 2.0, "average": False}, 1, {}, error="no"),
    ]
    assert [line.split() for line in tuning_table(found, CONLL).splitlines()] == [
        ["CoNLL", "MUC", "B-cubed", "CEAF-e", "gamma", "average", "seconds"],
        ["1", "70.00", "70.00", "70.00", "70.00", "1", "false", "12.0"],
        ["2", "50.00", "50.00", "50.00", "50.00", "0.5", "true", "1.2"],
    ]
    assert len(tuning_table(found, CONLL, most=1).splitlines()) == 2
