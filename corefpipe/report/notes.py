"""Warnings about how files were read and written, one sentence each."""

from __future__ import annotations

from collections import Counter

from corefpipe.errors import CorefpipeError
from corefpipe.formats.losses import WriteReport
from corefpipe.formats.reading import ReadReport

_SHOWN = 10


def notes_of(read: ReadReport | None = None, written: WriteReport | None = None) -> list[str]:
    """What a reader ignored, skipped, found twice or had to guess, and which mentions a writer changed."""
    notes: list[str] = []
    if read is not None:
        notes += [f"{name} is ignored, its format is unknown" for name in read.ignored]
        problems = map(_without_cure, [*read.skipped, *read.repeats, *read.overlaps[:1], *read.misfits, *read.strays])
        for text, count in Counter(problems).items():
            notes.append(f"{text}{f' ({count} times)' if count > 1 else ''}")
        if read.passed_over:
            passed_over = ", ".join(f"{what} ({count})" for what, count in read.passed_over.most_common())
            notes.append(f"ignored, because it is not coreference: {passed_over}")
        if len(read.overlaps) > 1:
            notes.append(f"mentions of one entity overlap in {len(read.overlaps) - 1} more places")
    if written is not None:
        notes += written.changed[:_SHOWN]
        if len(written.changed) > _SHOWN:
            notes.append(f"{len(written.changed) - _SHOWN} more mentions were changed")
    return notes


def _without_cure(problem: CorefpipeError) -> str:
    """A problem without what the user could do: the reader has dealt with it."""
    return str(problem).removesuffix(f". {problem.cure}") if problem.cure else str(problem)
