"""Pleonastic pronouns, by their construction."""

from __future__ import annotations

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.expletives import is_expletive, is_predicate
from corefpipe.constructions.idioms import in_idiom
from corefpipe.features import MentionTable
from corefpipe.features.attributes.kinds import NOUN_KINDS
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.clauses import is_infinitive
from corefpipe.parsing.relations import OBJECTS
from corefpipe.resolver.constraints.mentions import (
    document_numbers,
    pronouns,
    referring_to_nothing,
    supersense,
)
from corefpipe.resolver.constraints.registry import likely

_MEASURES = frozenset({"time", "quantity"})
"""WordNet's supersenses of what a deed takes."""
_BESIDE_MOMENTS = frozenset("nsubj cop aux advmod advcl punct cc conj mark discourse parataxis vocative".split())
"""Relations to a noun that names a time of day."""
_CLAUSES = frozenset({"xcomp", "ccomp", "csubj", "advcl"})
_REACH_MENTIONS = 10  # before a pronoun, of which one may be what froze


@likely
@joinable
def pleonastic(table: MentionTable) -> Constraints | None:
    """A pleonastic "it" corefers with no mention: "it rained", "it is likely that", "it was Ann who rang".

    The constructions are those of Lappin & Leass (1994, section 2.2), those of `is_expletive`, and idioms.
    """
    known, parse = table.values("pleonastic"), table.parse
    found = []
    for row, pronoun in enumerate(pronouns(table)):
        it = int(table.spans.head[row])
        if pronoun is None or pronoun.canonical not in table.lexicon.pleonastic_pronouns:
            continue
        if known[row] == "yes" or is_expletive(parse, it) or in_idiom(parse, it) or _is_dummy_subject(table, row, it):
            found.append(row)
    return referring_to_nothing(table, found)


def _is_dummy_subject(table: MentionTable, row: int, it: int) -> bool:
    """Whether a mention with this token is the subject of a time of day, of weather, or of what a deed takes."""
    parse, head = table.parse, table.parse.heads[it]
    if not parse.deps[it].startswith("nsubj"):
        return False
    return _takes(table, head) or _is_moment(table, head) or _is_weather(table, head, row)


def _is_moment(table: MentionTable, noun: int) -> bool:
    """Whether a word is a bare noun of time: "it is daytime", "is it daylight there?".

    All 33 such pronouns of 60 novels are pleonastic.
    """
    parse = table.parse
    if parse.tags[noun] != "NN" or not is_predicate(parse, noun):
        return False
    is_bare = all(parse.deps[child].split(":")[0] in _BESIDE_MOMENTS for child in parse.children[noun])
    return is_bare and supersense(table, parse.lemmas[noun]) == "time"


def _takes(table: MentionTable, verb: int) -> bool:
    """Whether a verb has an object and an infinitive as in "it took us an hour to find"."""
    parse = table.parse
    below = {parse.deps[child]: child for child in parse.children[verb]}
    if parse.lemmas[verb] not in table.lexicon.costing_verbs or "obj" not in below:
        return False
    what = below["obj"]
    if any(dep in _CLAUSES and child > what and is_infinitive(parse, child) for dep, child in below.items()):
        return True
    # Parsers attach the clause to the hour, too. "It took measures to find the car" is another construction.
    attached = any(parse.deps[child] == "acl" and is_infinitive(parse, child) for child in parse.children[what])
    return attached and supersense(table, parse.lemmas[what]) in _MEASURES


def _is_weather(table: MentionTable, verb: int, row: int) -> bool:
    """Whether a verb of weather that is also said of things is said of the weather: "It blew hard all night".

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
