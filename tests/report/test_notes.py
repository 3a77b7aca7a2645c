"""Warnings about reading and writing."""

from __future__ import annotations

from corefpipe.exceptions import FormatError
from corefpipe.formats import ReadReport, WriteReport
from corefpipe.formats.reading import MAX_NOTED, Problems
from corefpipe.report.notes import notes_of


def test_reading():
    report = ReadReport(ignored=["x.md"], repeats=Problems([FormatError("twice", cure="Delete", file="f")] * 2))
    report.passed_over["relations"] = 3
    assert notes_of(report) == [
        "x.md is ignored, its format is unknown",
        "f: twice (2 times)",
        "ignored, because it is not coreference: relations (3)",
    ]
    assert report.repeats[0].cure == "Delete"  # the report was not modified


def test_overlaps_are_counted():
    overlaps = Problems(FormatError(f"overlap {number}") for number in range(3))
    assert notes_of(ReadReport(overlaps=overlaps)) == [
        "overlap 0",
        "mentions of one entity may share a word in 2 more places",
    ]


def test_writing():
    changed = [f"mention {number}" for number in range(12)]
    assert notes_of(written=WriteReport(changed=changed)) == [*changed[:10], "2 more mentions were changed"]


def test_many_problems_are_counted():
    report = ReadReport()
    report.misfits.extend([FormatError("misfit", file="f")] * (MAX_NOTED + 5))
    report.misfits.append(FormatError("misfit", file="f"))
    assert notes_of(report) == [f"f: misfit ({MAX_NOTED} times)", "there are 6 more problems like these"]


def test_renamed_documents():
    assert notes_of(written=WriteReport(renamed=["a\x07"] * 11))[-2:] == ["a\\x07", "1 more documents were renamed"]
