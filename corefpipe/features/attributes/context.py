"""The context of a mention: surrounding words, position in document and quotation, grammatical role, governor."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from corefpipe.constructions.phrases import preposition_of
from corefpipe.constructions.roles import role_of
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse

_CLARK_MANNING = "Clark & Manning 2015, mention features"


@attribute(of_span=True)
@joinable
def before(table: MentionTable) -> Column:
    """The word before the mention, in lower case; "^" at the start of the document."""
    return table.tokens("lower").at(table.tokens_before, "^")


@attribute(of_span=True)
@joinable
def after(table: MentionTable) -> Column:
    """The word after the mention, in lower case; "$" at the end of the document."""
    return table.tokens("lower").at(table.tokens_after, "$")


@attribute(source=_CLARK_MANNING, of_span=True)
@joinable
def before_tag(table: MentionTable) -> Column:
    """The part of speech of the word before the mention; "^" at the start of the document."""
    return table.tokens("pos").at(table.tokens_before, "^")


@attribute(source=_CLARK_MANNING, of_span=True)
@joinable
def before_two(table: MentionTable) -> Column:
    """The two words before the mention, in lower case; "^" at the start of the document."""
    near, bounds = table.tokens_before, table.at_bounds
    far = np.where((near < 0) | bounds[near], -1, near - 1)
    return _two_words(table, far, near, lambda one, two: f"{one or '^'} {two}" if two else "^")


@attribute(source=_CLARK_MANNING, of_span=True)
@joinable
def after_two(table: MentionTable) -> Column:
    """The two words after the mention, in lower case; "$" at the end of the document."""
    near, bounds = table.tokens_after, table.at_bounds
    far = np.where((near < 0) | bounds[near + 1], -1, near + 1)
    return _two_words(table, near, far, lambda one, two: f"{one} {two or '$'}" if one else "$")


@attribute(of_span=True)
@joinable
def after_tag(table: MentionTable) -> Column:
    """The part of speech of the word after the mention; "$" at the end of the document."""
    return table.tokens("pos").at(table.tokens_after, "$")


@attribute(of_span=True)
@joinable
def governor(table: MentionTable) -> Column:
    """The lemma of the word that the head depends on; "^" for a root."""
    return table.tokens("lemmas").at(governors(table), "^")


@attribute(of_span=True)
@joinable
def role(table: MentionTable) -> Column:
    """The grammatical role of the head; a conjunct has the role of the first conjunct."""
    return table.per_head(role_of)


@attribute()
def preposition(table: MentionTable) -> Column:
    """The preposition that governs the mention."""
    return table.per_head(preposition_of)


@attribute(of_span=True)
def quote(table: MentionTable) -> Column:
    """Whether the mention is in a quotation: in, out."""
    return Column.of_codes(np.where(table.quote_numbers >= 0, 1, 0), ("out", "in"))


@attribute(of_span=True)
@joinable
def place(table: MentionTable) -> Column:
    """Position in the document: in the first or a later sentence, at the start of the sentence or not."""
    start, sentences = table.spans.start, table.of_parse(sentences_of)
    first = np.array(table.parse.bounds)[table.document_of(np.arange(len(table)))]  # documents may have no words
    later = sentences[start] > sentences[first]
    opens = np.diff(sentences, prepend=-1)[start] > 0
    return Column.of_codes(2 * later + opens, ("first", "first start", "later", "later start"))


@attribute(source="Recasens, de Marneffe & Potts 2013; Clark & Manning 2015", of_span=True)
@joinable
def position(table: MentionTable) -> Column:
    """Position in the sentence: first, middle, last, or the whole sentence.

    Punctuation is not counted.
    """
    first, last = table.of_parse(_bounds)
    start, end = table.spans.start, table.spans.end
    return Column.of_codes(2 * (start <= first[start]) + (end > last[start]), ("middle", "last", "first", "whole"))


@attribute()
@joinable
def nesting(table: MentionTable) -> Column:
    """Whether the mention is nested in another one (inside), contains one (holds), both, or neither (flat)."""
    inside, holds = np.zeros((2, len(table)), dtype=np.int64)
    ends = table.spans.end.tolist()
    stack: list[int] = []
    for i, (start, end) in enumerate(zip(table.spans.start.tolist(), ends, strict=True)):
        while stack and (ends[stack[-1]] < end or ends[stack[-1]] <= start):
            stack.pop()
        if stack:
            inside[i] = holds[stack[-1]] = 1
        stack.append(i)
    return Column.of_codes(inside + 2 * holds, ("flat", "inside", "holds", "insideholds"))


@attribute(source=_CLARK_MANNING)
@joinable
def embedding_depth(table: MentionTable) -> Column:
    """Number of mentions that contain it, in bins."""
    found = []
    furthest: list[int] = []  # the last three ends of the mentions before, as more make no difference
    for end in table.spans.end.tolist():
        found.append(sum(other >= end for other in furthest))
        furthest = sorted([*furthest, end])[-3:]
    return Column.binned(np.array(found, dtype=np.int64), (0, 1, 2))


def _two_words(table: MentionTable, one: np.ndarray, two: np.ndarray, join: Callable[[str, str], str]) -> Column:
    """A column of two tokens of each mention, in lower case; -1 stands for "", which no word is."""
    lower = table.tokens("lower")
    first, second = lower.at(one), lower.at(two)
    size = len(second.names)
    both, codes = np.unique(first.codes * size + second.codes, return_inverse=True)
    return Column(codes, [join(first.names[code // size], second.names[code % size]) for code in both.tolist()])


def _bounds(parse: Parse) -> tuple[np.ndarray, np.ndarray]:
    """(n_tokens,) the first and the last token of the sentence, without punctuation; -1 for a sentence without
    other tokens.
    """
    sentences = np.array(parse.sentences, dtype=np.int64)
    content = np.flatnonzero(np.array(parse.pos, dtype=object) != "PUNCT")
    of = sentences[content]
    first, last = np.full((2, sentences[-1] + 1 if len(sentences) else 0), -1)
    first[of[::-1]] = content[::-1]
    last[of] = content
    return first[sentences], last[sentences]


def governors(table: MentionTable) -> np.ndarray:
    """(n_mentions,) the token that the head of each mention depends on, -1 for a root."""
    above = table.heads[table.spans.head]
    return np.where(above == table.spans.head, -1, above)


def sentences_of(parse: Parse) -> np.ndarray:
    """(n_tokens,) index of the sentence."""
    return np.array(parse.sentences, dtype=np.int64)
