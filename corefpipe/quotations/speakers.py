"""The speakers of quotations: a log-linear model that decides from left to right, and its examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from corefpipe.quotations.candidates import Candidate, Scene
from corefpipe.quotations.choosing import Attribution, Choice, Chosen, IsRight, choose_in_order, examples
from corefpipe.quotations.evidence import evidence
from corefpipe.quotations.log_linear import Example, LogLinear


@dataclass(slots=True, frozen=True)
class SpeakerModel:
    """Chooses the speakers of quotations from left to right, because the features see the speakers of those before.

    Args:
        model: the weights of features.
    """

    model: LogLinear = field(default_factory=LogLinear)

    def attribute(self, scene: Scene) -> list[Attribution]:
        """The most probable speaker of each quotation of a scene; one of several who say it together is none.

        (Learning without these made the others worse: LitBank train, five folds, 83.0 instead of 84.0 %.)
        """
        return choose_in_order(scene, self.model, lambda place, chosen: _of_one_alone(scene, place, chosen))


@cache
def speaker_model(language: str) -> SpeakerModel | None:
    """The packaged model of a language, None if there is none."""
    path = Path(__file__).with_name(f"{language}.speakers.json")
    return SpeakerModel(LogLinear.from_disk(path)) if path.is_file() else None


def speaker_examples(scene: Scene, is_speaker: IsRight) -> Iterator[Example]:
    """The candidates of each quotation of which one or several are the speaker."""
    return examples(scene, is_speaker, lambda place, chosen: _choice(scene, place, chosen))


def _of_one_alone(scene: Scene, place: int, chosen: Chosen) -> Choice:
    """The candidates but for those who speak together with others: these are candidates as several."""
    return _of(
        scene, place, chosen, [one for one in scene.candidates(place, chosen) if not scene.says_with_others(one.person)]
    )


def _choice(scene: Scene, place: int, chosen: Chosen) -> Choice:
    """The candidates for a speaker, who is always one of them."""
    return _of(scene, place, chosen, scene.candidates(place, chosen))


def _of(scene: Scene, place: int, chosen: Chosen, candidates: list[Candidate]) -> Choice:
    return Choice(candidates, [evidence(scene, place, one, chosen) for one in candidates])
