"""Conditional log-linear models over names of binary features: which of some candidates is the right one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from json import dumps, loads
from pathlib import Path
from typing import Self

import numpy as np
from scipy import sparse

_DIGITS = 3
"""Digits of stored weights after the point."""

Features = Sequence[str]
Example = tuple[Sequence[Features], Sequence[bool]]
"""The features of each candidate of a choice, and which of the candidates are right."""


@dataclass(slots=True, frozen=True)
class LogLinear:
    """The probability of a candidate is the softmax of the sums of the weights of its features.

    Args:
        weights: feature -> weight.
    """

    weights: Mapping[str, float] = field(default_factory=dict)

    def choose(self, candidates: Sequence[Features], same: Sequence[Hashable]) -> tuple[int, float]:
        """The place of the best candidate, and the probability of all that are the same (see `ranked`)."""
        return self.ranked(candidates, same)[0]

    def ranked(self, candidates: Sequence[Features], same: Sequence[Hashable]) -> list[tuple[int, float]]:
        """The place of the best of the candidates that are the same, and their probability; the most probable first.

        Args:
            candidates: the features of each, at least of one.
            same: for each candidate a key, equal for those known to be the same, whose probabilities are added.
        """
        known = self.weights.get
        scores = np.array([sum(known(name, 0.0) for name in features) for features in candidates])
        odds = np.exp(scores - scores.max())
        number = {key: n for n, key in enumerate(dict.fromkeys(same))}
        of = np.array([number[key] for key in same])
        shares = np.bincount(of, weights=odds) / odds.sum()
        order = np.argsort(-shares, kind="stable").tolist()
        return [(int(np.where(of == best, odds, -1.0).argmax()), float(shares[best])) for best in order]

    def to_disk(self, path: Path) -> None:
        """Write the weights as JSON, sorted, without those that round to 0."""
        rounded = {name: round(weight, _DIGITS) for name, weight in sorted(self.weights.items())}
        text = dumps({name: weight for name, weight in rounded.items() if weight}, indent=0, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")

    @classmethod
    def from_disk(cls, path: Path) -> Self:
        """Read weights as `to_disk` writes them."""
        return cls(loads(path.read_text(encoding="utf-8")))

    @classmethod
    def learn(cls, examples: Iterable[Example], l2: float = 0.3) -> Self:
        """Learn weights: the maximum of the conditional likelihood that one of the right candidates is chosen.

        Args:
            examples: choices, each with a right candidate or several.
            l2: strength of the penalty on squared weights.
        """
        vocabulary: dict[str, int] = {}
        columns, indptr, first, right = list[int](), [0], [0], list[bool]()
        for candidates, is_right in examples:
            for features in candidates:
                columns += [vocabulary.setdefault(name, len(vocabulary)) for name in features]
                indptr.append(len(columns))
            right += is_right
            first.append(len(right))
        matrix = sparse.csr_matrix((np.ones(len(columns)), columns, indptr), shape=(len(right), len(vocabulary)))
        found = _maximum(matrix, np.array(first), np.array(right, dtype=float), l2)
        return cls(dict(zip(vocabulary, found.tolist(), strict=True)))


def _maximum(matrix: sparse.csr_matrix, first: np.ndarray, gold: np.ndarray, l2: float) -> np.ndarray:
    """The weights of the highest penalised likelihood.

    Args:
        matrix: (n_candidates, n_features).
        first: (n_choices + 1,) int, the first candidate of each choice.
        gold: (n_candidates,) 1 for right candidates.
        l2: strength of the penalty.
    """
    starts, sizes = first[:-1], np.diff(first)

    def objective(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = matrix @ weights
        odds = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        every, chosen = np.add.reduceat(odds, starts), np.add.reduceat(odds * gold, starts)
        difference = odds * gold / np.repeat(chosen, sizes) - odds / np.repeat(every, sizes)
        return float(l2 * weights @ weights - np.log(chosen / every).sum()), 2 * l2 * weights - matrix.T @ difference

    from scipy.optimize import minimize  # here, because only learning needs it, and it takes 18 MB

    found: np.ndarray = minimize(objective, np.zeros(matrix.shape[1]), jac=True, method="L-BFGS-B").x
    return found
