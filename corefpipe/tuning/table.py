"""The best trials of a tuning as a text table."""

from __future__ import annotations

from collections.abc import Sequence

from corefpipe.tuning.measures import Measure, measure_named, scored_by
from corefpipe.tuning.results import Trial, ranked, varied
from corefpipe.tuning.values import value_text


def tuning_table(trials: Sequence[Trial], measure: Measure, most: int = 10) -> str:
    """One line per trial, the best first: scores, the settings that differ between trials, CPU seconds.

    Args:
        trials: all trials.
        measure: the measure that trials are compared by, shown in the first column.
        most: maximum number of trials.
    """
    shown = ranked(trials, measure)[:most]
    names = [measure.name, *(each.name for each in scored_by(measure) if each.name != measure.name)]
    settings = list(varied(trials))
    rows = [["", *(measure_named(name).title for name in names), *settings, "seconds"]]
    for number, trial in enumerate(shown, 1):
        scores = [measure_named(name).display(trial.scores[name]) for name in names]
        rows.append(
            [str(number), *scores, *(value_text(trial.settings.get(name)) for name in settings), f"{trial.seconds:.1f}"]
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows)
