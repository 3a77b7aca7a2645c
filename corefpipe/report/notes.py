"""Warnings about how files were read and written, one sentence each."""

from __future__ import annotations

from collections import Counter

from corefpipe.exceptions import printable
from corefpipe.formats.losses import WriteReport
from corefpipe.formats.reading import ReadReport

_SHOWN = 10


def notes_of(read: ReadReport | None = None, written: WriteReport | None = None) -> list[str]:
    """What a reader ignored, skipped, found twice or had to guess, and which mentions a writer changed."""
    notes: list[str] = []
    if read is not None:
        notes += [f"{name} is ignored, its format is unknown" for name in read.ignored]
        # Without cures: the reader has dealt with the problems.
        problems = [*read.skipped, *read.repeats, *read.overlaps[:1], *read.misfits, *read.strays]
        for text, count in Counter(problem.problem for problem in problems).items():
            notes.append(f"{text}{f' ({count} times)' if count > 1 else ''}")
        if read.passed_over:
            passed_over = ", ".join(f"{what} ({count})" for what, count in read.passed_over.most_common())
            notes.append(f"ignored, because it is not coreference: {passed_over}")
        overlaps = len(read.overlaps) + read.overlaps.more - 1
        if overlaps > 0:
            notes.append(f"mentions of one entity may share a word in {overlaps} more places")
        more = read.skipped.more + read.repeats.more + read.misfits.more
        if more:
            notes.append(f"there are {more} more problems like these")
    if written is not None:
        for sentences, what in (
            (written.changed, "mentions were changed"),
            (written.renamed, "documents were renamed"),
        ):
            notes += sentences[:_SHOWN]
            if len(sentences) > _SHOWN:
                notes.append(f"{len(sentences) - _SHOWN} more {what}")
    return list(map(printable, notes))
