"""Calibration: probabilities of links that match how often such links are correct.

The model's probabilities compare candidates: they are overconfident, and every member of a long chain looks probable.
Two logistic regressions on a development part correct that: for links on the log odds of the antecedent's chain and the
logarithm of the antecedent's share in it, for starting a chain on its log odds (Platt 1999, extended by the share).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
from scipy.special import expit, logit

from corefpipe.resolver.resolution import Ranked

_EDGE = 1e-6  # probabilities are clipped to this distance from 0 and 1
FOLDS = 10
"""Number of folds of documents in which a calibration is measured."""
_ENOUGH = 30  # correct examples, and incorrect ones, below which nothing is learned


@dataclass(slots=True, frozen=True)
class Calibration:
    """Weights of the two regressions; the defaults leave the model's probabilities (of a link, its chain's) unchanged.

    Attributes:
        link: weights of the chain's log odds and of log(share), and the intercept.
        start: weight of the log odds, and the intercept.
    """

    link: tuple[float, ...] = (1.0, 0.0, 0.0)
    start: tuple[float, ...] = (1.0, 0.0)

    def links(self, ranked: Ranked) -> np.ndarray:
        """(n_links,) probability that the two mentions of a link corefer."""
        return self.probability(ranked.chain, ranked.share)

    def probability(self, chain: np.ndarray, share: np.ndarray) -> np.ndarray:
        """(n,) probability that the two mentions of a link corefer.

        Args:
            chain: (n,) probability of the antecedent's chain.
            share: (n,) share of the antecedent in it.
        """
        odds, of_share, intercept = self.link
        return expit(odds * _logit(chain) + of_share * _log(share) + intercept)

    def starts(self, ranked: Ranked) -> np.ndarray:
        """(n_mentions,) probability that no earlier mention corefers with this one."""
        odds, intercept = self.start
        return expit(odds * _logit(ranked.start) + intercept)

    @classmethod
    def fit(cls, ranked: Sequence[Ranked], labels: Sequence[np.ndarray]) -> Calibration:
        """Learn from documents that the model was not trained on; with too few examples the defaults stay.

        Args:
            ranked: the most probable links of each document.
            labels: per document (n_mentions,) the true chain; spans that are not mentions have one of their own.
        """
        right, first = truth(ranked, labels)
        link = [np.stack([_logit(one.chain), _log(one.share)], axis=1) for one in ranked]
        start = [_logit(one.start)[:, None] for one in ranked]
        plain = cls()
        return cls(_regression(link, right) or plain.link, _regression(start, first) or plain.start)

    @classmethod
    def of(cls, weights: Sequence[float]) -> Calibration:
        """From the five numbers in a model's file; ValueError for anything else."""
        numbers = [weight for weight in weights if type(weight) in (int, float) and isfinite(weight)]
        if len(numbers) != 5 or len(weights) != 5:
            raise ValueError(f"a calibration is five numbers, not {weights!r:.80}")
        *link, odds, intercept = map(float, weights)
        return cls(tuple(link), (odds, intercept))

    @property
    def weights(self) -> list[float]:
        """The five numbers in a model's file: three weights of links, two of starts."""
        return [*self.link, *self.start]


def truth(ranked: Sequence[Ranked], labels: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Bool arrays over all documents: whether each link is correct, whether each mention starts its chain."""
    right, first = [np.zeros(0, dtype=bool)], [np.zeros(0, dtype=bool)]
    for one, label in zip(ranked, labels, strict=True):
        right.append(label[one.mention()] == label[one.antecedent])
        begins = np.zeros(len(label), dtype=bool)
        begins[np.unique(label, return_index=True)[1]] = True
        first.append(begins)
    return np.concatenate(right), np.concatenate(first)


@dataclass(slots=True, frozen=True)
class Reliability:
    """How often links of a predicted probability are correct: the bins of a reliability diagram.

    Attributes:
        said: mean predicted probability in each bin that is not empty.
        found: share of correct cases.
        count: number of cases.
    """

    said: list[float]
    found: list[float]
    count: list[int]

    @property
    def error(self) -> float:
        """Expected calibration error: mean |said - found|, weighted by count (Naeini, Cooper & Hauskrecht 2015)."""
        gaps = (abs(a - b) * n for a, b, n in zip(self.said, self.found, self.count, strict=True))
        return sum(gaps) / max(sum(self.count), 1)

    @classmethod
    def of(cls, probability: np.ndarray, right: np.ndarray, bins: int = 10) -> Reliability:
        """Bins of equal width.

        Args:
            probability: (n,) in [0, 1].
            right: (n,) bool.
            bins: number of bins.
        """
        number = np.minimum((probability * bins).astype(np.int64), bins - 1)
        count = np.bincount(number, minlength=bins)
        used = np.flatnonzero(count)
        said, found = (np.bincount(number, weights=values, minlength=bins)[used] for values in (probability, right))
        return cls((said / count[used]).tolist(), (found / count[used]).tolist(), count[used].tolist())


def cross_fitted(
    ranked: Sequence[Ranked], labels: Sequence[np.ndarray], folds: int = FOLDS
) -> tuple[np.ndarray, np.ndarray] | None:
    """Calibrated probabilities of documents that had no part in their calibration.

    A calibration is measured on these, because on the documents that it was learned from it looks better than it is.

    Args:
        ranked: the most probable links of each document.
        labels: per document (n_mentions,) the true chain of each mention.
        folds: number of folds, at most one per document. Those of each fold are calibrated by the other folds.

    Returns:
        (n_links,) and (n_mentions,) probabilities of all links and starts; None for fewer than two documents.
    """
    folds = min(folds, len(ranked))
    if folds < 2:
        return None
    links, starts = [np.zeros(0)] * len(ranked), [np.zeros(0)] * len(ranked)
    for fold in range(folds):
        others = [n for n in range(len(ranked)) if n % folds != fold]
        calibration = Calibration.fit([ranked[n] for n in others], [labels[n] for n in others])
        for n in range(fold, len(ranked), folds):
            links[n], starts[n] = calibration.links(ranked[n]), calibration.starts(ranked[n])
    return np.concatenate(links), np.concatenate(starts)


def _regression(rows: Iterable[np.ndarray], right: np.ndarray) -> tuple[float, ...] | None:
    from sklearn.linear_model import LogisticRegression

    if min(right.sum(), len(right) - right.sum()) < _ENOUGH:
        return None
    model = LogisticRegression(C=1e6).fit(np.concatenate(list(rows)), right)
    return tuple(round(float(weight), 6) for weight in (*model.coef_[0], model.intercept_[0]))


def _logit(probability: np.ndarray) -> np.ndarray:
    return logit(np.clip(probability, _EDGE, 1 - _EDGE))


def _log(share: np.ndarray) -> np.ndarray:
    return np.log(np.clip(share, _EDGE, 1.0))
