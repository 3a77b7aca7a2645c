"""Links: for each item of some item sets its candidate antecedents, as index arrays and one feature matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from corefpipe.clustering.grouping import group_bounds, group_members, set_numbers, stacked_rows, with_dummies
from corefpipe.clustering.labels import set_labels
from corefpipe.clustering.link_checks import (
    NO_ARRAY,
    check_bounds,
    check_candidates,
    check_features,
    link_place,
    set_sizes,
)
from corefpipe.exceptions import LinksError
from corefpipe.utils.text import with_article


@dataclass(slots=True, frozen=True)
class Links:
    """Candidate links of one or more item sets, each from an item to an earlier item of its set or to the dummy.

    Items are numbered from 0 within their set, in their natural order. The links of an item are contiguous: first the
    link to the dummy, which starts a cluster, then those to its candidate antecedents in ascending order.

    As a sequence it consists of item sets: `len(links)` is their number, `links[i]` is set i as Links of one set, and
    `links[1:3]`, `links[[4, 0]]` or `links[mask]` are the Links of several. `n_links` is the number of links.

    >>> from corefpipe.clustering import Links
    >>> links = Links.windows([3])  # three items of one set
    >>> item, antecedent = links.ends()  # antecedent -1: starts a cluster
    >>> list(zip(item.tolist(), antecedent.tolist()))
    [(0, -1), (1, -1), (1, 0), (2, -1), (2, 0), (2, 1)]

    Attributes:
        sets: (n_sets + 1,) int64, where the items of each set begin in `indptr`.
        indptr: (n_items + 1,) int64, where the links of each item begin.
        antecedent: (n_links,) int32, number of the antecedent in its set, -1 for the dummy.
        features: (n_links, n_features) CSR matrix, one row per link.
        teaching: (n_links,) bool, which correct links may serve as the positive example of their item in training a
            classifier of single links (Ng & Cardie 2002: no pronoun as antecedent of another noun phrase); None if
            that is unknown.
    """

    sets: np.ndarray
    indptr: np.ndarray
    antecedent: np.ndarray
    features: sparse.csr_matrix
    teaching: np.ndarray | None = None

    @property
    def n_sets(self) -> int:
        """Number of item sets."""
        return len(self.sets) - 1

    @property
    def n_items(self) -> int:
        """Number of items in all sets."""
        return len(self.indptr) - 1

    @property
    def n_links(self) -> int:
        """Number of links in all sets, dummies included."""
        return len(self.antecedent)

    def __len__(self) -> int:
        return self.n_sets

    def __array__(self, *args: Any, **kwargs: Any) -> np.ndarray:
        raise LinksError("links cannot become an array", cure=NO_ARRAY)

    def __getitem__(self, which: int | slice | Sequence[int] | np.ndarray) -> Links:
        """The Links of one set by its number, or of several sets by a slice, a sequence of numbers or a boolean mask.

        Raises:
            IndexError: a number or mask outside the range of sets.
            TypeError: any other key.
        """
        chosen = set_numbers(which, self.n_sets)
        if len(chosen) and (np.diff(chosen) == 1).all():
            return self._run(int(chosen[0]), int(chosen[-1]) + 1)
        items, sizes = group_members(self.sets, chosen)
        rows, counts = group_members(self.indptr, items)
        teaching = None if self.teaching is None else self.teaching[rows]
        return Links(group_bounds(sizes), group_bounds(counts), self.antecedent[rows], self.features[rows], teaching)

    def __iter__(self) -> Iterator[Links]:
        """The item sets one by one, each as Links of one set."""
        return (self._run(number, number + 1) for number in range(self.n_sets))

    def _run(self, begin: int, end: int) -> Links:
        """The sets from `begin` to before `end`."""
        sets = self.sets[begin : end + 1]
        indptr = self.indptr[sets[0] : sets[-1] + 1]
        rows = slice(indptr[0], indptr[-1])
        teaching = None if self.teaching is None else self.teaching[rows]
        return Links(sets - sets[0], indptr - indptr[0], self.antecedent[rows], self.features[rows], teaching)

    def item(self) -> np.ndarray:
        """(n_links,) int32 the item of each link, by its number within its set."""
        number = np.arange(self.n_items) - np.repeat(self.sets[:-1], np.diff(self.sets))
        return np.repeat(number, np.diff(self.indptr)).astype(np.int32)

    def ends(self) -> tuple[np.ndarray, np.ndarray]:
        """(n_links,) item of each link, and (n_links,) antecedent, -1 for the dummy; numbered through all sets."""
        counts = np.diff(self.indptr)
        first = np.repeat(np.repeat(self.sets[:-1], np.diff(self.sets)), counts)
        return np.repeat(np.arange(self.n_items), counts), np.where(self.antecedent < 0, -1, self.antecedent + first)

    def slices(self) -> pairwise[tuple[int, int]]:
        """(begin, end) of the links of each item; end is exclusive."""
        return pairwise(self.indptr.tolist())

    def place(self, link: int) -> str:
        """Describe a link for error messages: item, antecedent and set, by number."""
        return link_place(self.sets, self.indptr, self.antecedent, link)

    def bare(self) -> Links:
        """The same links without features."""
        return replace(self, features=sparse.csr_matrix((self.n_links, 0), dtype=np.float32))

    def with_features(self, features: sparse.csr_matrix | np.ndarray) -> Links:
        """The same links with these features, one row per link.

        Raises:
            LinksError: they are no matrix, or one with another number of rows.
        """
        cure = "Give one row of numbers per link"
        try:
            found = sparse.csr_matrix(features)
        except (ValueError, TypeError) as error:
            raise LinksError(f"the features are no matrix: {error}", cure=cure) from error
        if found.shape[0] != self.n_links:
            raise LinksError(f"{found.shape[0]} rows of features for {self.n_links} links", cure=cure)
        return replace(self, features=found)

    def only(self, kept: np.ndarray) -> Links:
        """Some of the links, by (n_links,) bool; those to the dummy must be among them."""
        indptr = np.append(0, np.cumsum(kept))[self.indptr]
        teaching = None if self.teaching is None else self.teaching[kept]
        return Links(self.sets, indptr, self.antecedent[kept], self.features[kept], teaching)

    @classmethod
    def windows(cls, sizes: Sequence[int], window: int | None = None) -> Links:
        """Links without features, from each item to the dummy and to the items before it.

        Args:
            sizes: number of items of each set.
            window: link only to so many items before it; None is all of them.

        Raises:
            LinksError: sizes that are no whole numbers, 0 or more.
        """
        sets = np.concatenate([[0], np.cumsum(set_sizes(sizes))])
        item = np.arange(sets[-1]) - np.repeat(sets[:-1], np.diff(sets))
        before = item if window is None else np.minimum(item, window)
        indptr = np.concatenate([[0], np.cumsum(before + 1)])
        # The first link of an item is that to the dummy; the antecedents of the others count up to the item.
        antecedent = np.arange(indptr[-1]) - np.repeat(indptr[:-1] - (item - before) + 1, before + 1)
        antecedent[indptr[:-1]] = -1
        return cls.without_features(sets, indptr, antecedent.astype(np.int32))

    @classmethod
    def without_features(cls, sets: np.ndarray, indptr: np.ndarray, antecedent: np.ndarray) -> Links:
        """Links whose features are no columns (see the attributes)."""
        return cls(sets, indptr, antecedent, sparse.csr_matrix((len(antecedent), 0), dtype=np.float32))

    def reorder(self, order: Sequence[np.ndarray]) -> Links:
        """The same pairs and features with the items in another order (Samdani, Chang & Roth 2014, section 5.4).

        A link leads from the item that is now the later of the two; links to the dummy stay with their items.

        Args:
            order: for each set a permutation of its items: which comes first, which second, and so on.

        Raises:
            LinksError: it is not a permutation of the items of each set.
        """
        sizes = np.diff(self.sets).tolist()
        if [sorted(x) for x in order] != [list(range(n)) for n in sizes]:
            raise LinksError(
                "the orders are not permutations of the items", cure="Give one array of item numbers per set"
            )
        inverse = [first + np.argsort(x) for first, x in zip(self.sets.tolist(), order, strict=False)]
        place = np.concatenate([*inverse, [-1]]).astype(np.int64)  # the last entry is the dummy's
        item, antecedent = self.ends()
        own, other = place[item], place[antecedent]
        later, earlier = np.maximum(own, other), np.minimum(own, other)
        row = np.lexsort((earlier, later))
        indptr = np.concatenate([[0], np.cumsum(np.bincount(later, minlength=self.n_items))])
        first = np.repeat(self.sets[:-1], np.diff(self.sets))[later]
        left = np.where(earlier < 0, -1, earlier - first)[row]
        return Links(self.sets, indptr, left.astype(np.int32), self.features[row])

    def check(self, features: bool = True) -> Links:
        """Return these links if they are valid.

        They are if the links of each item lead to the dummy and then to earlier items in ascending order, if all arrays
        fit together, and if all features are finite.

        Args:
            features: whether to check the features and `teaching`, too.

        Raises:
            LinksError: what is wrong, and in which link.
        """
        check_bounds(self.sets, self.indptr, self.antecedent)
        check_candidates(self.sets, self.indptr, self.antecedent)
        if features:
            check_features(self.features, self.teaching, self.n_links, self.place)
        return self

    def coreferent(self, labels: Sequence[np.ndarray]) -> np.ndarray:
        """C(i, j): whether each link is correct under a clustering of each set.

        The link to the dummy is correct for an item that is in one cluster with none of its candidates.

        Args:
            labels: for each set an array, the cluster of each item: ints or strings.

        Returns:
            (n_links,) bool, at least one True per item.

        Raises:
            LinksError: as `check_labels`.
        """
        flat = np.concatenate([np.zeros(0, dtype=np.int64), *self.check_labels(labels)])
        item, antecedent = self.ends()
        same = flat[item] == flat[antecedent]
        return with_dummies(same, self.indptr[:-1])

    def check_labels(self, labels: Sequence[np.ndarray], names: bool = True) -> list[np.ndarray]:
        """For each set its (n_items,) int64 labels.

        Args:
            labels: for each set an array, the label of each item.
            names: whether labels may also be strings, which are then numbered within their set.

        Raises:
            LinksError: another number of sets or items, or labels that are no whole numbers, nor strings where these
                are allowed.
        """
        return set_labels(labels, np.diff(self.sets), "links", names)

    @classmethod
    def of(cls, given: Links | Sequence[Links]) -> Links:
        """Links from Links, or from a sequence of them, which is what scikit-learn's tools split Links into.

        Raises:
            LinksError: the argument is neither.
        """
        if isinstance(given, Links):
            return given
        wrong = type(given).__name__
        if isinstance(given, Sequence) and not isinstance(given, str):
            others = [type(part).__name__ for part in given if not isinstance(part, Links)]
            if not others:
                return cls.stack(given)
            wrong = f"{with_article(wrong)} with {others[0]}"
        raise LinksError(f"expected Links or a sequence of Links, got {wrong}", cure="See `corefpipe.clustering.Links`")

    @classmethod
    def stack(cls, parts: Sequence[Links], n_features: int | None = None) -> Links:
        """The sets of several Links, in order, as one.

        Args:
            parts: the Links.
            n_features: number of features of the result; by default the largest number of any part.
        """
        n_features = n_features or max((p.features.shape[1] for p in parts), default=0)
        if not parts:
            return cls.empty(n_features)
        items = np.cumsum([0] + [p.n_items for p in parts])
        links = np.cumsum([0] + [p.n_links for p in parts])
        return cls(
            np.concatenate([[0], *(p.sets[1:] + n for p, n in zip(parts, items, strict=False))]),
            np.concatenate([[0], *(p.indptr[1:] + n for p, n in zip(parts, links, strict=False))]),
            np.concatenate([p.antecedent for p in parts]),
            stacked_rows([p.features for p in parts], n_features),
            np.concatenate([p.teaching for p in parts]) if all(p.teaching is not None for p in parts) else None,
        )

    @classmethod
    def empty(cls, n_features: int) -> Links:
        """Links of no sets."""
        zero = np.zeros(1, dtype=np.int64)
        return cls(zero, zero, np.zeros(0, dtype=np.int32), sparse.csr_matrix((0, n_features), dtype=np.float32))


def require_links(given: Any) -> Links:
    """The links that were given.

    Raises:
        LinksError: something else.
    """
    if not isinstance(given, Links):
        raise LinksError(f"expected Links, got {type(given).__name__}", cure="`Links.stack` makes one of several")
    return given
