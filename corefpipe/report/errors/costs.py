"""What a class of errors costs: the CoNLL average with its errors corrected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from corefpipe.report.errors.entities import ENTITY_CLASSES, State
from corefpipe.report.errors.sides import Sides
from corefpipe.scoring.contingency import from_matchings
from corefpipe.scoring.groups import metrics_named
from corefpipe.scoring.matching import Matching, Side
from corefpipe.scoring.policy import Policy
from corefpipe.scoring.scorer import score_contingency


class Cost(NamedTuple):
    """What is gained when the errors of a class are corrected, in points of the CoNLL average (0 to 100).

    Attributes:
        alone: when nothing else is.
        in_turn: when the classes before it are corrected already; over all classes these add up
            to what the score lacks.
    """

    alone: float
    in_turn: float


def costs(sides: Sequence[Sides]) -> tuple[float, dict[str, Cost]]:
    """The CoNLL average in points, and what each class of errors costs, over some documents."""
    states = [State.of(one) for one in sides]
    before = start = conll(states)
    found = {}
    for error in ENTITY_CLASSES:
        alone = [State.of(one) for one in sides]
        for state in (*alone, *states):
            state.correct(error)
        after = conll(states)
        found[error] = Cost(conll(alone) - start, after - before)
        before = after
    return start, found


def conll(states: Iterable[State]) -> float:
    """The CoNLL average of corrected responses, in points."""
    matchings = [_matching(state) for state in states]
    table = from_matchings([str(number) for number in range(len(matchings))], matchings)
    return 100 * score_contingency(table, metrics_named("conll"), Policy(), [""] * len(matchings)).conll


def _matching(state: State) -> Matching:
    """The response of a state, matched to the key."""
    key = state.sides.key
    left = Side(key.mentions, [], key.chain, len(key.chains))
    numbers: dict[object, int] = {}
    chains = [numbers.setdefault(label, len(numbers)) for label in (*state.matched.values(), *state.extra.values())]
    mentions = [key.mentions[one] for one in state.matched]
    mentions += [state.sides.response.mentions[other] for other in state.extra]
    pairs = [(one, number) for number, one in enumerate(state.matched)]
    return Matching(left, Side(mentions, [], chains, len(numbers)), pairs)
