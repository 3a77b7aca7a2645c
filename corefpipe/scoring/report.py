"""What a scoring run found: counts of every document, totals, a table and a signature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from corefpipe.scoring.metrics import CONLL, METRICS


@dataclass(frozen=True, slots=True)
class Scores:
    """Recall, precision and F1 of one metric, as fractions; 0/0 is 0."""

    recall: float
    precision: float
    f1: float

    @classmethod
    def of(cls, counts: np.ndarray) -> Scores:
        """From (recall numerator, denominator, precision numerator, denominator)."""
        hits, expected, right, given = counts.tolist()
        recall = hits / expected if expected else 0.0
        precision = right / given if given else 0.0
        both = recall + precision
        return cls(recall, precision, 2 * recall * precision / both if both else 0.0)

    def to_dict(self) -> dict[str, float]:
        """The three numbers by name, unrounded."""
        return {"recall": self.recall, "precision": self.precision, "f1": self.f1}


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """The scores of a response.

    Attributes:
        documents: the documents, in the order of the key.
        counts: metric -> (documents × 4) array of the numerators and denominators of each document.
        settings: the settings that could change a number, by name.
        version: version of corefpipe.
        notes: a sentence on each repeated span.
    """

    documents: tuple[str, ...]
    counts: dict[str, np.ndarray]
    settings: dict[str, str]
    version: str
    notes: tuple[str, ...] = ()

    def __getitem__(self, metric: str) -> Scores:
        return Scores.of(self.counts[metric].sum(axis=0))

    def document(self, name: str) -> dict[str, Scores]:
        """Metric -> scores of one document, named as in `documents`."""
        row = self.documents.index(name)
        return {metric: Scores.of(counts[row]) for metric, counts in self.counts.items()}

    @property
    def conll(self) -> float:
        """Mean F1 of MUC, B-cubed and CEAF-e.

        Raises:
            KeyError: one of them was not asked for.
        """
        return sum(self[metric].f1 for metric in CONLL) / len(CONLL)

    @property
    def signature(self) -> str:
        """Every setting that could change a number, on one line."""
        codes = "+".join(METRICS[metric].code for metric in self.counts if METRICS[metric].code)
        settings = [f"{name}:{value}" for name, value in self.settings.items()]
        return "|".join([codes, *settings, f"v:{self.version}"])

    def to_dict(self) -> dict[str, Any]:
        """Metric -> recall, precision, f1 of the corpus, unrounded; `conll` where its three metrics are there."""
        scores: dict[str, Any] = {metric: self[metric].to_dict() for metric in self.counts}
        if all(metric in self.counts for metric in CONLL):
            scores["conll"] = self.conll
        return scores

    def __str__(self) -> str:
        """A table in percent with two decimals, and the signature below it."""
        lines = [f"{'':10}{'recall':>8}{'precision':>11}{'F1':>8}"]
        for metric in self.counts:
            scores = self[metric]
            lines.append(
                f"{METRICS[metric].title:10}"
                f"{100 * scores.recall:8.2f}{100 * scores.precision:11.2f}{100 * scores.f1:8.2f}"
            )
        if all(metric in self.counts for metric in CONLL):
            lines.append(f"{'CoNLL':10}{'':19}{100 * self.conll:8.2f}")
        return "\n".join([*lines, self.signature])
