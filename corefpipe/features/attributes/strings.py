"""String matches of two mentions: the same words or heads, words in common, acronyms."""

from __future__ import annotations

import numpy as np

from corefpipe.constructions.phrases import before_brackets
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import boolean, categorical, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.engine.word_sets import word_counts, words_within


@boolean()
@joinable
def exact_match(pairs: MentionPairs) -> np.ndarray:
    """The same words except articles (Soon et al. 2001, STR_MATCH); pronouns are compared by form."""
    words = pairs.table.once(_words)
    return words.take(pairs.ante) == words.take(pairs.ana)


@boolean()
@joinable
def head_match(pairs: MentionPairs) -> np.ndarray:
    """The same head lemma; neither is a pronoun."""
    ante, ana = pairs.codes("lemma")
    return (ante == ana) & pairs.nominal


@categorical("", "equal", "ana in ante", "ante in ana", "overlap")
@joinable
def words_relation(pairs: MentionPairs) -> np.ndarray:
    """How the sets of content words are related; neither is a pronoun."""
    shared, size = words_within(pairs, "words", "words"), word_counts(pairs.table, "words")
    codes = np.zeros(len(pairs), dtype=np.int64)
    rows = np.flatnonzero(shared)
    in_ante = shared[rows] == size[pairs.ana[rows]]
    in_ana = shared[rows] == size[pairs.ante[rows]]
    codes[rows] = np.where(in_ante & in_ana, 1, np.where(in_ante, 2, np.where(in_ana, 3, 4)))
    return codes


@boolean()
@joinable
def head_in_words(pairs: MentionPairs) -> np.ndarray:
    """The head of one is a content word of the other, but not its head; neither is a pronoun."""
    found = (words_within(pairs, "lemma", "words") > 0) | (words_within(pairs, "lemma", "words", of_ante=True) > 0)
    rows = np.flatnonzero(found)
    some = MentionPairs(pairs.table, pairs.ante[rows], pairs.ana[rows])
    found[rows] = some.nominal & ~head_match(some)
    return found


@boolean()
@joinable
def acronym(pairs: MentionPairs) -> np.ndarray:
    """One is the acronym of the other: one word in capitals that is the initials of the other."""
    short, long = pairs.table.once(_initials)
    if not (short >= 0).any():
        return np.zeros(len(pairs), dtype=bool)
    ante, ana = pairs.ante, pairs.ana
    return (short.take(ante) == long.take(ana)) | (short.take(ana) == long.take(ante))


def _words(table: MentionTable) -> np.ndarray:
    """(n_mentions,) a code of the words without articles, for a pronoun of its form."""
    core, word = table["core"], table["head"]
    return np.where(core.known(), core.codes, len(core.names) + word.codes)


def _initials(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions,) codes of the acronym that a mention is, and of the acronym of its words; negative for none."""
    words, start, end = table.parse.words, table.spans.start, table.spans.end
    numbers: dict[str, int] = {}
    short, long = np.full(len(table), -1), np.full(len(table), -2)
    bare = table.tokens("words").map(lambda word: word.replace(".", ""))
    acronyms = np.array([word.isupper() and len(word) > 1 for word in bare.names], dtype=bool)[bare.codes]
    articles = table.tokens("lower").is_(*table.lexicon.definite_articles)
    first = start + (articles[start] & (end - start > 1))
    for row in np.flatnonzero(acronyms[first] & (end - first == 1)).tolist():
        word = words[first[row]].replace(".", "")
        short[row] = numbers.setdefault(word, len(numbers))
    if numbers:
        definite = table.lexicon.definite_articles
        capitals = table.tokens("words").map(lambda w: w[0] if w[:1].isupper() and w.lower() not in definite else "")
        initials, before = capitals.values(), np.cumsum(np.append(0, capitals.known()))
        for row in np.flatnonzero(before[end] - before[start] > 1).tolist():
            whole = before_brackets(table.parse, int(start[row]), int(end[row]))
            long[row] = numbers.get("".join(initials[start[row] : whole]), -2)
    return short, long
