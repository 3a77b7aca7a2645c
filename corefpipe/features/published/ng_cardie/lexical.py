"""Lexical features of Ng & Cardie 2002 (Table 3), and types and places of noun phrases.

Further features of the paper are composed of other attributes and features in the feature set itself.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from corefpipe.constructions.phrases import content_tokens
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, boolean, categorical
from corefpipe.features.engine.table import MentionTable

_SOURCE = "Ng & Cardie 2002, Table 3"
_MODIFIERS = frozenset("amod compound nummod nmod nmod:unmarked".split())
_MOST = 6  # most modifiers per mention that are compared


@attribute(source=_SOURCE)
def content_words(table: MentionTable) -> list[str]:
    """The lemmas of the content words of the base phrase in text order, without titles; "" for a pronoun."""
    parse = table.parse
    return [
        "" if kind == "pronoun" else " ".join(parse.lemmas[i] for i in content_tokens(parse, start, end, head))
        for kind, (start, end, head) in zip(table.values("kind"), table.spans, strict=True)
    ]


@boolean(source=_SOURCE)
def nonpronominal(pairs: MentionPairs) -> np.ndarray:
    """Neither is a pronoun."""
    return pairs.nominal


@boolean(source=_SOURCE)
def content_substring(pairs: MentionPairs) -> np.ndarray:
    """The content words of one are a contiguous part of those of the other, which has more; neither is a pronoun."""
    within, size = pairs.table.once(_within), len(pairs.table["content_words"].names)
    ante, ana = pairs.codes("content_words")
    return within(ante * size + ana) | within(ana * size + ante)


@categorical("C", "I", silent="C", source=_SOURCE)
def cardie_modifier(pairs: MentionPairs) -> np.ndarray:
    """MODIFIER: the modifiers before the head of one are a subset of those of the other, or there are none."""
    slots, counts = pairs.table.once(_modifiers)
    found = np.zeros(len(pairs), dtype=bool)
    rows = np.flatnonzero((counts[pairs.ante] > 0) & (counts[pairs.ana] > 0))
    ante, ana = pairs.ante[rows], pairs.ana[rows]
    shared = np.zeros(len(rows), dtype=np.int64)
    for one in slots.T:
        for other in slots.T:
            shared += (one[ante] == other[ana]) & (one[ante] >= 0)
    found[rows] = shared < np.minimum(counts[ante], counts[ana])
    return found


def _both(name: str, what: str, attribute: str, *values: str, list: str = "") -> None:
    def compute(pairs: MentionPairs) -> np.ndarray:
        ante, ana = pairs.are(attribute, *values, *sorted(getattr(pairs.table.lexicon, list, ())))
        return np.where(ante & ana, 1, np.where(ante | ana, 0, 2))

    compute.__name__ = name
    compute.__doc__ = f"Both are {what} (C), neither is (I), one of them is (NA)."
    categorical("NA", "C", "I", silent="NA", source=_SOURCE)(compute)


_both("both_names", "names", "kind", "name")
_both("both_definites", "definite: they start with “the”", "first", list="definite_articles")
_both("both_embedded", "embedded: possessors or parts of compounds", "role", "possessor", "compound")
_both("both_in_quotes", "in quotations", "quote", "in")
_both("both_pronouns", "pronouns", "kind", "pronoun")
_both("both_subjects", "subjects", "role", "subject")


def _within(table: MentionTable) -> Callable[[np.ndarray], np.ndarray]:
    """A function of (code of the shorter * number of values + code of the longer): whether one contains the other."""
    names = table["content_words"].names
    codes = {name: code for code, name in enumerate(names) if name}
    keys = set()
    for long, name in enumerate(names):
        words = name.split()
        for first in range(len(words)):
            for last in range(first + 1, len(words) + 1):
                short = codes.get(" ".join(words[first:last]), long)
                if short != long:
                    keys.add(short * len(names) + long)
    known = np.array(sorted(keys), dtype=np.int64)

    def look_up(wanted: np.ndarray) -> np.ndarray:
        at = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        return known[at] == wanted if len(known) else np.zeros(len(wanted), dtype=bool)

    return look_up


def _modifiers(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions, at most 6) codes of the distinct lemmas before the head, -1 for none; (n_mentions,) their number."""
    parse = table.parse
    numbers: dict[str, int] = {}
    slots = np.full((len(table), _MOST), -1, dtype=np.int64)
    for row, (start, _, head) in enumerate(table.spans):
        below = parse.children_between(head, start, head)
        lemmas = {parse.lemmas[i]: None for i in below if parse.deps[i] in _MODIFIERS}
        for slot, lemma in enumerate(list(lemmas)[:_MOST]):
            slots[row, slot] = numbers.setdefault(lemma, len(numbers))
    counts = (slots >= 0).sum(axis=1)
    return slots[:, : counts.max(initial=0)], counts
