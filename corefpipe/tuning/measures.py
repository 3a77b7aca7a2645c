"""What settings are compared by."""

from __future__ import annotations

from dataclasses import dataclass

from corefpipe.errors import choose
from corefpipe.scoring import CONLL, METRICS, Score


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that says how good a clustering is.

    Attributes:
        name: `conll`, or a name of `corefpipe.scoring.METRICS`.
        title: as it stands in a table.
        lower: whether less is better.
        percent: whether it is an F1 or the mean of some, which tables give in percent.
        same_items: whether it compares clusterings of the same mentions.
    """

    name: str
    title: str
    lower: bool
    percent: bool
    same_items: bool

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics of `corefpipe.scoring` that it is made of."""
        return CONLL if self.name == "conll" else (self.name,)

    def of(self, score: Score) -> float:
        """Its value in a score."""
        if self.name == "conll":
            return score.conll
        found = score[self.name]
        return float(found.f1 if self.percent else found.value)

    def display(self, value: float) -> str:
        """A value as it stands in a table."""
        return f"{100 * value:.2f}" if self.percent else f"{value:.4f}"


def scored_by(measure: Measure) -> list[Measure]:
    """What trials are scored by: MUC, B-cubed, CEAF-e, their mean, and the measure that they are compared by."""
    names = dict.fromkeys([*CONLL, "conll", measure.name])
    return [measure_named(name) for name in names]


def measure_named(name: str) -> Measure:
    """The measure of that name.

    Raises:
        SettingError: there is none.
    """
    choose("metric", name, ("conll", *METRICS))
    if name == "conll":
        return Measure("conll", "CoNLL", lower=False, percent=True, same_items=False)
    metric = METRICS[name]
    return Measure(name, metric.title, metric.lower, metric.credit is not None, metric.same_items)
