"""What the commands that read documents share: reading with warnings, choices, progress."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from corefpipe.document import Document
    from corefpipe.formats import ReadReport

Item = TypeVar("Item")


class Mentions(StrEnum):
    """Values of `--mentions`."""

    PREDICTED = "predicted"
    GOLD = "gold"


class ParseSource(StrEnum):
    """Values of `--parse`."""

    PREDICTED = "predicted"
    GIVEN = "given"

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a document that annotation keeps."""
        from corefpipe.annotate import PARSE_COLUMNS

        # With all columns given no component runs; entity types are only those that the file has.
        return (*PARSE_COLUMNS, "entity_types") if self is ParseSource.GIVEN else ("sentence_starts",)


def read_documents(paths: Iterable[Path], *, repeats: str = "first") -> Iterator[Document]:
    """The documents of files and folders; what was left out of them is said on standard error."""
    from corefpipe.formats import ReadReport, read

    for path in paths:
        report = ReadReport()
        yield from read(path, repeats=repeats, report=report)
        warn(report)


def warn(report: ReadReport) -> None:
    """Say on standard error what a reader ignored, skipped, found twice or could only guess."""
    for name in report.ignored:
        print(f"Warning: {name} is left out, it is of no known format", file=sys.stderr)
    problems = [*report.skipped, *report.repeats, *report.overlaps[:1], *report.misfits]
    for problem in problems:
        problem.cure = ""  # the reader's cure; here it is dealt with already
    for text, count in Counter(map(str, problems)).items():
        print(f"Warning: {text}{f' ({count} times)' if count > 1 else ''}", file=sys.stderr)
    if report.passed_over:
        passed_over = ", ".join(f"{what} ({count})" for what, count in report.passed_over.most_common())
        print(f"Warning: passed over, as not of coreference: {passed_over}", file=sys.stderr)
    if len(report.overlaps) > 1:
        print(f"Warning: mentions of one entity overlap in {len(report.overlaps) - 1} more places", file=sys.stderr)


def progress(items: Iterable[Item], what: str, total: int | None = None) -> Iterator[Item]:
    """The items, with a progress bar on standard error where somebody looks at it."""
    from tqdm import tqdm

    yield from tqdm(items, desc=what, total=total, disable=not sys.stderr.isatty(), unit="doc", leave=False)
