"""An "it" that refers to nothing, by its construction."""

from __future__ import annotations

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.clauses import is_infinitive
from corefpipe.parsing.relations import OBJECTS
from corefpipe.resolver.constraints.expletives import is_expletive, is_predicate
from corefpipe.resolver.constraints.idioms import in_idiom
from corefpipe.resolver.constraints.mentions import document_numbers, pronouns, referring_to_nothing
from corefpipe.resolver.constraints.registry import constraint

_MEASURES = frozenset({"time", "quantity"})
_BESIDE_MOMENTS = frozenset("nsubj cop aux advmod advcl punct cc conj mark discourse parataxis vocative".split())
_CLAUSES = frozenset({"xcomp", "ccomp", "csubj", "advcl"})
_NAMED = frozenset({"name", "nominal"})
_NEAR = 10  # mentions before an "it" of which one may have frozen


@constraint
@joinable
def pleonastic(table: MentionTable) -> Constraints | None:
    """The "it" of weather and clauses refers to nothing: "it rained", "it is likely that", "it was Ann who rang".

    The constructions are those of Lappin & Leass (1994, section 2.2), those of `is_expletive`, and idioms.
    """
    known = table.values("pleonastic")
    found = []
    for row, pronoun in enumerate(pronouns(table)):
        if pronoun is None or pronoun.canonical not in table.lexicon.pleonastic_pronouns:
            continue
        it = table.triples()[row][2]
        expletive = known[row] == "yes" or is_expletive(table.parse, it) or in_idiom(table.parse, it)
        said_of_nothing = _costs_something(table, it) or _is_moment(table, it) or _is_weather(table, row, it)
        if expletive or said_of_nothing:
            found.append(row)
    return referring_to_nothing(table, found)


def _is_moment(table: MentionTable, it: int) -> bool:
    """Whether it is the subject of a bare noun of time: "it is daytime", "is it daylight there?".

    So are 33 of 33 in 60 novels.
    """
    parse, noun = table.parse, table.parse.heads[it]
    if not parse.deps[it].startswith("nsubj") or parse.tags[noun] != "NN" or not is_predicate(parse, noun):
        return False
    if any(parse.deps[child].split(":")[0] not in _BESIDE_MOMENTS for child in parse.children[noun]):
        return False
    return bool(table.wordnet.supersense(table.wordnet.ids([parse.lemmas[noun]]))[0] == "time")


def _costs_something(table: MentionTable, it: int) -> bool:
    """Whether it is the subject of "it took us an hour to find"."""
    parse = table.parse
    verb = parse.heads[it]
    if not parse.deps[it].startswith("nsubj") or parse.lemmas[verb] not in table.lexicon.costing_verbs:
        return False
    below = {parse.deps[child]: child for child in parse.children[verb]}
    what = below.get("obj", -1)
    if what < 0:
        return False
    if any(dep in _CLAUSES and child > what and is_infinitive(parse, child) for dep, child in below.items()):
        return True
    # Parsers attach the clause to the hour, too. "It took measures to find the car" is another construction.
    clauses = [child for child in parse.children[what] if parse.deps[child] == "acl" and is_infinitive(parse, child)]
    sense = table.wordnet.supersense(table.wordnet.ids([parse.lemmas[what]]))[0] if clauses else ""
    return sense in _MEASURES


def _is_weather(table: MentionTable, row: int, it: int) -> bool:
    """Whether it is freezing, or froze where the text has told of no thing that may have: "It blew hard all night".

    "The pond was deep. It had frozen", "The wind was cold. It blew from the north", "The fan was blowing hot air".
    """
    parse = table.parse
    verb = parse.heads[it]
    if not parse.deps[it].startswith("nsubj") or parse.lemmas[verb] not in table.lexicon.weather_verbs_of_things:
        return False
    if any(parse.deps[child] in OBJECTS for child in parse.children[verb]):
        return False
    first = max(row - _NEAR, int(table.first_rows[document_numbers(table)[row]]))
    before = zip(table.values("kind")[first:row], table.values("animacy")[first:row], strict=True)
    return parse.tags[verb] == "VBG" or not any(kind in _NAMED and animacy != "animate" for kind, animacy in before)
