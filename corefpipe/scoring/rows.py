"""Several scores, one per document, genre or mention type, as a table, CSV or dictionaries."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from corefpipe.exceptions import printable
from corefpipe.scoring.display import percent
from corefpipe.scoring.registry import METRICS, PRF_NAMES
from corefpipe.scoring.result import PRF, Score


def display_rows(rows: Mapping[str, Score], total: Score) -> str:
    """Return a table with the rows and the total: recall, precision and F1 of each metric in percent below each other.

    The value of a metric with one number, and the CoNLL average, are in the line of the F1.
    """
    names = list(next(iter(rows.values()), total).counts)
    titles = [METRICS[name].title for name in names] + ["CoNLL"] * total.has_conll
    parts = PRF_NAMES if any(METRICS[name].names == PRF_NAMES for name in names) else PRF_NAMES[-1:]
    named = [*((printable(row), score) for row, score in rows.items()), ("all", total)]
    width = max(len(row) for row, _ in named)
    labels = {part: f" {_LABELS[part]:9}" if len(parts) > 1 else "" for part in parts}
    lines = ["".join([" " * (width + len(labels["f1"])), *(f" {title:>9}" for title in titles)])]
    for row, score in named:
        for part in parts:
            cells = "".join(
                f" {cell:>{max(9, len(title))}}" for cell, title in zip(_cells(score, names, part), titles, strict=True)
            )
            lines.append(f"{row if part == parts[0] else '':{width}}{labels[part]}{cells}".rstrip())
    return "\n".join([*lines, total.signature])


_LABELS = {"recall": "recall", "precision": "precision", "f1": "F1"}


def _cells(score: Score, names: Sequence[str], part: str) -> list[str]:
    """The numbers of a line: recall, precision or F1 of each metric; the F1's line has single values and CoNLL, too."""
    cut, last = score.policy.display == "official", part == PRF_NAMES[-1]
    cells = []
    for name in names:
        found = score[name]
        if isinstance(found, PRF):
            cells.append(percent(getattr(found, part), cut))
        else:
            cells.append(f"{found.value:.4f}" if last else "")
    if score.has_conll:
        cells.append(percent(score.conll, cut) if last else "")
    return cells


def to_csv(rows: Mapping[str, Score]) -> str:
    """Return rows as CSV with unrounded numbers: row, metric, recall, precision, f1, value (of one-number metrics)."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["row", "metric", "recall", "precision", "f1", "value"])
    for row, score in rows.items():
        for name in score.counts:
            found = score[name]
            if isinstance(found, PRF):
                writer.writerow([row, name, found.recall, found.precision, found.f1, ""])
            else:
                writer.writerow([row, name, "", "", "", found.value])
        if score.has_conll:
            writer.writerow([row, "conll", "", "", score.conll, ""])
    return stream.getvalue()


def to_dicts(rows: Mapping[str, Score]) -> dict[str, Any]:
    """Return row -> `Score.to_dict` without the signature."""
    found = {row: score.to_dict() for row, score in rows.items()}
    for numbers in found.values():
        del numbers["signature"]
    return found
