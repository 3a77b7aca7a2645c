"""Pair features of Clark & Manning 2015: partial matches, demonyms, voices, clauses and dependency paths."""

from __future__ import annotations

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cpdist

from corefpipe.constructions.phrases import base_end
from corefpipe.features.attributes.strings import head_match
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, boolean, categorical, numeric
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.engine.word_sets import word_counts, words_within
from corefpipe.features.published.durrett_klein import head_contained

_SOURCE = "Clark & Manning 2015, pair features"
_RULES = "Lee et al. 2011, section 3.3; Clark & Manning 2015"
_CLAUSES = frozenset("root csubj ccomp xcomp advcl acl parataxis".split())
# Steps from both heads up to their common ancestor, the shortest paths first.
_PATHS = tuple((up, total - up) for total in range(1, 4) for up in range(total + 1))


@attribute(source=_SOURCE)
def nouns(table: MentionTable) -> list[str]:
    """The lemmas of all its nouns and names, separated by spaces; "" for a pronoun."""
    return _words_tagged(table, ("NOUN", "PROPN"), whole=True)


@attribute(source=_RULES)
def proper_nouns(table: MentionTable) -> list[str]:
    """The lemmas of the names in the base phrase; "" for a pronoun."""
    return _words_tagged(table, ("PROPN",))


@attribute(source=_RULES)
def numerals(table: MentionTable) -> list[str]:
    """The lemmas of the numbers in the base phrase; "" for a pronoun."""
    return _words_tagged(table, ("NUM",))


def _words_tagged(table: MentionTable, tags: tuple[str, ...], whole: bool = False) -> list[str]:
    parse, found = table.parse, []
    for kind, (start, end, head) in zip(table.values("kind"), table.spans, strict=True):
        span = range(start, end if whole else base_end(parse, head, end))
        found.append("" if kind == "pronoun" else " ".join(parse.lemmas[i] for i in span if parse.pos[i] in tags))
    return found


@boolean(source=_SOURCE)
def partial_match(pairs: MentionPairs) -> np.ndarray:
    """They have a noun or name in common, as head or not."""
    return words_within(pairs, "nouns", "nouns") > 0


@boolean(source=_RULES)
def extra_proper_noun(pairs: MentionPairs) -> np.ndarray:
    """The same head, and a name in the anaphor that the antecedent lacks: "Duke University" and "Rice University"."""
    return head_match(pairs) & _extra(pairs, "proper_nouns", "nouns")


@boolean(source=_RULES)
def extra_numeral(pairs: MentionPairs) -> np.ndarray:
    """The same head, and a number in the anaphor that the antecedent lacks: "people" and "around 200 people"."""
    return head_match(pairs) & _extra(pairs, "numerals", "numerals")


def _extra(pairs: MentionPairs, inner: str, outer: str) -> np.ndarray:
    return word_counts(pairs.table, inner)[pairs.ana] > words_within(pairs, inner, outer)


@boolean(source=_SOURCE)
def heads_agree(pairs: MentionPairs) -> np.ndarray:
    """The same head lemma, or two names where one contains the other's head; neither is a pronoun."""
    return head_match(pairs) | (pairs.both("kind", "name") & (head_contained(pairs) > 0))


@numeric(0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, source=_SOURCE)
def head_edit_distance(pairs: MentionPairs) -> np.ndarray:
    """Edit distance of the heads, divided by the length of the longer one; infinite if one is a pronoun."""

    def distance(ante: list[str], ana: list[str]) -> np.ndarray:
        # Without strings cpdist does not know the type of its result.
        return cpdist(ante, ana, scorer=Levenshtein.normalized_distance) if ante else np.zeros(0)

    return np.where(pairs.nominal, pairs.by_value("head", distance), np.inf)


@boolean(source=_RULES)
def demonym(pairs: MentionPairs) -> np.ndarray:
    """One is a place and the other its demonym: "Germany" and "German"."""
    found = pairs.table.once(_demonyms)
    size = len(pairs.table["core"].names)
    ante, ana = pairs.codes("core")
    return np.isin(ante * size + ana, found)


def _demonyms(table: MentionTable) -> np.ndarray:
    """Pairs of codes of `core` for a place and its demonym, in either order, each pair as one number."""
    names, demonyms = table["core"].names, table.lexicon.demonyms
    codes = {name: code for code, name in enumerate(names)}
    found = []
    for name, code in codes.items():
        for place in demonyms.get(name, demonyms.get(name.removesuffix("s"), ())):
            if place in codes:
                found += [code * len(names) + codes[place], codes[place] * len(names) + code]
    return np.array(found, dtype=np.int64)


@boolean(source=_RULES)
def attributes_agree(pairs: MentionPairs) -> np.ndarray:
    """No known values of number, gender, animacy and entity type differ."""
    clash = np.zeros(len(pairs), dtype=bool)
    for name in ("number", "gender", "animacy", "entity_type"):
        clash |= pairs.agreement(name) == 2
    return ~clash


@numeric(0, 1, 2, 3, 5, 8, 12, source=_SOURCE)
def clauses_between(pairs: MentionPairs) -> np.ndarray:
    """Number of predicates of clauses after the head of the antecedent, up to the head of the anaphor."""
    running = pairs.table.once(_clauses)
    head = pairs.table.spans.head
    return np.abs(running[head[pairs.ana]] - running[head[pairs.ante]])


def _clauses(table: MentionTable) -> np.ndarray:
    """(n_tokens,) number of predicates up to and including each token."""
    parse = table.parse
    flags = [
        deps.split(":")[0] in _CLAUSES or (deps == "conj" and pos in ("VERB", "AUX"))
        for deps, pos in zip(parse.deps, parse.pos, strict=True)
    ]
    return np.cumsum(np.array(flags, dtype=np.int64))


@categorical("", *(f"{up} up, {down} down" for up, down in _PATHS), source=_SOURCE)
def dependency_path(pairs: MentionPairs) -> np.ndarray:
    """Steps from the antecedent's head up to the common ancestor and down to the anaphor's head; at most three."""
    heads = np.array(pairs.table.parse.heads, dtype=np.int64)
    ante, ana = [pairs.table.spans.head[pairs.ante]], [pairs.table.spans.head[pairs.ana]]
    for _ in range(3):
        ante.append(heads[ante[-1]])
        ana.append(heads[ana[-1]])
    codes = np.zeros(len(pairs), dtype=np.int64)
    for code, (up, down) in enumerate(_PATHS, 1):
        codes[(codes == 0) & (ante[up] == ana[down])] = code
    return codes
