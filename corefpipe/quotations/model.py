"""A log-linear model of the speakers of quotations, and how it is learned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from json import dumps, loads
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from corefpipe.quotations.candidates import Candidate, Person, Scene
from corefpipe.quotations.evidence import evidence

_DIGITS = 3
"""Digits of stored weights after the point."""


@dataclass(slots=True, frozen=True)
class Attribution:
    """The speaker of a quotation.

    Attributes:
        number: of the quotation in `Quotes`.
        row: of the speaker's mention in the table, -1 if there is no candidate.
        probability: of this candidate among all.
    """

    number: int
    row: int
    probability: float


@dataclass(slots=True, frozen=True)
class SpeakerModel:
    """A conditional log-linear model: the probability of a candidate is the softmax of the sums of its weights.

    Quotations are decided from left to right, because the features see the speakers of those before.

    Args:
        weights: feature -> weight.
    """

    weights: dict[str, float]

    def attribute(self, scene: Scene) -> list[Attribution]:
        """The speakers of the quotations of a scene, in text order."""
        speakers: list[Person | None] = []
        found = []
        for place, quotation in enumerate(scene.quotations):
            candidates = scene.candidates(place, speakers)
            if not candidates:
                speakers.append(None)
                found.append(Attribution(quotation.number, -1, 0.0))
                continue
            scores = np.array([self._score(evidence(scene, place, one, speakers)) for one in candidates])
            best = int(scores.argmax())
            speakers.append(candidates[best].person)
            probability = 1 / np.exp(scores - scores[best]).sum()
            found.append(Attribution(quotation.number, candidates[best].person.row, float(probability)))
        return found

    def _score(self, features: Sequence[str]) -> float:
        return sum(self.weights.get(feature, 0.0) for feature in features)

    def to_disk(self, path: Path) -> None:
        """Write the weights as JSON, sorted, without those that round to 0."""
        rounded = {name: round(weight, _DIGITS) for name, weight in sorted(self.weights.items())}
        text = dumps({name: weight for name, weight in rounded.items() if weight}, indent=0, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")

    @classmethod
    def from_disk(cls, path: Path) -> SpeakerModel:
        """Read weights as `to_disk` writes them."""
        return cls(loads(path.read_text(encoding="utf-8")))


@cache
def speaker_model(language: str) -> SpeakerModel | None:
    """The packaged model of a language, None if there is none."""
    path = Path(__file__).with_name(f"{language}.json")
    return SpeakerModel.from_disk(path) if path.is_file() else None


IsSpeaker = Callable[[int, Person], bool]
"""Number of a quotation, a person -> whether the person is its speaker."""


def learn(scenes: Sequence[tuple[Scene, IsSpeaker]], l2: float = 0.3) -> SpeakerModel:
    """Learn weights: the maximum of the conditional likelihood that one of the right candidates is chosen.

    Args:
        scenes: texts, and who speaks.
        l2: strength of the penalty on squared weights.
    """
    vocabulary: dict[str, int] = {}
    columns, indptr, first, right = list[int](), [0], [0], list[bool]()
    for features, is_right in _examples(scenes):
        for names in features:
            columns += [vocabulary.setdefault(name, len(vocabulary)) for name in names]
            indptr.append(len(columns))
        right += is_right
        first.append(len(right))
    matrix = sparse.csr_matrix((np.ones(len(columns)), columns, indptr), shape=(len(right), len(vocabulary)))
    starts, sizes, gold = np.array(first[:-1]), np.diff(first), np.array(right, dtype=float)

    def objective(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = matrix @ weights
        odds = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        every, chosen = np.add.reduceat(odds, starts), np.add.reduceat(odds * gold, starts)
        difference = odds * gold / np.repeat(chosen, sizes) - odds / np.repeat(every, sizes)
        return float(l2 * weights @ weights - np.log(chosen / every).sum()), 2 * l2 * weights - matrix.T @ difference

    found = minimize(objective, np.zeros(len(vocabulary)), jac=True, method="L-BFGS-B").x
    return SpeakerModel(dict(zip(vocabulary, found.tolist(), strict=True)))


def _examples(scenes: Sequence[tuple[Scene, IsSpeaker]]) -> Iterator[tuple[list[list[str]], list[bool]]]:
    """The features of all candidates of each quotation with a right one, and which are right."""
    for scene, is_speaker in scenes:
        speakers: list[Person | None] = []
        for place, quotation in enumerate(scene.quotations):
            candidates = scene.candidates(place, speakers)
            is_right = [is_speaker(quotation.number, one.person) for one in candidates]
            yes = [one for one, right in zip(candidates, is_right, strict=True) if right]
            if yes:
                yield [evidence(scene, place, one, speakers) for one in candidates], is_right
            speakers.append(_nearest(yes, quotation.first, quotation.last))


def _nearest(candidates: Sequence[Candidate], first: int, last: int) -> Person | None:
    """The candidate nearest to a quotation, None for none."""
    heads = [(max(first - one.person.head, one.person.head - last), one.person) for one in candidates]
    return min(heads)[1] if heads else None
