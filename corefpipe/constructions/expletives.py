"""Pleonastic pronouns, which have no referent: extraposition, clefts, time, distance and weather.

Sources: Lappin & Leass 1994, section 2.2; Huddleston & Pullum 2002, chapters 16 (extraposition, clefts) and 17 (dummy
pronouns).
"""

from __future__ import annotations

from corefpipe.constructions import ambient, clefts, extraposition
from corefpipe.parsing.parse import Parse

_OF_SUBJECTS = (
    *(extraposition.impresses, clefts.is_cleft, extraposition.is_judged, clefts.identifies),
    *(ambient.is_time, ambient.is_distance, extraposition.is_no_use, ambient.is_weather, ambient.gets_late),
    *(extraposition.is_too_late, extraposition.would_be_nice, extraposition.is_said),
    *(extraposition.is_parenthetical, extraposition.looks_as_if),
)
"""The constructions with a pleonastic subject, as predicates of the word that it depends on."""


def is_expletive(parse: Parse, it: int) -> bool:
    """Whether a pronoun is pleonastic, or has no referent that the text names, by one of these constructions.

    Args:
        parse: the parse.
        it: the token.
    """
    head, dep = parse.heads[it], parse.deps[it]
    if dep in ("obj", "expl") and it > head:
        return extraposition.is_extraposed_object(parse, it, head) or extraposition.is_judged_object(parse, it, head)
    if not dep.startswith(("nsubj", "expl")):
        return False
    return ambient.asks_time(parse, head) if it > head else any(holds(parse, head) for holds in _OF_SUBJECTS)
