"""The speakers of quotations: a log-linear model that decides from left to right, and its examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from corefpipe.quotations.candidates import Candidate, Person, Scene
from corefpipe.quotations.choosing import Attribution, choose_in_order
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
        """The most probable speaker of each quotation of a scene."""
        return choose_in_order(
            scene, self.model, scene.candidates, lambda place, one, chosen: evidence(scene, place, one, chosen)
        )


@cache
def speaker_model(language: str) -> SpeakerModel | None:
    """The packaged model of a language, None if there is none."""
    path = Path(__file__).with_name(f"{language}.speakers.json")
    return SpeakerModel(LogLinear.from_disk(path)) if path.is_file() else None


IsSpeaker = Callable[[int, Person], bool]
"""Number of a quotation, a person -> whether the person is its speaker, or its addressee."""


def speaker_examples(scene: Scene, is_speaker: IsSpeaker) -> Iterator[Example]:
    """The candidates of each quotation of which one or several are the speaker."""
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
