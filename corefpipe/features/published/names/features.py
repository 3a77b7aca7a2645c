"""Features of the strings of two mentions, made for names and citations: they read words, and no other annotation."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from corefpipe.errors import choose
from corefpipe.features.engine.learned import learned, model_of
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, boolean, categorical, numeric
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.published.names import lmr, similarity

_LMR = "Li, Morie & Roth 2004; Li & Roth 2005, Table 1"
_DAUME = "Daumé & Marcu 2005, section 7.3"
_SOFT = "Cohen, Ravikumar & Fienberg 2003, section 2"
_LETTERS = (0, 1, 2, 4, 8, 16)  # bins of distances and lengths in letters
_SHARES = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.999)  # bins of similarities from 0 to 1
_YEAR = re.compile(r"(?<!\d)(?:1[6-9]|20)\d\d(?!\d)")


@attribute()
def as_written(table: MentionTable) -> list[str]:
    """The words as they stand, a space between each two, without a closing 's."""
    found = []
    for start, end, _ in table.spans:
        words = table.parse.words[start:end]
        found.append(" ".join(words[:-1] if words[-1] in table.lexicon.possessive_marks and len(words) > 1 else words))
    return found


@attribute(source=_DAUME)
def publication_year(table: MentionTable) -> list[str]:
    """The last year in it, 1600 to 2099."""
    years = [_YEAR.findall(name) for name in table["as_written"].names]
    return [years[code][-1] if years[code] else "" for code in table["as_written"].codes.tolist()]


@attribute()
def has_year(table: MentionTable) -> list[str]:
    """Whether there is a year in it."""
    return ["yes" if year else "" for year in table.values("publication_year")]


@boolean(source=_LMR)
def token_relation(pairs: MentionPairs, relation: str = "equality") -> np.ndarray:
    """A token of one name has this relation to one of the other: honorific equal, nickname, initial …"""
    return _relations(pairs, relation) > 0


@categorical(*lmr.PLACES, source=_LMR)
def token_places(pairs: MentionPairs, relation: str = "equality") -> np.ndarray:
    """Where the tokens stand that have a relation, or that have none ("unmatched"): first, middle, last, the whole."""
    return _relations(pairs, relation)


@numeric(*_LETTERS, source=_DAUME)
def string_edit_distance(pairs: MentionPairs, normalised: bool = False) -> np.ndarray:
    """Edit distance of the words, in lower case; normalised by the longer one's length."""
    return _of_strings(
        pairs,
        ("string_edit_distance", normalised),
        lambda a, b: similarity.edit_distance(_lower(a), _lower(b), normalised),
    )


@numeric(*_LETTERS, source=_DAUME)
def last_word_edit_distance(pairs: MentionPairs, normalised: bool = False) -> np.ndarray:
    """Edit distance of the last words, in lower case: the head of a name, the family name."""
    return _of_strings(
        pairs,
        ("last_word_edit_distance", normalised),
        lambda a, b: similarity.edit_distance(_last(a), _last(b), normalised),
    )


@numeric(*_LETTERS, source=_DAUME)
def first_word_edit_distance(pairs: MentionPairs, normalised: bool = False) -> np.ndarray:
    """Edit distance of the first words, in lower case: the given name."""
    return _of_strings(
        pairs,
        ("first_word_edit_distance", normalised),
        lambda a, b: similarity.edit_distance(_first(a), _first(b), normalised),
    )


@numeric(*_LETTERS, source=_DAUME)
def common_substring_length(pairs: MentionPairs, normalised: bool = False) -> np.ndarray:
    """Length of the longest common substring, in lower case; normalised by the longer one's length."""
    return _of_strings(
        pairs,
        ("common_substring_length", normalised),
        lambda a, b: similarity.common_substring(_lower(a), _lower(b), normalised),
    )


@numeric(*_LETTERS, source=_DAUME)
def common_subsequence_length(pairs: MentionPairs, normalised: bool = False) -> np.ndarray:
    """Length of the longest common subsequence, in lower case; normalised by the longer one's length."""
    return _of_strings(
        pairs,
        ("common_subsequence_length", normalised),
        lambda a, b: similarity.common_subsequence(_lower(a), _lower(b), normalised),
    )


@numeric(0, 1, 2, 3, 4, source=_DAUME)
def abbreviation_edit_distance(pairs: MentionPairs, normalised: bool = False) -> np.ndarray:
    """Edit distance of the abbreviations: "GWB" for George W. Bush, "IBM" for itself."""

    def distance(ones: list[str], others: list[str]) -> np.ndarray:
        return similarity.edit_distance(
            _map(similarity.abbreviation, ones), _map(similarity.abbreviation, others), normalised
        )

    return _of_strings(pairs, ("abbreviation_edit_distance", normalised), distance)


