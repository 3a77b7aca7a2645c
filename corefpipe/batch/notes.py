"""What is worth saying of how a file was read and written, a sentence each."""

from __future__ import annotations

from collections import Counter

from corefpipe.formats.losses import WriteReport
from corefpipe.formats.reading import ReadReport

_SHOWN = 10


def notes_of(read: ReadReport | None = None, written: WriteReport | None = None) -> list[str]:
    """What a reader ignored, skipped, found twice or could only guess, and which mentions a writer changed."""
    notes: list[str] = []
    if read is not None:
        notes += [f"{name} is left out, it is of no known format" for name in read.ignored]
        problems = [*read.skipped, *read.repeats, *read.overlaps[:1], *read.misfits]
        for problem in problems:
            problem.cure = ""  # the reader's cure; here it is dealt with already
        for text, count in Counter(map(str, problems)).items():
            notes.append(f"{text}{f' ({count} times)' if count > 1 else ''}")
        if read.passed_over:
            passed_over = ", ".join(f"{what} ({count})" for what, count in read.passed_over.most_common())
            notes.append(f"passed over, as not of coreference: {passed_over}")
        if len(read.overlaps) > 1:
            notes.append(f"mentions of one entity overlap in {len(read.overlaps) - 1} more places")
    if written is not None:
        notes += written.changed[:_SHOWN]
        if len(written.changed) > _SHOWN:
            notes.append(f"{len(written.changed) - _SHOWN} more mentions were written otherwise")
    return notes
