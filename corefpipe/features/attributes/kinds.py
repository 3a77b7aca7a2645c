"""The kind of expression that a mention is (pronoun, name, coordination or nominal), its definiteness and length."""

from __future__ import annotations

import numpy as np

from corefpipe.constructions.coordination import first_conjuncts
from corefpipe.constructions.determiners import definiteness
from corefpipe.constructions.name_runs import name_words
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute, joinable
from corefpipe.features.engine.table import MentionTable

NOUN_KINDS = frozenset({"name", "nominal"})
"""Kinds of noun phrases with one head."""
_CLARK_MANNING = "Clark & Manning 2015, mention features"
_MOST_ODDS = 4
_VARIANTS = ("only", "long", "short", "middle")


@attribute(of_span=True)
@joinable
def kind(table: MentionTable) -> Column:
    """Pronoun, name, coordination, nominal or verb."""
    start, end, head = table.spans.start, table.spans.end, table.spans.head
    pos, tags, lower = table.tokens("pos"), table.tokens("tags"), table.tokens("lower")
    conjunct, following = table.of_parse(first_conjuncts)
    known = lower.in_(table.lexicon.canonical) & ~pos.is_("NOUN", "VERB", "AUX")
    named = pos.is_("PROPN") | tags.is_("NNP", "NNPS") | table.of_parse(name_words)
    articled = lower.in_(table.lexicon.articles)[start] & (start < head)  # "a mine"
    titled = articled & (end == head + 1) & lower.in_(table.lexicon.titles)[head]  # "the King"
    pronoun = (pos.is_("PRON")[head] & ~articled) | (pos.is_("DET")[head] & (end - start <= 2))
    rules = [
        np.where(pronoun, conjunct[head], following[head]) < end,
        pronoun,
        named[head] & ~titled,
        known[head] & (end - start == 1),  # a pronoun with another tag
        pos.is_("VERB", "AUX")[head],
    ]
    names = ("coordination", "pronoun", "name", "pronoun", "verb", "nominal")
    return Column.of_codes(np.select(rules, list(range(len(rules))), len(rules)), names)


@attribute(of_span=True)
@joinable
def type(table: MentionTable) -> Column:
    """The kind, for a pronoun its canonical form (Bengtson & Roth 2008; Durrett & Klein 2013)."""
    kind, canonical = table["kind"], table.lexicon.canonical
    if canonical:
        forms = table.tokens("lower").at(table.spans.head).map(lambda word: canonical.get(word, "pronoun"))
    else:  # a language without a list
        forms = table.tokens("lemmas").at(table.spans.head)
    return forms.where(kind.is_("pronoun"), kind)


@attribute(of_span=True)
@joinable
def form(table: MentionTable) -> Column:
    """Definiteness: the class of the determiner, "name", or the pronoun itself."""
    pronoun, plain = table["kind"].is_("pronoun"), ~table["kind"].is_("pronoun", "name")
    classes = [
        definiteness(table.parse, start, head) if of_noun else "name"
        for of_noun, (start, _, head) in zip(plain.tolist(), table.spans, strict=True)
    ]
    return table.tokens("lower").at(table.spans.head).where(pronoun, Column.of(classes))


@attribute(of_span=True)
@joinable
def length(table: MentionTable) -> Column:
    """Number of words in the mention, in bins."""
    return Column.binned(table.spans.end - table.spans.start, (1, 2, 3, 5, 9))


@attribute(source=_CLARK_MANNING, of_span=True)
@joinable
def bare_plural(table: MentionTable) -> Column:
    """Whether it is a plural common noun without determiner or quantifier: yes, no."""
    noun = table.tokens("pos").is_("NOUN")[table.spans.head]
    determined = table.tokens("lower").in_(table.lexicon.determiners)[table.spans.start]
    return Column.flags(noun & table["form"].is_("bare") & table["number"].is_("plural") & ~determined)


@attribute(source=_CLARK_MANNING, of_span=True)
@joinable
def quantifier_start(table: MentionTable) -> Column:
    """Whether it starts with a quantifier or a number: yes, no."""
    classes = table.lexicon.determiners
    words = {word for word, name in classes.items() if name in ("quantifier", "distributive")}
    counts = table.tokens("pos").is_("NUM") | table.tokens("lower").in_(words)
    return Column.flags(counts[table.spans.start])


@attribute()
@joinable
def variant(table: MentionTable) -> Column:
    """Among spans with the same head: the longest, the shortest, a middle one, or the only one."""
    size = table.spans.end - table.spans.start
    order = np.lexsort((size, table.spans.head))
    starts = np.flatnonzero(np.diff(table.spans.head[order], prepend=-1))
    counts = np.diff(starts, append=len(size))
    shortest, longest = np.empty((2, len(size)), dtype=size.dtype)
    shortest[order] = np.repeat(size[order][starts], counts)
    longest[order] = np.repeat(size[order][starts + counts - 1], counts)
    alone = np.empty(len(size), dtype=bool)
    alone[order] = np.repeat(counts == 1, counts)
    return Column.of_codes(np.select([alone, size == longest, size == shortest], [0, 1, 2], 3), _VARIANTS)


@attribute()
@joinable
def mention_odds(table: MentionTable) -> Column:
    """Log odds of being a mention, rounded down to whole numbers from -4 to 4; none for given mentions."""
    names = [str(number) for number in range(-_MOST_ODDS, _MOST_ODDS + 1)] + [""]
    if table.odds is None:
        return Column.of_codes(np.full(len(table), len(names) - 1), names)
    codes = np.clip(np.floor(table.odds), -_MOST_ODDS, _MOST_ODDS).astype(np.int64) + _MOST_ODDS
    return Column.of_codes(codes, names)
