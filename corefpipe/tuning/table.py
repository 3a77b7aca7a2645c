"""The best settings of a tuning as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from corefpipe.tuning import Measure, Trial, measure_named, ranked, scored_by, varied


def tuning_table(trials: Sequence[Trial], measure: Measure, most: int = 10) -> str:
    """One line a trial, the best first: its scores, its settings as far as they differ, its CPU seconds.

    Args:
        trials: all that were tried.
        measure: what they are compared by; its column is the first.
        most: how many lines.
    """
    shown = ranked(trials, measure)[:most]
    names = [measure.name, *(each.name for each in scored_by(measure) if each.name != measure.name)]
    settings = list(varied(trials))
    rows = [["", *(measure_named(name).title for name in names), *settings, "seconds"]]
    for number, trial in enumerate(shown, 1):
        scores = [measure_named(name).display(trial.scores[name]) for name in names]
        rows.append([str(number), *scores, *(_cell(trial.settings.get(name)) for name in settings), _seconds(trial)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows)


def _cell(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


def _seconds(trial: Trial) -> str:
    return f"{trial.seconds:.1f}"
