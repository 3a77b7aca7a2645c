"""Tables as CSV and as DataFrames."""

from __future__ import annotations

import csv
import io
import sys

import pytest

from corefpipe.exceptions import CorefpipeError


@pytest.mark.parametrize("name", ["characters", "quotations", "actions", "talks", "meetings"])
def test_csv_and_data_frame_agree(story, name):
    table = getattr(story, name)
    rows = list(csv.DictReader(io.StringIO(table.to_csv())))
    frame = table.to_dataframe()
    assert list(frame.columns) == table.columns == list(rows[0])
    assert len(frame) == len(rows) == len(table) > 0
    assert {"chapter", "first_chapter"} & set(table.columns)


def test_cells(story):
    row = next(csv.DictReader(io.StringIO(story.characters.to_csv())))
    most = story.characters[0]
    assert row["names"].startswith(f"{next(iter(most.names))} ({next(iter(most.names.values()))})")
    assert row["first_start"] == str(most.first.start)
    assert story.characters.to_dataframe()["pronouns"][0] == most.pronouns
    assert repr(story.characters) == f"<Table: {len(story.characters)} × Character>"
    assert story.characters[:1] == (most,)


def test_without_pandas(story, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(CorefpipeError, match="needs pandas"):
        story.talks.to_dataframe()
