"""The addressees of quotations: candidates, what speaks for each, and a log-linear model that chooses.

They are chosen after the speakers, which are the best evidence: who speaks next, or spoke before, is mostly addressed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from corefpipe.casts.called import set_off
from corefpipe.constructions.phrases import preposition_of
from corefpipe.quotations.candidates import FARTHEST, Candidate, Person, Quotation, Scene
from corefpipe.quotations.choosing import Attribution, Choice, Chosen, IsRight, choose_in_order, examples
from corefpipe.quotations.evidence import Beside, relation, step
from corefpipe.quotations.log_linear import Example, LogLinear

_TURNS_BACK, _TURNS_ON = 4, 3
"""Quotations before and after, whose speakers are candidates."""
_OTHERS = 2
"""Quotations before and after, who say whether anybody else speaks."""
_FEW = (0, 1, 4, 16)


@dataclass(slots=True, frozen=True)
class AddresseeModel:
    """Chooses the addressees of quotations from left to right.

    Args:
        model: the weights of features.
    """

    model: LogLinear = field(default_factory=LogLinear)

    def attribute(self, scene: Scene, speakers: Sequence[Person | None]) -> list[Attribution]:
        """The most probable addressee of each quotation of a scene.

        Args:
            scene: the text.
            speakers: of all of its quotations.
        """
        return choose_in_order(scene, self.model, lambda place, chosen: _choice(scene, place, speakers, chosen))


@cache
def addressee_model(language: str) -> AddresseeModel | None:
    """The packaged model of a language, None if there is none."""
    path = Path(__file__).with_name(f"{language}.addressees.json")
    return AddresseeModel(LogLinear.from_disk(path)) if path.is_file() else None


def addressee_examples(scene: Scene, speakers: Sequence[Person | None], is_addressee: IsRight) -> Iterator[Example]:
    """The candidates, and nobody, of each quotation whose addressee is known to be one of them."""
    return examples(scene, is_addressee, lambda place, chosen: _choice(scene, place, speakers, chosen))


def _choice(scene: Scene, place: int, speakers: Sequence[Person | None], chosen: Chosen) -> Choice:
    """The candidates for an addressee, and nobody."""
    candidates = _candidates(scene, place, speakers, chosen)
    features = [_evidence(scene, place, one, speakers, chosen) for one in candidates]
    return Choice(candidates, [*features, list(_of_nobody(scene, place, candidates, speakers))])


def _candidates(scene: Scene, place: int, speakers: Sequence[Person | None], chosen: Chosen) -> list[Candidate]:
    """The people around a quotation and named in it, and those who speak or are addressed before and after it.

    Who speaks is not addressed, nor is one of several who speak together: “We won,” Tom and Ann said.
    """
    quotation, speaker = scene.quotations[place], speakers[place]
    found = {candidate.person.head: candidate for candidate in scene.candidates(place, speakers)}
    others = [*scene.quoted_people.get(quotation.number, ())]
    near = [*range(max(0, place - _TURNS_BACK), place), *range(place + 1, place + 1 + _TURNS_ON)]
    for other in near:
        if other < len(speakers) and scene.are_near(min(place, other), max(place, other)):
            others += [one for one in (speakers[other], *chosen[other : other + 1]) if one is not None]
    for person in others:
        found.setdefault(person.head, Candidate(person, FARTHEST))
    if speaker is not None:
        found = {head: one for head, one in found.items() if not _speaks(scene, speaker, one.person)}
    return list(found.values())


def _speaks(scene: Scene, speaker: Person, person: Person) -> bool:
    """Whether somebody is the speaker, or one of several."""
    is_part = speaker.kind == "coordination" and speaker.start <= person.head < speaker.end
    return person.head == speaker.head or is_part or relation(scene, speaker, person) == "part"


def _of_nobody(
    scene: Scene, place: int, candidates: Sequence[Candidate], speakers: Sequence[Person | None]
) -> Iterator[str]:
    """Features of the case that no candidate is addressed: a report quotes somebody, to whom nobody replies."""
    parse, quotation, own = scene.parse, scene.quotations[place], speakers[place]
    heads = [one.person.head for one in candidates]
    is_told = own is not None and any(parse.heads[head] == parse.heads[own.head] for head in heads)
    is_called = any(quotation.first <= head <= quotation.last and parse.deps[head] == "vocative" for head in heads)
    around = _replies(scene, place, speakers)
    yield "nobody"
    yield f"nobody candidates {bisect_left(_FEW, len({*scene.same(candidates)}))}"
    yield f"nobody {around}"
    yield f"nobody quotations {bisect_left(_FEW, len(scene.quotations))} {around}"
    yield f"nobody told {is_told} called {is_called}"
    yield f"nobody asks {parse.words[quotation.last] == '?'}"


def _replies(scene: Scene, place: int, speakers: Sequence[Person | None]) -> str:
    """Whether others speak in the quotations around one, whether the speakers are known, and whether there are any."""
    around = range(max(0, place - _OTHERS), min(place + _OTHERS + 1, len(speakers)))
    near = [other for other in around if other != place and scene.are_near(min(place, other), max(place, other))]
    own, others = speakers[place], [speakers[other] for other in near]
    replies = own is not None and any(one is not None and relation(scene, one, own) == "different" for one in others)
    return f"replies {replies} unknown {None in others} alone {not near}"


def _evidence(
    scene: Scene,
    place: int,
    candidate: Candidate,
    speakers: Sequence[Person | None],
    chosen: Chosen,
) -> list[str]:
    """The features of a candidate for the addressee of a quotation."""
    quotation, person = scene.quotations[place], candidate.person
    is_inside = scene.table.quotes.number[person.head] == quotation.number
    return [
        *(_inside(scene, quotation, person) if is_inside else _outside(scene, quotation, candidate, speakers[place])),
        *_of_speakers(scene, place, person, speakers),
        *_of_addressees(scene, place, person, chosen),
    ]


def _inside(scene: Scene, quotation: Quotation, person: Person) -> Iterator[str]:
    """Features of somebody who is named in the quotation: “Ann, come here”."""
    parse = scene.parse
    opens, closes = set_off(scene.table, person.start, person.end)
    is_vocative = parse.deps[person.head] == "vocative"
    yield f"inside {person.kind} vocative {is_vocative}"
    yield f"inside opens {opens} closes {closes} vocative {is_vocative} {person.kind}"
    is_bare = parse.deps[person.head].split(":")[0] not in ("nsubj", "obj", "obl", "nmod", "conj", "appos")
    yield f"inside opens {opens} closes {closes} bare {is_bare} first {person.start == quotation.first}"


def _outside(scene: Scene, quotation: Quotation, candidate: Candidate, speaker: Person | None) -> Iterator[str]:
    """Features of somebody in the narration: “Go,” he said to Ann. Ann looked at him."""
    person, beside = candidate.person, Beside(scene, quotation, candidate)
    parse, side = scene.parse, "before" if beside.is_before else "after"
    is_shared = speaker is not None and parse.heads[speaker.head] == beside.verb
    where = f"{side} {beside.in_paragraph}"
    case = preposition_of(parse, person.head)
    yield f"{side} {person.form}"
    yield f"{where} rank {min(candidate.rank, 5)}"
    yield f"{side} paragraphs {beside.paragraphs} quotations {beside.quotations} sentences {beside.sentences}"
    yield f"{where} {beside.role} says {beside.says} shared {is_shared} sentences {min(beside.sentences, 2)}"
    yield f"{beside.role} says {beside.says} shared {is_shared} {case}"
    yield f"{where} {beside.role} shared {is_shared} quoted {beside.quotations > 0}"
    if is_shared:
        yield f"shared {beside.role} {parse.lemmas[beside.verb]}"


def _of_speakers(scene: Scene, place: int, person: Person, speakers: Sequence[Person | None]) -> Iterator[str]:
    """Whether a candidate speaks this quotation, or those before and after it."""
    own = speakers[place]
    yield f"own {relation(scene, own, person) if own is not None else 'unknown'}"
    near = []
    for back in (-3, -2, -1, 1, 2):
        other = place + back
        if not 0 <= other < len(speakers):
            continue
        speaker, how = speakers[other], step(scene.paragraphs_between(min(other, place), max(other, place)))
        kind = relation(scene, speaker, person) if speaker is not None else "unknown"
        is_own = relation(scene, speaker, own) if speaker is not None and own is not None else "unknown"
        yield f"speaker {back} {how} {kind} own {is_own}"
        if abs(back) == 1:
            near.append(f"{kind} {how}")
    yield f"around {' '.join(near)}"


def _of_addressees(scene: Scene, place: int, person: Person, chosen: Chosen) -> Iterator[str]:
    """Whether a candidate is addressed by the quotations before."""
    for back in range(1, min(3, place) + 1):
        before, how = chosen[place - back], step(scene.paragraphs_between(place - back, place))
        yield f"addressee {back} {how} {relation(scene, before, person) if before is not None else 'unknown'}"
