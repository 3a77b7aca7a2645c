"""Pleonastic pronouns, which have no referent (Lappin & Leass 1994)."""

from __future__ import annotations

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.ambient import costs_time, is_moment
from corefpipe.constructions.expletives import is_expletive
from corefpipe.constructions.idioms import in_idiom
from corefpipe.features import MentionTable
from corefpipe.features.attributes.kinds import NOUN_KINDS
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.relations import OBJECTS
from corefpipe.resolver.constraints.mentions import (
    document_numbers,
    pronouns,
    without_referent,
)
from corefpipe.resolver.constraints.registry import constraint

_REACH_MENTIONS = 10  # before a pronoun, among which is the thing that froze, if any


@constraint
@joinable
def pleonastic(table: MentionTable) -> Constraints | None:
    """A pleonastic "it" corefers with no mention: "it rained", "it is likely that", "it was Ann who rang".

    The constructions are those of Lappin & Leass (1994, section 2.2), the expletives of Huddleston & Pullum (2002), and
    idioms.
    """
    known, parse = table.values("pleonastic"), table.parse
    found = []
    for row, pronoun in enumerate(pronouns(table)):
        it = int(table.spans.head[row])
        if pronoun is None or pronoun.canonical not in table.lexicon.pleonastic_pronouns:
            continue
        if known[row] == "yes" or is_expletive(parse, it) or in_idiom(parse, it) or _is_dummy_subject(table, row, it):
            found.append(row)
    return without_referent(table, found)


def _is_dummy_subject(table: MentionTable, row: int, it: int) -> bool:
    """Whether a mention with this token is the subject of a cost in time, of a time of day or of weather."""
    parse, head = table.parse, table.parse.heads[it]
    if not parse.deps[it].startswith("nsubj"):
        return False
    return costs_time(parse, head) or is_moment(parse, head) or _is_weather(table, head, row)


def _is_weather(table: MentionTable, verb: int, row: int) -> bool:
    """Whether a verb that weather and things may have is said of the weather: "It blew hard all night".

    It is where it is a participle ("It is freezing") or no thing precedes the mention. It is not in "The pond was deep.
    It had frozen", nor where it has an object.
    """
    parse, kinds, animacy = table.parse, table.values("kind"), table.values("animacy")
    has_object = any(parse.deps[child] in OBJECTS for child in parse.children[verb])
    if parse.lemmas[verb] not in table.lexicon.weather_verbs_of_things or has_object:
        return False
    first = max(row - _REACH_MENTIONS, int(table.first_rows[document_numbers(table)[row]]))
    things = (other for other in range(first, row) if kinds[other] in NOUN_KINDS and animacy[other] != "animate")
    return parse.tags[verb] == "VBG" or next(things, None) is None
