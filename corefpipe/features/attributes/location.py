"""Relative position of two mentions: distances, candidates between them, nesting, the construction that joins them."""

from __future__ import annotations

import numpy as np

from corefpipe.features.attributes.context import sentences_of
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import boolean, categorical, joinable, numeric
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse
from corefpipe.utils.values import each

_EDGES = (0, 1, 2, 3, 4, 6, 9, 14, 24, 49)


@boolean()
def bias(pairs: MentionPairs) -> np.ndarray:
    """Always true: the base score of a link, against that of starting a chain."""
    return np.ones(len(pairs), dtype=bool)


@numeric(*_EDGES)
@joinable
def sentence_distance(pairs: MentionPairs) -> np.ndarray:
    """Distance in sentences (0: the same sentence)."""
    sentence = pairs.table.once(_sentences)
    return sentence.take(pairs.ana) - sentence.take(pairs.ante)


@numeric(*_EDGES)
def paragraph_distance(pairs: MentionPairs) -> np.ndarray:
    """Distance in paragraphs (0: the same paragraph)."""
    paragraph = pairs.table.once(_paragraphs)
    return paragraph.take(pairs.ana) - paragraph.take(pairs.ante)


@numeric(*_EDGES)
@joinable
def mention_distance(pairs: MentionPairs) -> np.ndarray:
    """Number of mentions between the two (0: neighbours)."""
    return pairs.ana - pairs.ante - 1


@numeric(*_EDGES)
def token_distance(pairs: MentionPairs) -> np.ndarray:
    """Number of words between the antecedent and the anaphor; 0 where they touch or overlap."""
    spans = pairs.table.spans
    return np.maximum(spans.start.take(pairs.ana) - spans.end.take(pairs.ante), 0)


@numeric(0, 1, 2, 4, 9, source="Bengtson & Roth 2008, section 3.1.4")
@joinable
def compatible_between(pairs: MentionPairs) -> np.ndarray:
    """Number of candidates between the two that do not disagree with the anaphor in number, gender or animacy."""
    clash = np.zeros(len(pairs), dtype=bool)
    for name in ("number", "gender", "animacy"):
        clash |= pairs.agreement(name) == 2
    return pairs.count_between(~clash)


@numeric(0, 1, 2, 4, 9)
@joinable
def subjects_between(pairs: MentionPairs) -> np.ndarray:
    """Number of candidates between the two that are subjects."""
    return pairs.count_between(pairs.are("role", "subject")[0])


@categorical("", "ana in ante", "ante in ana")
@joinable
def embedding(pairs: MentionPairs) -> np.ndarray:
    """Whether one mention is nested in the other (i within i)."""
    start, end = pairs.table.spans.start, pairs.table.spans.end
    later = start.take(pairs.ana) - start.take(pairs.ante)
    inside = (later >= 0) & (end.take(pairs.ana) <= end.take(pairs.ante))
    return inside.view(np.int8) + 2 * ((later == 0) & ~inside).view(np.int8)


@categorical("", "apposition", "predicate", "same governor", "conjuncts", "governs")
@joinable
def syntax(pairs: MentionPairs) -> np.ndarray:
    """The syntactic construction that joins the two heads directly."""
    head, above = pairs.table.spans.head, pairs.table.heads
    deps, predicate = pairs.table.of_parse(_constructions)
    ante, ana, own = head.take(pairs.ante), head.take(pairs.ana), above[head]
    above_ante, above_ana = own.take(pairs.ante), own.take(pairs.ana)
    codes = np.zeros(len(pairs), dtype=np.int64)
    # Few pairs are joined directly.
    rows = np.flatnonzero((above_ante == above_ana) | (above_ana == ante) | (above_ante == ana))
    codes[rows] = _construction(ante[rows], ana[rows], above, deps, predicate)
    return codes


_SYNTAX = {"appos": 1, "nsubj": 2, "attr": 3, "conj": 4}


def _construction(
    ante: np.ndarray, ana: np.ndarray, above: np.ndarray, deps: np.ndarray, predicate: np.ndarray
) -> np.ndarray:
    """(n,) codes of `syntax` of head tokens."""
    codes = np.zeros(len(ante), dtype=np.int64)
    same = (above[ante] == above[ana]) & (above[ante] != ante) & (above[ana] != ana)
    codes[same] = 3
    down = (above[ana] == ante) & (ana != ante)
    up = (above[ante] == ana) & (ana != ante)
    codes[down | up] = 5
    codes[down & (deps[ana] == 4)] = 4
    codes[down & (deps[ana] == 1)] = 1
    codes[up & predicate[ana] & (deps[ante] == 2)] = 2
    codes[down & predicate[ante] & (deps[ana] == 2)] = 2
    codes[same & (deps[ante] == 2) & (deps[ana] == 3)] = 2
    return codes


def _sentences(table: MentionTable) -> np.ndarray:
    """(n_mentions,) index of the sentence."""
    return table.of_parse(sentences_of)[table.spans.start]


def _paragraphs(table: MentionTable) -> np.ndarray:
    """(n_mentions,) index of the paragraph."""
    return np.array(table.parse.paragraphs, dtype=np.int64)[table.spans.start]


def _constructions(parse: Parse) -> tuple[np.ndarray, np.ndarray]:
    """(n_tokens,) the code of each token's relation, and whether it is a nominal predicate."""
    relations = each(lambda dep: _SYNTAX.get(dep.split(":")[0], 0), parse.deps)
    predicate = np.zeros(len(parse), dtype=bool)
    predicate[list(parse.copular)] = True
    return np.array(relations, dtype=np.int64), predicate
