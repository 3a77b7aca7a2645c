"""Sets of texts, and their pair features: TF-IDF cosines and a constant (Finley & Joachims 2005, section 7)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from porter import stem
from scipy import sparse
from sklearn.feature_extraction.text import TfidfVectorizer

from corefpipe.clustering import Links

GRAMS = (1, 2, 3)  # uni-, bi- and trigrams
_WORD = re.compile(r"\w+")

Text = Mapping[str, str]
"""The fields of a text, by name."""


@dataclass(frozen=True, slots=True)
class TextSet:
    """Texts to cluster, and the true cluster of each: (n_texts,) int."""

    texts: Sequence[Text]
    labels: np.ndarray


def words(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return _WORD.findall(text.lower())


def stems(text: str) -> list[str]:
    """The stems of the words of a text (Porter 1980)."""
    return [stem(word) for word in words(text)]


class Cosines:
    """Turns sets of texts into links of all pairs: per field a cosine for each n and form of words, and a constant.

    Attributes:
        fields: names of the fields.
        names: names of the columns.
    """

    def __init__(self, fields: Sequence[str]):
        self.fields = tuple(fields)
        self._vectorizers = {
            f"{field}, {n}-grams of {analyse.__name__}": (
                field,
                TfidfVectorizer(ngram_range=(n, n), tokenizer=analyse, token_pattern=None, lowercase=False),
            )
            for field in fields
            for n in GRAMS
            for analyse in (words, stems)
        }
        self.names = [*self._vectorizers, "constant"]

    def fit(self, sets: Sequence[TextSet]) -> Cosines:
        """Count documents on the texts of all sets: words that are not seen here, such as new names, are ignored."""
        for field, vectorizer in self._vectorizers.values():
            vectorizer.fit([text[field] for one in sets for text in one.texts])
        return self

    def links(self, sets: Sequence[TextSet]) -> Links:
        """All pairs of each set with their cosines; links to the dummy have no features."""
        links = Links.windows([len(one.texts) for one in sets])
        pair = np.flatnonzero(links.antecedent >= 0)
        columns = np.ones((len(pair), len(self.names)), dtype=np.float32)
        for number, (field, vectorizer) in enumerate(self._vectorizers.values()):
            rows = vectorizer.transform([text[field] for one in sets for text in one.texts])  # of length 1, or 0
            columns[:, number] = products(rows, [len(one.texts) for one in sets])
        features = np.zeros((links.n_links, len(self.names)), dtype=np.float32)
        features[pair] = columns
        return links.with_features(features)


def products(rows: sparse.csr_matrix, sizes: Sequence[int]) -> np.ndarray:
    """(n_pairs,) inner products of the rows of each pair of texts, in the order of `Links.windows`."""
    ends = np.cumsum([0, *sizes])
    found = [np.zeros(0)]
    for lo, hi in pairwise(ends.tolist()):
        own = (rows[lo:hi] @ rows[lo:hi].T).toarray()
        found.append(own[np.tril_indices(hi - lo, -1)])
    return np.concatenate(found)
