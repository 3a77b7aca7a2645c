"""Rules: nearest neighbours, of texts by their trigrams and of vectors by Euclidean distance."""

# Types are no strings here: see `base`.

import warnings
from collections import Counter
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from scipy import sparse

from corefpipe.clustering.blocking.base import BlockingRule, FieldRule
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.registry import register_blocking
from corefpipe.clustering.settings import Count, Range
from corefpipe.exceptions import CorefpipeWarning, LinksError

_CELLS = 8_000_000  # products of n-grams summed at once, of at most 12 bytes each
_FLOOR = 0.1  # least cosine of a neighbour
_FEWEST = 10  # neighbours that a record may have in any set

Cosine = Annotated[float, Range(0, 1, "It must be a cosine from 0 to 1")]


@register_blocking("nearest_texts")
@dataclass(slots=True, frozen=True)
class NearestTexts(FieldRule):
    """Pairs of records whose texts have a high cosine of TF-IDF vectors of letter n-grams.

    A record is paired with all others above a cosine, so that large clusters are complete, and with its nearest ones
    whatever their cosine, if it is above 0.1. In a large set it is paired with fewer, so that time and memory grow with
    the number of records, not with its square.

    Args:
        fields: the fields whose values are joined; none are all.
        above: the cosine from which on all are candidates.
        nearest: number of the nearest records that are candidates in any case.
        budget: pairs of a set that its records share equally, but 10 per record are allowed in any case; at most a
            quarter of them are spent on pairs below `above`.
        letters: length of the n-grams.
        common: n-grams in more records than this count for nothing: they take most of the time and say least. Records
            of which there are more copies than this have no candidates, with a `CorefpipeWarning`: compare a few
            copies, as `corefpipe cluster` does.
    """

    above: Cosine = 0.2
    nearest: Count = 50
    budget: Count = 400_000
    letters: Count = 3
    common: Count = 1000

    def pairs(self, items: ItemSets) -> np.ndarray:
        """(n_pairs, 2) int64, pairs of different items of one set."""
        texts = self.joined(items)
        self._warn_of_copies(texts)
        vectors = self._vectors(texts)
        if vectors is None:
            return np.zeros((0, 2), dtype=np.int64)
        turned = vectors.T.tocsr()
        # Number of products that the row of each record takes.
        cost = np.append(0, np.cumsum(vectors.astype(bool) @ np.diff(turned.indptr)))
        most = max(_FEWEST, self.budget // items.n_items)
        found = []
        first = 0
        while first < items.n_items:
            last = max(first + 1, int(np.searchsorted(cost, cost[first] + _CELLS, side="right")) - 1)
            found.append(self._neighbours(vectors[first:last] @ turned, first, most))
            first = last
        return np.concatenate(found)

    def _warn_of_copies(self, texts: list[str]) -> None:
        text, copies = Counter(texts).most_common(1)[0] if texts else ("", 0)
        if text and copies > self.common:
            warnings.warn(
                f"{copies:,} records have the text {text!r:.60} and get no candidates. Give a few copies of each, as "
                "`corefpipe cluster` does, or a higher `common`",
                CorefpipeWarning,
                stacklevel=2,
            )

    def _vectors(self, texts: list[str]) -> sparse.csr_matrix | None:
        """(n_items, n_ngrams) CSR float32 of norm 1; None if no n-gram is in two texts."""
        from sklearn.feature_extraction.text import TfidfVectorizer  # takes long to import

        vectorizer = TfidfVectorizer(
            analyzer="char_wb", ngram_range=(self.letters, self.letters), lowercase=False, sublinear_tf=True,
            min_df=min(2, len(texts)), max_df=max(2, min(self.common, len(texts))), dtype=np.float32,
        )  # fmt: skip
        try:
            return vectorizer.fit_transform(texts).tocsr()
        except ValueError as error:
            if "no terms remain" in str(error).lower() or "empty vocabulary" in str(error):
                return None
            raise

    def _neighbours(self, cosines: sparse.csr_matrix, first: int, most: int) -> np.ndarray:
        """(n_pairs, 2) int64, the neighbours of consecutive records from their (n, n_items) cosines, `most` of each."""
        above = cosines.data > _FLOOR
        sizes = np.diff(cosines.indptr)
        for row in np.flatnonzero(sizes > most + 1).tolist():  # most cells of long rows are not looked at again
            own = slice(cosines.indptr[row], cosines.indptr[row + 1])
            values, least = cosines.data[own], sizes[row] - most - 1
            above[own] &= values >= np.partition(values, least)[least]
        kept = np.flatnonzero(above)
        one = np.searchsorted(cosines.indptr, kept, side="right") - 1 + first
        other = cosines.indices[kept].astype(np.int64)
        # Larger for larger cosines, and of equal ones for earlier records: bits of positive floats order as they do.
        rank_by = (cosines.data[kept].view(np.int32).astype(np.int64) << 32) + (2**32 - 1 - other)
        chosen = _best_of_each(one, rank_by, most + 1)  # the record itself may be among them
        one, other, value = one[chosen], other[chosen], cosines.data[kept[chosen]]
        others = one != other
        one, other, value = one[others], other[others], value[others]
        rank = np.arange(len(one)) - np.searchsorted(one, one)
        near = (rank < min(self.nearest, most // 4)) | ((value >= self.above) & (rank < most))
        return np.stack([one[near], other[near]], axis=1)


def _best_of_each(groups: np.ndarray, values: np.ndarray, most: int) -> np.ndarray:
    """Positions of the `most` largest values of each group, by group, the largest first.

    Only these are sorted, so that a group of very many values takes time in proportion to their number.

    Args:
        groups: (n,) int, ascending.
        values: (n,) int64, different within a group.
        most: how many of each.
    """
    kept = np.ones(len(groups), dtype=bool)
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    sizes = np.diff(starts, append=len(groups))
    large = sizes > most
    for start, size in zip(starts[large].tolist(), sizes[large].tolist(), strict=True):
        own = values[start : start + size]
        kept[start : start + size] = own >= np.partition(own, size - most)[size - most]
    at = np.flatnonzero(kept)
    return at[np.lexsort((-values[at], groups[at]))]


@register_blocking("nearest_vectors")
@dataclass(slots=True, frozen=True)
class NearestVectors(BlockingRule):
    """Pairs of vectors of which one is among the nearest of the other, by Euclidean distance.

    Args:
        nearest: number of the nearest vectors.
    """

    nearest: Count = 20

    def pairs(self, items: ItemSets) -> np.ndarray:
        """(n_pairs, 2) int64, pairs of different items of one set."""
        if items.array is None:
            raise LinksError("a rule for vectors blocks records", cure="The rule `nearest_texts` blocks these")
        from sklearn.neighbors import NearestNeighbors  # takes long to import

        nearest = min(self.nearest, items.n_items - 1)
        other = NearestNeighbors(n_neighbors=nearest).fit(items.array).kneighbors(return_distance=False)
        return np.stack([np.repeat(np.arange(items.n_items), nearest), other.ravel()], axis=1).astype(np.int64)
