"""Choose a person for each quotation from left to right, because the features see the choices before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from corefpipe.quotations.candidates import Candidate, Person, Scene
from corefpipe.quotations.log_linear import Features, LogLinear

Chosen = Sequence[Person | None]
"""The people chosen for the quotations so far, None where there was no candidate."""
CandidatesOf = Callable[[int, Chosen], list[Candidate]]
"""Place of a quotation, choices before it -> its candidates."""
EvidenceOf = Callable[[int, Candidate, Chosen], Features]
"""Place of a quotation, a candidate, choices before it -> the features of the candidate."""


@dataclass(slots=True, frozen=True)
class Attribution:
    """The speaker, or the addressee, of a quotation.

    Attributes:
        number: of the quotation in `Quotes`.
        row: of the mention of the speaker or addressee in the table, -1 if there is no candidate.
        probability: of this candidate among all.
    """

    number: int
    row: int
    probability: float


def choose_in_order(
    scene: Scene, model: LogLinear, candidates_of: CandidatesOf, evidence_of: EvidenceOf
) -> list[Attribution]:
    """The most probable candidate of each quotation; the next paragraph of a speech has that of the one before."""
    chosen: list[Person | None] = []
    found: list[Attribution] = []
    for place, quotation in enumerate(scene.quotations):
        if scene.goes_on(place):
            chosen.append(chosen[-1])
            found.append(replace(found[-1], number=quotation.number))
            continue
        candidates = candidates_of(place, chosen)
        if not candidates:
            chosen.append(None)
            found.append(Attribution(quotation.number, -1, 0.0))
            continue
        features = [evidence_of(place, one, chosen) for one in candidates]
        best, probability = model.choose(features, scene.same(candidates))
        chosen.append(candidates[best].person)
        found.append(Attribution(quotation.number, candidates[best].person.row, probability))
    return found
