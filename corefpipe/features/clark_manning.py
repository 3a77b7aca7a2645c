"""Attributes of mentions from Clark & Manning 2015: words and tags around them, size, place, nesting."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from corefpipe.features import grammar
from corefpipe.features.registry import attribute
from corefpipe.features.table import MentionTable

_SOURCE = "Clark & Manning 2015, mention features"
_NOUNS = ("NOUN", "PROPN", "PRON")
_STEPS = 3  # relations that a path to the root has at most


@attribute(source=_SOURCE)
def head_tag(table: MentionTable) -> list[str]:
    """The part of speech of the head."""
    return _tags(table, table.spans.head.tolist())


@attribute(source=_SOURCE)
def first_tag(table: MentionTable) -> list[str]:
    """The part of speech of the first word."""
    return _tags(table, table.spans.start.tolist())


@attribute(source=_SOURCE)
def last_tag(table: MentionTable) -> list[str]:
    """The part of speech of the last word."""
    return _tags(table, (table.spans.end - 1).tolist())


@attribute(source=_SOURCE)
def before_tag(table: MentionTable) -> list[str]:
    """The part of speech of the word before the mention."""
    return _tags(table, (table.spans.start - 1).tolist())


@attribute(source=_SOURCE)
def governor_tag(table: MentionTable) -> list[str]:
    """The part of speech of the word that the mention depends on, "^" at a root."""
    heads = table.parse.heads
    return _tags(table, [heads[head] if heads[head] != head else -1 for head in table.spans.head.tolist()])


@attribute(source=_SOURCE)
def first_two(table: MentionTable) -> list[str]:
    """The first two words, lower case; "" where there is but one."""
    lower = table.parse.lower
    return [" ".join(lower[start : start + 2]) if end - start > 1 else "" for start, end, _ in table.triples()]


@attribute(source=_SOURCE)
def last_two(table: MentionTable) -> list[str]:
    """The last two words, lower case; "" where there is but one."""
    lower = table.parse.lower
    return [" ".join(lower[end - 2 : end]) if end - start > 1 else "" for start, end, _ in table.triples()]


@attribute(source=_SOURCE)
def before_two(table: MentionTable) -> list[str]:
    """The two words before the mention, lower case, "^" where the document begins."""
    return [" ".join(["^", *table.parse.lower[max(start - 2, 0) : start]][-2:]) for start, _, _ in table.triples()]


@attribute(source=_SOURCE)
def after_two(table: MentionTable) -> list[str]:
    """The two words after the mention, lower case, "$" where the document ends."""
    return [" ".join([*table.parse.lower[end : end + 2], "$"][:2]) for _, end, _ in table.triples()]


@attribute(source=_SOURCE)
def characters(table: MentionTable) -> list[str]:
    """Letters in the mention's words, in bins."""
    words = table.parse.words
    return [_bin(sum(map(len, words[start:end])), (2, 4, 6, 9, 14, 24)) for start, end, _ in table.triples()]


@attribute(source=_SOURCE)
def sentence_length(table: MentionTable) -> list[str]:
    """Words in the sentence in which the mention begins, in bins."""
    sentences = table.parse.sentences
    sizes = Counter(sentences)
    return [_bin(sizes[sentences[start]], (4, 9, 14, 24, 39)) for start in table.spans.start.tolist()]


@attribute(source=_SOURCE)
def sentence_number(table: MentionTable) -> list[str]:
    """How many sentences stand before that of the mention, in bins."""
    return [_bin(table.parse.sentences[start], (0, 1, 2, 4, 9, 19, 49)) for start in table.spans.start.tolist()]


@attribute(source=_SOURCE)
def mention_number(table: MentionTable) -> list[str]:
    """How many mentions stand before it, in bins."""
    return [_bin(row, (0, 1, 3, 7, 15, 31, 63, 127, 255)) for row in range(len(table))]


@attribute(source=_SOURCE)
def document_part(table: MentionTable) -> list[str]:
    """In which tenth of the document's mentions it stands, 0 to 9."""
    return [str(10 * row // len(table)) for row in range(len(table))]


@attribute(source=_SOURCE)
def ends_with_head(table: MentionTable) -> list[str]:
    """Whether nothing follows the head, or the name, in the mention: yes, no."""
    parse = table.parse
    return ["yes" if end == grammar.name_head(parse, head, end) + 1 else "no" for _, end, head in table.triples()]


@attribute(source=_SOURCE)
def relation_path(table: MentionTable) -> list[str]:
    """The relations from the head up, three at most: "nmod obj root"."""
    parse, found = table.parse, []
    for token in table.spans.head.tolist():
        steps = []
        for _ in range(_STEPS):
            steps.append(parse.deps[token])
            if parse.heads[token] == token:
                break
            token = parse.heads[token]
        found.append(" ".join(steps))
    return found


@attribute(source=_SOURCE)
def embedding_depth(table: MentionTable) -> list[str]:
    """How many other mentions the mention lies in: 0, 1, 2, more."""
    found = []
    around: list[int] = []  # the ends of the mentions that are still open
    for start, end, _ in table.triples():
        around = [other for other in around if other > start]
        found.append(_bin(sum(other >= end for other in around), (0, 1, 2)))
        around.append(end)
    return found


@attribute(source=_SOURCE)
def embedded_nouns(table: MentionTable) -> list[str]:
    """How many nouns, names and pronouns stand in the mention beside its head: 0, 1, 2, 3, more.

    Parts of names and of compounds do not count.
    """
    parse = table.parse
    nouns = [
        token
        for token in range(len(parse))
        if parse.pos[token] in _NOUNS and parse.deps[token].split(":")[0] not in ("flat", "compound")
    ]
    found = []
    for start, end, head in table.triples():
        first, last = bisect_left(nouns, start), bisect_left(nouns, end)
        own = bisect_left(nouns, head)
        found.append(_bin(last - first - (own < len(nouns) and nouns[own] == head), (0, 1, 2, 3)))
    return found


def _tags(table: MentionTable, tokens: Sequence[int]) -> list[str]:
    pos = table.parse.pos
    return [pos[token] if token >= 0 else "^" for token in tokens]


def _bin(value: int, edges: tuple[int, ...]) -> str:
    for edge in edges:
        if value <= edge:
            return f"≤{edge}"
    return f">{edges[-1]}"
