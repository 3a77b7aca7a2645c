"""Measures that settings are compared by: the CoNLL average, or any metric of the scorer."""

from __future__ import annotations

from dataclasses import dataclass

from corefpipe.exceptions import require_one_of
from corefpipe.scoring import CONLL, METRICS, Score
from corefpipe.scoring.groups import without_code


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that rates a clustering.

    Attributes:
        name: `conll`, or a metric of `corefpipe.scoring.METRICS`.
        title: its name in tables.
        lower: whether lower is better.
        percent: whether it is an F1 score or a mean of F1 scores, shown in percent.
        same_items: whether it is defined only for clusterings of the same mentions.
    """

    name: str
    title: str
    lower: bool
    percent: bool
    same_items: bool

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics of `corefpipe.scoring` that it is computed from."""
        return CONLL if self.name == "conll" else (self.name,)

    def of(self, score: Score) -> float:
        """The value of the measure in a score."""
        if self.name == "conll":
            return score.conll
        found = score[self.name]
        return float(found.f1 if self.percent else found.value)

    def display(self, value: float) -> str:
        """A value as tables show it."""
        return f"{100 * value:.2f}" if self.percent else f"{value:.4f}"


def scored_by(measure: Measure) -> list[Measure]:
    """All measures of a trial: MUC, B-cubed, CEAF-e, their mean, and the measure that trials are compared by."""
    names = dict.fromkeys([*CONLL, "conll", measure.name])
    return [measure_named(name) for name in names]


def measure_named(name: str) -> Measure:
    """The measure with a name, or with the code that signatures have for it (`b3`).

    Raises:
        SettingError: unknown name.
    """
    name = without_code(name)
    require_one_of("metric", name, ("conll", *METRICS))
    if name == "conll":
        return Measure("conll", "CoNLL", lower=False, percent=True, same_items=False)
    metric = METRICS[name]
    return Measure(name, metric.title, metric.lower, metric.credit is not None, metric.same_items)