@numeric(0, 1, 2, 5, 10, source=_DAUME)
def year_distance(pairs: MentionPairs) -> np.ndarray:
    """Years between the last year in each; 0 where one has none, so that it goes with `has_year` of both."""
    years = np.array([int(name or 0) for name in pairs.table["publication_year"].names], dtype=np.int64)
    ante, ana = (years[codes] for codes in pairs.codes("publication_year"))
    return np.where((ante > 0) & (ana > 0), np.abs(ante - ana), 0)


@numeric(*_SHARES, source=_SOFT)
def whole_jaro_winkler(pairs: MentionPairs) -> np.ndarray:
    """Jaro-Winkler similarity of the words as one string, in lower case."""
    return _of_strings(pairs, "whole_jaro_winkler", lambda a, b: similarity.jaro_winkler(_lower(a), _lower(b)))


@numeric(*_SHARES, source=_SOFT, learned="word_counts")
def tfidf_cosine(pairs: MentionPairs) -> np.ndarray:
    """Cosine of the TF-IDF vectors of the words."""
    counts = model_of(pairs.table, "word_counts").counts
    return _of_strings(pairs, "tfidf_cosine", lambda a, b: similarity.tfidf_cosine(a, b, counts))


@numeric(*_SHARES, source=_SOFT, learned="word_counts")
def soft_tfidf(pairs: MentionPairs) -> np.ndarray:
    """SoftTFIDF of the antecedent's words to the anaphor's, Jaro-Winkler above 0.9."""
    counts = model_of(pairs.table, "word_counts").counts
    return _of_strings(pairs, "soft_tfidf", lambda a, b: similarity.soft_tfidf(a, b, counts))


@learned("word_counts")
class MentionWordCounts:
    """In how many mentions of the training documents words occur: the document frequencies of TF-IDF.

    Attributes:
        counts: of the collection, in which each mention is a document.
    """

    def __init__(self) -> None:
        self.counts = similarity.WordCounts()

    def fit(self, tables: Sequence[MentionTable], labels: Sequence[np.ndarray]) -> MentionWordCounts:
        """Count the words of all mentions; the chains say nothing here."""
        self.counts = similarity.WordCounts.of([name for table in tables for name in table.values("as_written")])
        return self

    def to_arrays(self) -> dict[str, np.ndarray]:
        """What a file holds of it."""
        words = sorted(self.counts.counts)
        text = json.dumps(words, ensure_ascii=False).encode("utf8")
        return {
            "words": np.frombuffer(text, dtype=np.uint8),
            "counts": np.array([self.counts.counts[word] for word in words], dtype=np.int32),
            "total": np.array([self.counts.total], dtype=np.int64),
        }

    def load(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Take over what a file holds; ValueError where that does not fit."""
        words = json.loads(arrays["words"].tobytes().decode("utf8"))
        counts, total = arrays["counts"], int(arrays["total"][0])
        fits = total > 0 and len(words) == len(counts) and bool(((counts > 0) & (counts <= total)).all())
        if not fits:
            raise ValueError(f"{len(words)} words with {len(counts)} counts among {total} mentions")
        self.counts = similarity.WordCounts(dict(zip(words, counts.tolist(), strict=True)), total)


def _relations(pairs: MentionPairs, relation: str) -> np.ndarray:
    """(n_pairs,) the places of the tokens that have a relation."""
    choose("relation of tokens", relation, lmr.COLUMNS)
    lexicon = pairs.table.lexicon
    every = _of_strings(pairs, "lmr", lambda a, b: lmr.name_relations(a, b, lexicon))
    return every[:, lmr.COLUMNS.index(relation)]


def _of_strings(pairs: MentionPairs, key: object, compute: Callable[[list[str], list[str]], np.ndarray]) -> np.ndarray:
    """What `compute` gives for the strings, found once for all features with this key: the number and its bins."""
    return pairs.once(("strings", key), lambda: pairs.by_value("as_written", compute))


def _map(function: Callable[[str], str], names: Sequence[str]) -> list[str]:
    """The function of each name, computed once a name."""
    found = {name: function(name) for name in dict.fromkeys(names)}
    return [found[name] for name in names]


def _lower(names: Sequence[str]) -> list[str]:
    return _map(str.lower, names)


def _last(names: Sequence[str]) -> list[str]:
    return _map(lambda name: name.lower().rpartition(" ")[2], names)


def _first(names: Sequence[str]) -> list[str]:
    return _map(lambda name: name.lower().partition(" ")[0], names)
