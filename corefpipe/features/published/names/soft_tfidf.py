"""TF-IDF, SoftTFIDF and Jaro-Winkler similarities of names (Cohen, Ravikumar & Fienberg 2003)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import numpy as np

from corefpipe.clustering.comparing import weighted_words
from corefpipe.clustering.comparing.similarity import jaro_winkler
from corefpipe.features.engine.learned import learned, model_of
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import numeric
from corefpipe.features.engine.table import MentionTable

_SOURCE = "Cohen, Ravikumar & Fienberg 2003, section 2"
_SHARES = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.999)  # bins of similarities from 0 to 1


@numeric(*_SHARES, source=_SOURCE)
def whole_jaro_winkler(pairs: MentionPairs) -> np.ndarray:
    """Jaro-Winkler similarity of the strings, in lower case."""

    def alike(ante: list[str], ana: list[str]) -> np.ndarray:
        return jaro_winkler([name.lower() for name in ante], [name.lower() for name in ana])

    return pairs.once("whole_jaro_winkler", lambda: pairs.by_value("as_written", alike))


@numeric(*_SHARES, source=_SOURCE, learned="word_counts")
def tfidf_cosine(pairs: MentionPairs) -> np.ndarray:
    """Cosine of the TF-IDF vectors of the words."""
    counts = model_of(pairs.table, "word_counts").counts
    return pairs.once(
        "tfidf_cosine", lambda: pairs.by_value("as_written", lambda a, b: weighted_words.tfidf_cosine(a, b, counts))
    )


@numeric(*_SHARES, source=_SOURCE, learned="word_counts")
def soft_tfidf(pairs: MentionPairs) -> np.ndarray:
    """SoftTFIDF of the antecedent's words to the anaphor's, Jaro-Winkler above 0.9."""
    counts = model_of(pairs.table, "word_counts").counts
    return pairs.once(
        "soft_tfidf", lambda: pairs.by_value("as_written", lambda a, b: weighted_words.soft_tfidf(a, b, counts))
    )


@learned("word_counts")
class MentionWordCounts:
    """Document frequencies of words for TF-IDF; each mention of the training documents is a document.

    Attributes:
        counts: the document frequencies.
    """

    def __init__(self) -> None:
        self.counts = weighted_words.WordCounts()

    def fit(self, tables: Sequence[MentionTable], labels: Sequence[np.ndarray]) -> MentionWordCounts:
        """Count the words of all mentions; the chains are not used."""
        self.counts = weighted_words.WordCounts.of([name for table in tables for name in table.values("as_written")])
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
        self.counts = weighted_words.WordCounts(dict(zip(words, counts.tolist(), strict=True)), total)
