"""Modifiers that tell things of one kind apart: the first and the second door, another door."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.registry import constraint

_KINDS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth last next previous former latter final".split(),
    "north south east west northern southern eastern western northeastern northwestern southeastern southwestern "
    "upper lower left right inner outer".split(),
)
_NEAR = 60  # mentions of one noun that are compared


@constraint
def modifiers(table: MentionTable) -> Constraints | None:
    """Mentions of one noun with different ordinals, sides or numbers, and "another" one, are several."""
    parse, found = table.parse, []
    by_noun: dict[str, list[int]] = {}
    for row, (kind, (_, _, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        if kind in ("name", "nominal"):
            by_noun.setdefault(parse.lemmas[head], []).append(row)
    for rows in by_noun.values():
        if len(rows) < 2:
            continue
        words = [_modifiers(parse, *table.triples()[row]) for row in rows]
        if not any(words):
            continue
        for place, row in enumerate(rows):
            for before in range(max(0, place - _NEAR), place):
                if _differ(words[before], words[place]):
                    found.append((rows[before], row))
    return Constraints(apart=np.array(found)) if found else None


def _modifiers(parse: Parse, start: int, _: int, head: int) -> list[set[str]]:
    """Of each kind of modifier the words; the last kind are numbers, the one before has "another"."""
    own = {parse.lower[i] for i in range(max(start, head - 10), head) if parse.heads[i] == head}
    numbers = parse.lexicon.cardinals
    counts = {
        str(numbers.get(parse.lower[i], parse.lower[i]))
        for i in range(max(start, head - 10), head)
        if parse.heads[i] == head and parse.pos[i] == "NUM"
    }
    found = [own & set(kind) for kind in _KINDS]
    return [*found, own & {"another"}, counts] if any(found) or counts or "another" in own else []


def _differ(before: list[set[str]], later: list[set[str]]) -> bool:
    """Whether two sets of modifiers are those of different things."""
    if later and later[2]:
        return True
    return bool(before and later) and any(
        a and b and not a & b for kind, (a, b) in enumerate(zip(before, later, strict=True)) if kind != 2
    )
