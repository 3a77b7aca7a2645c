"""Choose a person, or nobody, for each quotation from left to right: the features see the choices before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from corefpipe.quotations.candidates import Candidate, Person, Quotation, Scene
from corefpipe.quotations.log_linear import Example, Features, LogLinear

_MOST = 4
"""People that an attribution keeps, at most."""

Chosen = Sequence[Person | None]
"""The people chosen for the quotations so far, None where it was nobody."""
IsRight = Callable[[int, Person | None], bool]
"""Number of a quotation, a person or None for nobody -> whether that is known to be its speaker, or its addressee."""


class Choice(NamedTuple):
    """What there is to choose from for a quotation.

    Attributes:
        candidates: the people.
        features: those of each candidate; then those of nobody, the dummy, if it may be none of them.
    """

    candidates: list[Candidate]
    features: list[Features]


ChoiceOf = Callable[[int, Chosen], Choice]
"""Place of a quotation, choices before it -> what there is to choose from."""


@dataclass(slots=True, frozen=True)
class Attribution:
    """The speaker, or the addressee, of a quotation.

    Attributes:
        number: of the quotation in `Quotes`.
        row: of the mention of the speaker or addressee in the table, -1 for nobody.
        probability: of this candidate among all, 0 for nobody.
        others: (row, probability) of those who are less probable, but more so than nobody, the best first.
    """

    number: int
    row: int
    probability: float
    others: tuple[tuple[int, float], ...] = field(default=(), compare=False)


def choose_in_order(scene: Scene, model: LogLinear, choice_of: ChoiceOf) -> list[Attribution]:
    """The most probable candidate of each quotation; the next paragraph of a speech has that of the one before."""
    chosen: list[Person | None] = []
    found: list[Attribution] = []
    for number, quotation in enumerate(scene.quotations):
        if scene.goes_on(number):
            chosen.append(chosen[-1])
            found.append(replace(found[-1], number=quotation.number))
            continue
        candidates, features = choice_of(number, chosen)
        same = [*scene.same(candidates), None][: len(features)]
        ranked = model.ranked(features, same) if features else []
        rows = list[tuple[int, float]]()
        for place, probability in ranked[:_MOST]:
            if place == len(candidates):  # nobody
                break
            rows.append((candidates[place].person.row, probability))
        chosen.append(candidates[ranked[0][0]].person if rows else None)
        found.append(Attribution(quotation.number, *(rows[0] if rows else (-1, 0.0)), tuple(rows[1:])))
    return found


def examples(scene: Scene, is_right: IsRight, choice_of: ChoiceOf) -> Iterator[Example]:
    """The choices whose right candidate is known, or that it is nobody, each after the right ones before it."""
    chosen: list[Person | None] = []
    for place, quotation in enumerate(scene.quotations):
        candidates, features = choice_of(place, chosen)
        people = [*(one.person for one in candidates), None][: len(features)]
        are_right = [is_right(quotation.number, one) for one in people]
        if any(are_right):
            yield features, are_right
        right = (one for one, yes in zip(people, are_right, strict=True) if yes and one is not None)
        chosen.append(min(right, key=lambda one: _tokens_to(quotation, one), default=None))


def _tokens_to(quotation: Quotation, person: Person) -> tuple[int, int]:
    """Tokens from a quotation to the head of a person, by which the nearest is found; of equal ones the first."""
    return max(quotation.first - person.head, person.head - quotation.last), person.head
