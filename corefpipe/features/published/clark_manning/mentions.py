"""Mention features of Clark & Manning 2015: words and parts of speech, length, position, nesting."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from corefpipe.features.attributes.context import governors, sentences_of
from corefpipe.features.attributes.words import name_heads
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse

_SOURCE = "Clark & Manning 2015, mention features"
_NOUNS = ("NOUN", "PROPN", "PRON")
_STEPS = 3  # longest path towards the root, in relations


@attribute(source=_SOURCE, of_span=True)
def head_tag(table: MentionTable) -> Column:
    """The part of speech of the head."""
    return table.tokens("pos").at(table.spans.head)


@attribute(source=_SOURCE, of_span=True)
@joinable
def first_tag(table: MentionTable) -> Column:
    """The part of speech of the first word."""
    return table.tokens("pos").at(table.spans.start)


@attribute(source=_SOURCE, of_span=True)
def last_tag(table: MentionTable) -> Column:
    """The part of speech of the last word."""
    return table.tokens("pos").at(table.spans.end - 1)


@attribute(source=_SOURCE, of_span=True)
@joinable
def before_tag(table: MentionTable) -> Column:
    """The part of speech of the word before the mention; "^" at the start of the document."""
    return table.tokens("pos").at(table.tokens_before, "^")


@attribute(source=_SOURCE, of_span=True)
def governor_tag(table: MentionTable) -> Column:
    """The part of speech of the word that the head depends on; "^" for a root."""
    return table.tokens("pos").at(governors(table), "^")


@attribute(source=_SOURCE, of_span=True)
def first_two(table: MentionTable) -> list[str]:
    """The first two words, in lower case; "" for a single word."""
    lower = table.parse.lower
    return [" ".join(lower[start : start + 2]) if end - start > 1 else "" for start, end, _ in table.spans]


@attribute(source=_SOURCE, of_span=True)
def last_two(table: MentionTable) -> list[str]:
    """The last two words, in lower case; "" for a single word."""
    lower = table.parse.lower
    return [" ".join(lower[end - 2 : end]) if end - start > 1 else "" for start, end, _ in table.spans]


@attribute(source=_SOURCE, of_span=True)
@joinable
def before_two(table: MentionTable) -> Column:
    """The two words before the mention, in lower case; "^" at the start of the document."""
    near, bounds = table.tokens_before, table.at_bounds
    far = np.where((near < 0) | bounds[near], -1, near - 1)
    return _two_words(table, far, near, lambda one, two: f"{one or '^'} {two}" if two else "^")


@attribute(source=_SOURCE, of_span=True)
@joinable
def after_two(table: MentionTable) -> Column:
    """The two words after the mention, in lower case; "$" at the end of the document."""
    near, bounds = table.tokens_after, table.at_bounds
    far = np.where((near < 0) | bounds[near + 1], -1, near + 1)
    return _two_words(table, near, far, lambda one, two: f"{one} {two or '$'}" if one else "$")


def _two_words(table: MentionTable, one: np.ndarray, two: np.ndarray, join: Callable[[str, str], str]) -> Column:
    """A column of two tokens of each mention, in lower case; -1 stands for "", which no word is."""
    lower = table.tokens("lower")
    first, second = lower.at(one), lower.at(two)
    size = len(second.names)
    both, codes = np.unique(first.codes * size + second.codes, return_inverse=True)
    return Column(codes, [join(first.names[code // size], second.names[code % size]) for code in both.tolist()])


@attribute(source=_SOURCE, of_span=True)
def characters(table: MentionTable) -> Column:
    """Number of characters in the words of the mention, in bins."""
    letters = np.cumsum([0, *map(len, table.parse.words)])
    return Column.binned(letters[table.spans.end] - letters[table.spans.start], (2, 4, 6, 9, 14, 24))


@attribute(source=_SOURCE, of_span=True)
def sentence_length(table: MentionTable) -> Column:
    """Number of words in the sentence, in bins."""
    sentences = table.of_parse(sentences_of)
    return Column.binned(np.bincount(sentences)[sentences[table.spans.start]], (4, 9, 14, 24, 39))


@attribute(source=_SOURCE, of_span=True)
def sentence_number(table: MentionTable) -> Column:
    """Number of earlier sentences, in bins."""
    return Column.binned(table.of_parse(sentences_of)[table.spans.start], (0, 1, 2, 4, 9, 19, 49))


@attribute(source=_SOURCE)
def mention_number(table: MentionTable) -> Column:
    """Number of earlier mentions, in bins."""
    return Column.binned(np.arange(len(table)), (0, 1, 3, 7, 15, 31, 63, 127, 255))


@attribute(source=_SOURCE)
def document_part(table: MentionTable) -> Column:
    """The tenth of the document's mentions that it is in, 0 to 9."""
    return Column.of_codes(10 * np.arange(len(table)) // max(len(table), 1), [str(part) for part in range(10)])


@attribute(source=_SOURCE, of_span=True)
@joinable
def ends_with_head(table: MentionTable) -> Column:
    """Whether the mention ends with its head, or with the name that is its head: yes, no."""
    return Column.flags(table.spans.end == table.once(name_heads) + 1)


@attribute(source=_SOURCE, of_span=True)
@joinable
def relation_path(table: MentionTable) -> Column:
    """The dependency relations from the head upwards, at most three, such as "nmod obj root"."""
    return table.per_head(_relation_path)


@attribute(source=_SOURCE)
@joinable
def embedding_depth(table: MentionTable) -> Column:
    """Number of mentions that contain it, in bins."""
    found = []
    furthest: list[int] = []  # the last three ends of the mentions before, as more make no difference
    for end in table.spans.end.tolist():
        found.append(sum(other >= end for other in furthest))
        furthest = sorted([*furthest, end])[-3:]
    return Column.binned(np.array(found, dtype=np.int64), (0, 1, 2))


@attribute(source=_SOURCE, of_span=True)
@joinable
def embedded_nouns(table: MentionTable) -> Column:
    """Number of nouns, names and pronouns in the mention besides its head, in bins.

    Parts of names and compounds are not counted.
    """
    relations = table.tokens("deps").map(lambda dep: dep.split(":")[0])
    nouns = table.tokens("pos").is_(*_NOUNS) & ~relations.is_("flat", "compound")
    before = np.append(0, np.cumsum(nouns))
    spans = table.spans
    return Column.binned(before[spans.end] - before[spans.start] - nouns[spans.head], (0, 1, 2, 3))


def _relation_path(parse: Parse, token: int) -> str:
    steps = []
    for _ in range(_STEPS):
        steps.append(parse.deps[token])
        if parse.heads[token] == token:
            break
        token = parse.heads[token]
    return " ".join(steps)
