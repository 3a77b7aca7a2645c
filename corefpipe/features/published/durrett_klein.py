"""Features of Durrett & Klein 2013, "Easy Victories and Uphill Battles in Coreference Resolution".

Frequent words, with the part of speech in place of the others; conversations and articles; words of one mention that
are among those of the other.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from corefpipe.features.attributes.words import name_heads
from corefpipe.features.engine.learned import learned, model_of
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, categorical
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.engine.word_sets import words_within

_PAPER = "Durrett & Klein 2013"
_OFTEN = 20  # occurrences in the training documents from which on a word is frequent


@learned("frequent_words")
class FrequentWords:
    """The words that are frequent in the training documents, in lower case.

    Attributes:
        words: those words.
    """

    def __init__(self) -> None:
        self.words: frozenset[str] = frozenset()

    def fit(self, tables: Sequence[MentionTable], labels: Sequence[np.ndarray]) -> FrequentWords:
        """Count all tokens of the documents, in mentions or not; the chains are not used."""
        counts: Counter[str] = Counter()
        for table in tables:
            counts.update(table.parse.lower)
        self.words = frozenset(word for word, count in counts.items() if count >= _OFTEN)
        return self

    def to_arrays(self) -> dict[str, np.ndarray]:
        """What a file holds of it."""
        text = json.dumps(sorted(self.words), ensure_ascii=False)
        return {"words": np.frombuffer(text.encode("utf8"), dtype=np.uint8)}

    def load(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Restore the words from the arrays of `to_arrays`; ValueError if they are not a list of words."""
        words = json.loads(arrays["words"].tobytes().decode("utf8"))
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ValueError("the frequent words are no list of words")
        self.words = frozenset(words)


def _backed_off(table: MentionTable, tokens: Sequence[int], pronouns: bool) -> list[str]:
    """The words at given tokens, one per mention: the part of speech of a rare word, "^" outside the document."""
    known: frozenset[str] = model_of(table, "frequent_words").words
    parse, found = table.parse, []
    for kind, token in zip(table.values("kind"), tokens, strict=True):
        if kind == "pronoun" and not pronouns:
            found.append("")
        elif not 0 <= token < len(parse):
            found.append("^")
        else:
            found.append(parse.lower[token] if parse.lower[token] in known else parse.pos[token])
    return found


@attribute(source=_PAPER, learned="frequent_words")
def frequent_head(table: MentionTable) -> list[str]:
    """The head word, for a name its last part; the part of speech if it is rare; "" for a pronoun."""
    return _backed_off(table, table.once(name_heads).tolist(), pronouns=False)


@attribute(source=_PAPER, learned="frequent_words")
def frequent_first(table: MentionTable) -> list[str]:
    """The first word; the part of speech if it is rare; "" for a pronoun."""
    return _backed_off(table, table.spans.start.tolist(), pronouns=False)


@attribute(source=_PAPER, learned="frequent_words")
def frequent_last(table: MentionTable) -> list[str]:
    """The last word; the part of speech if it is rare; "" for a pronoun."""
    return _backed_off(table, (table.spans.end - 1).tolist(), pronouns=False)


@attribute(source=_PAPER, learned="frequent_words")
def frequent_before(table: MentionTable) -> list[str]:
    """The word before the mention; the part of speech if it is rare."""
    return _backed_off(table, (table.spans.start - 1).tolist(), pronouns=True)


@attribute(source=_PAPER, learned="frequent_words")
def frequent_after(table: MentionTable) -> list[str]:
    """The word after the mention; the part of speech if it is rare."""
    return _backed_off(table, table.spans.end.tolist(), pronouns=True)


@categorical("", "ana in ante", "ante in ana", "both", source=_PAPER)
def head_contained(pairs: MentionPairs) -> np.ndarray:
    """Whether the head word of one is among the words of the other; neither is a pronoun."""
    ana_in = words_within(pairs, "head", "extent") > 0
    ante_in = words_within(pairs, "head", "extent", of_ante=True) > 0
    return np.where(pairs.nominal, ana_in + 2 * ante_in, 0)


@categorical("", "ana in ante", "ante in ana", "equal", source=_PAPER)
def extent_contained(pairs: MentionPairs) -> np.ndarray:
    """Whether the words of one are a contiguous part of the other; neither is a pronoun."""
    codes = np.zeros(len(pairs), dtype=np.int64)
    # The head of a contained mention is contained, too: few pairs are left to compare.
    rows = np.flatnonzero(head_contained(pairs))
    some = MentionPairs(pairs.table, pairs.ante[rows], pairs.ana[rows])
    codes[rows] = some.by_value("extent", _contained)
    return codes


def _contained(ante: list[str], ana: list[str]) -> np.ndarray:
    padded = [(f" {a} ", f" {b} ") for a, b in zip(ante, ana, strict=True)]
    return np.array([(b in a) + 2 * (a in b) for a, b in padded], dtype=np.int64)
