"""The scores of two responses with their intervals, placed on scales as a page draws them."""

from __future__ import annotations

from typing import Any

from corefpipe.scoring.compare import ComparedMetric, Comparison
from corefpipe.scoring.registry import METRICS

_MARGIN = 0.06  # of a scale, free at both ends


def interval_rows(comparison: Comparison) -> dict[str, Any]:
    """The metrics that are fractions, in points, with the places of points and intervals from 0 to 100.

    Returns:
        `rows`: title, scores, difference, interval of the difference, verdict; places of A, B and the difference as
        (low, point, high). `zero`: place of no difference. `confidence`, `documents`, `samples`.
    """
    rows = [row for row in comparison.rows if is_fraction(row)]
    ends = [100 * end for row in rows for end in (*row.a_interval, *row.b_interval)]
    steps = [100 * end for row in rows for end in row.difference_interval]
    scores, differences = _Scale(min(ends), max(ends)), _Scale(min(0.0, *steps), max(0.0, *steps))
    return {
        "rows": [
            {
                "title": row.title,
                "a": f"{100 * row.a:.2f}",
                "b": f"{100 * row.b:.2f}",
                "difference": f"{100 * row.difference:+.2f}",
                "interval": " to ".join(f"{100 * end:+.2f}" for end in row.difference_interval),
                "verdict": comparison.verdict(row.metric),
                "places": [
                    [scores.place(100 * one) for one in (interval[0], point, interval[1])]
                    for point, interval in ((row.a, row.a_interval), (row.b, row.b_interval))
                ],
                "difference_places": [
                    differences.place(100 * one)
                    for one in (row.difference_interval[0], row.difference, row.difference_interval[1])
                ],
            }
            for row in rows
        ],
        "zero": differences.place(0.0),
        "scales": [scores.told(), differences.told("+")],
        "confidence": f"{100 * comparison.resampling.confidence:g}",
        "documents": len(comparison.documents),
        "samples": f"{comparison.resampling.samples:,}",
    }


def is_fraction(row: ComparedMetric) -> bool:
    """Whether a metric is a fraction that is shown in points, as are all with recall and precision."""
    return row.metric not in METRICS or len(METRICS[row.metric].names) > 1


class _Scale:
    """Numbers on a scale from 0 to 100, with margins."""

    def __init__(self, low: float, high: float):
        self.low, self.high = low, high
        room = (high - low or 1.0) * _MARGIN
        self._from, self._width = low - room, (high - low or 1.0) + 2 * room

    def place(self, number: float) -> float:
        """Where a number stands, in percent of the width."""
        return round(100 * (number - self._from) / self._width, 2)

    def told(self, sign: str = "") -> str:
        """The two ends in words, with one decimal each; `sign` is a sign of format specifications, such as "+"."""
        return f"{self.low:{sign}.1f} to {self.high:{sign}.1f}"
