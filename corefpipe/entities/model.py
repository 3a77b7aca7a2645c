"""The model that links chains: a weight per feature, and the score that a link must have."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

_DIGITS = 3
"""Digits of stored weights after the point."""


@dataclass(slots=True, frozen=True)
class LinkModel:
    """Scores links of chains to entities; a chain joins the best entity that scores above its start (Max-Left-Link).

    Attributes:
        name: of the model, which files of entities give.
        weights: feature -> weight.
        threshold: added to the score of starting an entity: a higher one gives more entities.
    """

    name: str
    weights: Mapping[str, float]
    threshold: float = 0.0

    def score(self, features: Sequence[str]) -> float:
        """The sum of the weights of features."""
        weights = self.weights
        return sum([weights[name] for name in features if name in weights])

    def choose(self, start: Sequence[str], links: Sequence[Sequence[str]]) -> int:
        """Number of the best link; -1 if starting an entity is as good.

        Args:
            start: features of starting an entity.
            links: features of the links.
        """
        scores = [self.score(features) for features in links]
        best = max(scores, default=0.0)
        return scores.index(best) if scores and best > self.score(start) + self.threshold else -1

    def to_disk(self, path: Path) -> None:
        """Write the model as JSON, its weights sorted, without those that round to 0."""
        rounded = {name: round(weight, _DIGITS) for name, weight in sorted(self.weights.items())}
        weights = {name: weight for name, weight in rounded.items() if weight}
        row = {"name": self.name, "threshold": self.threshold, "weights": weights}
        path.write_text(json.dumps(row, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")

    @classmethod
    def from_disk(cls, path: Path) -> Self:
        """Read a model as `to_disk` writes it."""
        return cls(**json.loads(path.read_text(encoding="utf-8")))


@cache
def packaged_model() -> LinkModel:
    """The model for English, learned by `eval/cross_document/measure.py`."""
    return LinkModel.from_disk(Path(__file__).parent / "en.json")
