"""Gender and number from counts of the pronouns that refer to a noun or name in raw text (Bergsma & Lin 2006)."""

from __future__ import annotations

import numpy as np

from corefpipe.constructions.names import has_neutral_title
from corefpipe.features.attributes.grammar import PEOPLE, listed_gender
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, categorical, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.lexicon.counts import PRONOUNS

_SOURCE = "Bergsma & Lin 2006"
_PRIOR = np.array([0.35, 0.25, 0.25, 0.15])  # shares of he, she, it, they over all nouns
_STRENGTH = 2.0  # weight of the prior, in counts
_EDGES = (-1.5, -0.5, 0.0, 0.5)


@attribute(source=_SOURCE)
@joinable
def counted_gender(table: MentionTable) -> list[str]:
    """Male, female, neuter or plural, by the pronouns that refer to the noun or name in raw text.

    "" for a pronoun, and for a name that is that of a man or woman by the counts, but not by its entity type.
    """
    words, named = table.once(_counted)
    return [gender if word else "" for gender, word in zip(table.counts.gender(words, named), words, strict=True)]


@categorical("", "hardly", "seldom", "as others", "rather", "mostly", source=_SOURCE)
@joinable
def pronoun_fit(pairs: MentionPairs) -> np.ndarray:
    """How often the pronoun (he, she, it, they) refers to the noun or name of the other mention, against all nouns."""
    fit, pronoun = pairs.table.once(_fits)
    # With a pronoun on one side and counts on the other, the pronoun's column of the other one's row; else both are 0.
    columns = len(PRONOUNS) + 1
    of_ante = fit.take(pairs.ante * columns + pronoun.take(pairs.ana))
    return of_ante + fit.take(pairs.ana * columns + pronoun.take(pairs.ante))


def _counted(table: MentionTable) -> tuple[list[str], list[bool]]:
    """The words to look up, "" for a pronoun, and which of them are names."""
    parse, counts = table.parse, table.counts
    words, named = [], []
    for kind, word, (start, end, head) in zip(table.values("kind"), table.values("head"), table.spans, strict=True):
        name = "" if kind != "name" or has_neutral_title(parse, start, end) else " ".join(parse.lower[start:end])
        # Most who are called by their surnames are men: "Donna Curtis" is not.
        if name and counts.by_last_word(name):
            listed = listed_gender(parse, kind, start, end, head)
            name = name if counts.gender([name], True)[0] == listed or not listed else ""
        # The counts of "Chad" are those of a man. The pipeline says by the context that it is the country.
        if name and parse.entity_types[head] not in PEOPLE and counts.gender([name], True)[0] in ("male", "female"):
            name = ""
        words.append(word if kind == "nominal" else name)
        named.append(kind == "name")
    return words, named


def _fits(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions, 5) how well each pronoun fits, as a code of `pronoun_fit`, 0 where unknown and in the last column;
    (n_mentions,) column of the pronoun that a mention is, the last one for other mentions.
    """
    words, named = table.once(_counted)
    counts = table.counts.of(words, named).astype(np.float64)
    total = counts.sum(axis=1, keepdims=True)
    likelier = np.log((counts + _STRENGTH * _PRIOR) / (total + _STRENGTH) / _PRIOR)
    fit = np.zeros((len(words), len(PRONOUNS) + 1), dtype=np.int8)
    fit[:, :-1] = 1 + np.searchsorted(_EDGES, likelier)
    fit[(total[:, 0] == 0) | (np.array([not word for word in words], dtype=bool))] = 0
    type = table["type"]
    number = [PRONOUNS.index(name) if name in PRONOUNS else len(PRONOUNS) for name in type.names]
    return fit, np.array(number, dtype=np.int64)[type.codes]
