"""Types of noun phrases (Clark & Manning 2015): bare plurals, quantified phrases, partitives, pleonastic pronouns."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse

_PREDICATES = 4  # more than a clause has
_SOURCE = "Clark & Manning 2015, mention features"


@attribute(source=_SOURCE, of_span=True)
@joinable
def bare_plural(table: MentionTable) -> Column:
    """Whether it is a plural common noun without determiner or quantifier: yes, no."""
    noun = table.tokens("pos").is_("NOUN")[table.spans.head]
    determined = table.tokens("lower").in_(table.lexicon.determiners)[table.spans.start]
    return Column.flags(noun & table["form"].is_("bare") & table["number"].is_("plural") & ~determined)


@attribute(source=_SOURCE, of_span=True)
@joinable
def quantifier_start(table: MentionTable) -> Column:
    """Whether it starts with a quantifier or a number: yes, no."""
    classes = table.lexicon.determiners
    words = {word for word, name in classes.items() if name in ("quantifier", "distributive")}
    counts = table.tokens("pos").is_("NUM") | table.tokens("lower").in_(words)
    return Column.flags(counts[table.spans.start])


@attribute(source=_SOURCE)
def negative_start(table: MentionTable) -> Column:
    """Whether it starts with a negation: yes, no."""
    return Column.flags(table.parse.lower[start] in table.lexicon.negations for start in table.spans.start.tolist())


@attribute(source=_SOURCE)
def partitive(table: MentionTable) -> Column:
    """Whether it is a part or an amount, as in "two of them", "a group of men": yes, no."""
    parse, lexicon = table.parse, table.lexicon
    return Column.flags(
        head + 2 < end
        and parse.lower[head + 1] in lexicon.genitives
        and (
            parse.pos[head] == "NUM"
            or parse.lower[head] in lexicon.determiners
            or parse.lemmas[head] in lexicon.partitive_nouns
            or (parse.lemmas[head] in lexicon.group_nouns and form == "indefinite")
        )
        for form, (_, end, head) in zip(table.values("form"), table.spans, strict=True)
    )


@attribute(source=_SOURCE)
def demonym_adjective(table: MentionTable) -> Column:
    """Whether it is a single word such as "Japanese" that modifies a noun: yes, no."""
    parse, demonyms = table.parse, table.lexicon.demonyms
    return Column.flags(
        end - start == 1
        and parse.lower[head] in demonyms
        and (parse.pos[head] == "ADJ" or parse.deps[head] in ("amod", "compound"))
        for start, end, head in table.spans
    )


@attribute(source=_SOURCE)
def generic_you(table: MentionTable) -> Column:
    """Whether it is a generic "you": yes, no.

    One in "you know", or, in a document without speakers, one outside quotations before a verb of general statements.
    """
    parse, lexicon, phrases = table.parse, table.lexicon, table.lexicon.phrase_verbs
    nobody = not any(parse.speakers)
    found = []
    for type, quote, (_, end, head) in zip(table.values("type"), table.values("quote"), table.spans, strict=True):
        following = parse.lower[end] if end < len(parse) else ""
        found.append(
            type in lexicon.generic
            and parse.deps[head].startswith("nsubj")
            and (following in phrases or (nobody and quote == "out" and following in lexicon.general_verbs))
        )
    return Column.flags(found)


@attribute(source=f"{_SOURCE}; Lappin & Leass 1994, section 2.2")
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
