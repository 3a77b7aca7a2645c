"""Pronouns without referent: "it" in "it seems that", "it rains", "it is hard to"."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse

_PREDICATES = 4  # more than a clause has


@attribute(source="Clark & Manning 2015, mention features; Lappin & Leass 1994, section 2.2")
@joinable
def pleonastic(table: MentionTable) -> Column:
    """Whether it is an "it" without referent, as in "it seems that", "it rains", "it is hard to": yes, no."""
    below: dict[int, _Below] = {}
    return Column.flags(
        type in table.lexicon.pleonastic_pronouns and _refers_to_nothing(table, head, below)
        for type, head in zip(table.values("type"), table.spans.head.tolist(), strict=True)
    )


@dataclass(slots=True, frozen=True)
class _Below:
    """The children of a token.

    Attributes:
        last: the last child of each relation.
        predicates: the first adjectives and nouns that are predicates of a copula, in ClearNLP.
    """

    last: dict[str, int]
    predicates: tuple[int, ...]

    @classmethod
    def of(cls, parse: Parse, token: int) -> _Below:
        """Those of one token."""
        children = parse.children[token]
        predicates = (child for child in children if parse.deps[child] in ("acomp", "attr"))
        return cls({parse.deps[child]: child for child in children}, tuple(islice(predicates, _PREDICATES)))


def _refers_to_nothing(table: MentionTable, it: int, known: dict[int, _Below]) -> bool:
    parse, lexicon = table.parse, table.lexicon

    def children(token: int) -> _Below:
        if token not in known:  # many pronouns may depend on one token
            known[token] = _Below.of(parse, token)
        return known[token]

    above = parse.heads[it]
    if parse.deps[it].startswith("expl"):
        # Parsers say so of "it forces you to act", too.
        controls = parse.pos[above] == "VERB" and parse.lemmas[above] not in lexicon.pleonastic_verbs
        below = {dep for dep, last in children(above).last.items() if last > above}
        return not (controls and "xcomp" in below and below.isdisjoint(("csubj", "ccomp")))
    if not parse.deps[it].startswith("nsubj"):
        return False
    if parse.pos[above] == "VERB" and parse.lemmas[above] in lexicon.weather_verbs:
        return True
    # In ClearNLP the "hard" of "it is hard to" depends on the verb.
    for word in (above, *children(above).predicates):
        below = {dep for token in (word, above) for dep, last in children(token).last.items() if last > word}
        if below & {"csubj", "ccomp"} and (
            parse.lemmas[word] in lexicon.pleonastic_verbs
            or (parse.deps[it] == "nsubj:pass" and parse.lower[word] in lexicon.pleonastic_participles)
        ):
            return True
        if below & {"csubj", "ccomp", "xcomp"} and parse.lower[word] in lexicon.pleonastic_adjectives:
            return True
        possessed = "nmod:poss" in children(word).last
        if below & {"csubj", "ccomp", "acl"} and parse.lower[word] in lexicon.pleonastic_nouns and not possessed:
            return True
    return False
