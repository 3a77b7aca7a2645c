"""Several scores, one per document, genre or mention type, as a table, CSV or dictionaries."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from corefpipe.exceptions import printable
from corefpipe.scoring.display import percent
from corefpipe.scoring.registry import METRICS
from corefpipe.scoring.result import PRF, Score, Value


def display_rows(rows: Mapping[str, Score], total: Score) -> str:
    """Return a table with one line per row, the total last: F1 of each metric in percent, or its value, and CoNLL."""
    names = list(next(iter(rows.values()), total).counts)
    with_conll = total.has_conll
    named = [*((printable(row), score) for row, score in rows.items()), ("all", total)]
    width = max(len(row) for row, _ in named)
    titles = [METRICS[name].title for name in names] + ["CoNLL"] * with_conll
    lines = [" ".join([" " * width, *(f"{title:>9}" for title in titles)])]
    for row, score in named:
        cells = [_headline(score, name) for name in names]
        if with_conll:
            cells.append(percent(score.conll, score.policy.display == "official"))
        lines.append(
            " ".join([f"{row:{width}}", *(f"{c:>{max(9, len(t))}}" for c, t in zip(cells, titles, strict=True))])
        )
    return "\n".join([*lines, total.signature])


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


def _headline(score: Score, name: str) -> str:
    found = score[name]
    if isinstance(found, Value):
        return f"{found.value:.4f}"
    return percent(found.f1, score.policy.display == "official")
