"""Constraints of clustering: items that must, or must not, be in one cluster, and items that start one."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import breadth_first_order

from corefpipe.clustering.disjoint_sets import DisjointSets
from corefpipe.clustering.groups import Groups, no_pairs
from corefpipe.clustering.packed_values import PackedValues
from corefpipe.exceptions import LinksError

MOST_APART = 2**18
"""Largest number of pairs of entities that `Constraints.of_entities` keeps apart."""


def _neighbours(items: np.ndarray) -> np.ndarray:
    """(n_pairs, 2) int, each item with those after it: with all if there are at most `MOST_APART` such pairs."""
    reach = min(len(items) - 1, max(1, MOST_APART // max(len(items), 1)))
    pairs = [np.stack([items[:-distance], items[distance:]], axis=1) for distance in range(1, reach + 1)]
    return np.concatenate([no_pairs(), *pairs])


@dataclass(slots=True, frozen=True, eq=False)
class Constraints:
    """Pairs of items of one set that must, or must not, be in one cluster, and items that must start one.

    They hold for whole clusters: items joined by a chain of `together` pairs form a *group*, which stays in one
    cluster, and an `apart` pair keeps the groups of both items in two clusters, whatever third items join them. An item
    that `starts` is the first one of its cluster: it is apart from all items before it, and later ones may join it.
    Items with different known `values` in one column, such as two genders, are apart: a cluster has one value a column.

    Links lead from an item only to those with the same number in `within`: "I" in a quotation is compared with the "I"
    of that quotation alone. This holds for the link, not for the cluster, which `together` pairs may join with others.

    A `weak` pair forbids the link between its two items, and any other link between their clusters but one of which the
    scores are sure. Only decoders from left to right tell it from the other `apart` pairs.

    Decoders that process items from left to right honour `starts` in linear time, and so do those that merge along
    single links. The others, which compare all pairs of a connected component over the links that gain, store one
    forbidden pair for each such item and each item before it in its component. Decoders from left to right honour
    `values` in linear time; for the others they become pairs (see `Groups.in_pairs`).

    >>> from corefpipe.clustering import Constraints
    >>> constraints = Constraints(together=[(0, 3)], apart=[(3, 4)])
    >>> constraints.groups(n_items=5).number.tolist()
    [0, 1, 2, 0, 3]

    Attributes:
        together: (n_pairs, 2) int, pairs that must be in one cluster; also given as a sequence of pairs, or as None.
        apart: (n_pairs, 2) int, pairs that must not.
        starts: (n_items,) bool, whether an item must start a cluster; None if none must.
        values: (n_items, n_columns) int, -1 where nothing is known of an item; None without columns.
        within: (n_items,) int, the number of the unit that the links of each item may not leave, -1 for the items of
            none; None without units.
        weak: (n_pairs,) bool, which `apart` pairs give way to sure links; None if none does.
    """

    together: np.ndarray = field(default_factory=no_pairs)
    apart: np.ndarray = field(default_factory=no_pairs)
    starts: np.ndarray | None = None
    values: np.ndarray | None = None
    within: np.ndarray | None = None
    weak: np.ndarray | None = None

    def __post_init__(self) -> None:
        for name in ("together", "apart"):
            given = getattr(self, name)
            pairs = no_pairs() if given is None else np.asarray(given)
            object.__setattr__(self, name, pairs if pairs.size else no_pairs())
        for name in ("starts", "values", "within", "weak"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, np.asarray(getattr(self, name)))

    @classmethod
    def of_entities(cls, entity: np.ndarray, apart: np.ndarray) -> Constraints:
        """Constraints of items some of whose entities are known: one cluster per entity.

        The number of pairs is linear in that of the items, plus one for each pair of entities. Of more than 512
        entities, each is only kept apart from those that first appear next, so that there are at most `MOST_APART` of
        these pairs.

        Args:
            entity: (n_items,) int, the entity of each item, -1 if unknown.
            apart: (n_items,) or (n_items, n) int, entities that the item does not belong to, -1 for none.

        Raises:
            LinksError: arrays that do not fit each other, or an item of an entity that it does not belong to.
        """
        for name, column, dimensions in (("entity", entity, 1), ("apart", apart, 2)):
            fits = column.shape[:1] == entity.shape[:1] and 1 <= column.ndim <= dimensions
            if not fits or not np.issubdtype(column.dtype, np.integer):
                raise LinksError(
                    f"'{name}' has shape {column.shape} and type {column.dtype} for {len(entity)} items",
                    cure="Give one integer per item, -1 where nothing is known",
                )
        apart = apart.reshape(len(entity), -1) if apart.size else apart.reshape(len(entity), 1)
        wrong = np.flatnonzero(((entity >= 0)[:, None] & (entity[:, None] == apart)).any(axis=1))
        if len(wrong):
            number = entity[wrong[0]]
            raise LinksError(
                f"item {wrong[0]} is of entity {number} and not of entity {number}", cure="Correct 'entity' or 'apart'"
            )
        together: list[tuple[int, int]] = []
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        for item, number in enumerate(entity.tolist()):
            if number in last:
                together.append((last[number], item))
            if number >= 0:
                first.setdefault(number, item)
                last[number] = item
        unknown = np.argwhere((entity < 0)[:, None] & (apart >= 0)).tolist()
        others = [(item, first[number]) for item, at in unknown if (number := int(apart[item, at])) in first]
        rivals = _neighbours(np.array(list(first.values()), dtype=np.int64))
        return cls(np.array(together), np.concatenate([rivals, np.array(others, dtype=np.int64).reshape(-1, 2)]))

    @classmethod
    def of_known(cls, entity: np.ndarray) -> Constraints:
        """Constraints of items whose clusters are known: one cluster each, and no other items' clusters join them.

        Their number is linear in that of the items: what keeps clusters apart are `values`.

        Args:
            entity: (n_items,) int, the cluster of each item, -1 if unknown.
        """
        known = np.flatnonzero(entity >= 0)
        order = known[np.argsort(entity[known], kind="stable")]
        same = entity[order[1:]] == entity[order[:-1]]
        return cls(np.stack([order[:-1][same], order[1:][same]], axis=1), values=entity.reshape(-1, 1))

    @property
    def empty(self) -> bool:
        """Whether there are none; `Groups.free` is whether existing ones have no effect."""
        arrays = self.starts, self.values, self.within
        return not (self.together.size or self.apart.size) and all(one is None for one in arrays)

    @property
    def are_weak(self) -> np.ndarray:
        """(n_pairs,) bool, which of the `apart` pairs give way to sure links."""
        return np.zeros(len(self.apart), dtype=bool) if self.weak is None else self.weak

    @property
    def of_one_unit(self) -> bool:
        """Whether links may lead from each item to each other one, as far as units count."""
        return self.within is None or len(np.unique(self.within)) <= 1

    def check(self, n_items: int) -> Constraints:
        """Return self if the constraints fit a set of that many items and do not contradict each other.

        Raises:
            LinksError: as in `groups`.
        """
        self.groups(n_items)
        return self

    def forbids(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n,) bool: whether pairs of items must be apart by themselves, whatever other items they are joined to.

        Args:
            one: (n,) int, items.
            other: (n,) int, items.
        """
        size = int(max(self.apart.max(initial=0), one.max(initial=0), other.max(initial=0))) + 1
        keys = np.minimum(*self.apart.T) * size + np.maximum(*self.apart.T)
        found = np.isin(np.minimum(one, other) * size + np.maximum(one, other), keys)
        if self.values is not None:
            found |= PackedValues.of(self.values).differ(one, other)
        if self.starts is not None:
            found |= self.starts[np.maximum(one, other)] & (one != other)
        if self.within is not None:
            found |= self.within[one] != self.within[other]
        return found

    def groups(self, n_items: int) -> Groups:
        """The groups of items that must stay together, which groups must be apart, and which start a cluster.

        Raises:
            LinksError: arrays of another shape or type, items outside the set, or items that `together` pairs join
                although they must be apart, or one of them must start a cluster.
        """
        self._check_items(n_items)
        number = self.components(n_items)
        one, other = number[self.apart].T
        if (one == other).any():
            raise self._contradiction(n_items, int((one == other).argmax()))
        size = max(n_items, 1)
        key, place = np.unique(np.minimum(one, other) * size + np.maximum(one, other), return_inverse=True)
        apart = np.stack([key // size, key % size], axis=1)
        weak = np.ones(len(apart), dtype=bool)
        weak[place[~self.are_weak]] = False
        return Groups(number, apart, self._group_starts(number), self._group_values(number), weak)

    def components(self, n_items: int) -> np.ndarray:
        """(n_items,) int64, the group of each item; groups are numbered from 0 by their first items."""
        sets = DisjointSets(n_items)
        for pair in self.together.tolist():
            one, other = map(sets.root, pair)
            sets.join(min(one, other), max(one, other))
        first = sets.roots()
        number: np.ndarray = np.cumsum(first == np.arange(n_items))[first] - 1
        return number

    def settled(self, n_items: int) -> np.ndarray:
        """(n_items,) bool: whether an earlier item is in the same group, so that there is nothing to choose."""
        return self.groups(n_items).previous() >= 0

    def _check_items(self, n_items: int) -> None:
        """Raise LinksError unless there are pairs of items of the set, and one bool per item."""
        for name, pairs in (("together", self.together), ("apart", self.apart)):
            if pairs.ndim != 2 or pairs.shape[1] != 2 or not np.issubdtype(pairs.dtype, np.integer):
                raise LinksError(
                    f"'{name}' has shape {pairs.shape} and type {pairs.dtype}",
                    cure="Give one row of two item numbers per pair",
                )
            if pairs.min(initial=0) < 0 or pairs.max(initial=-1) >= n_items:
                outside = ((pairs < 0) | (pairs >= n_items)).any(axis=1)
                one, other = pairs[int(outside.argmax())].tolist()
                raise LinksError(
                    f"'{name}' has the pair ({one}, {other}) in a set of {n_items} items",
                    cure="Items are numbered from 0 within their set",
                )
        if self.weak is not None and (self.weak.shape != (len(self.apart),) or self.weak.dtype != bool):
            raise LinksError(
                f"'weak' has shape {self.weak.shape} and type {self.weak.dtype} for {len(self.apart)} pairs",
                cure="Give one bool per pair of 'apart'",
            )
        if self.starts is not None and (self.starts.shape != (n_items,) or self.starts.dtype != bool):
            raise LinksError(
                f"'starts' has shape {self.starts.shape} and type {self.starts.dtype} for {n_items} items",
                cure="Give one bool per item",
            )
        if self.within is not None and (
            self.within.shape != (n_items,) or not np.issubdtype(self.within.dtype, np.integer)
        ):
            raise LinksError(
                f"'within' has shape {self.within.shape} and type {self.within.dtype} for {n_items} items",
                cure="Give one integer per item, -1 for the items of no unit",
            )
        if self.values is not None and (
            self.values.ndim != 2 or len(self.values) != n_items or not np.issubdtype(self.values.dtype, np.integer)
        ):
            raise LinksError(
                f"'values' has shape {self.values.shape} and type {self.values.dtype}",
                cure="Give one row of integers per item, -1 where nothing is known",
            )

    def _group_values(self, number: np.ndarray) -> np.ndarray:
        """(n_groups, n_columns) int64, the known values of each group, from the group of each item."""
        n_groups = int(number.max(initial=-1)) + 1
        if self.values is None:
            return np.zeros((n_groups, 0), dtype=np.int64)
        found = np.full((n_groups, self.values.shape[1]), -1, dtype=np.int64)
        np.maximum.at(found, number, self.values)
        wrong = (self.values >= 0) & (self.values != found[number])
        if wrong.any():
            item, column = np.argwhere(wrong)[0].tolist()
            same = (number == number[item]) & (self.values[:, column] == found[number[item], column])
            other = int(same.argmax())
            raise LinksError(
                f"items {min(item, other)} and {max(item, other)} have different values in column {column}, "
                "but 'together' joins them",
                cure="Correct 'values' or 'together'",
            )
        return found

    def _group_starts(self, number: np.ndarray) -> np.ndarray:
        """(n_groups,) bool: whether the first item of each group must start a cluster, from the group of each item."""
        first = np.unique(number, return_index=True)[1]
        if self.starts is None:
            return np.zeros(len(first), dtype=bool)
        later = self.starts.copy()
        later[first] = False
        if later.any():
            item = int(later.argmax())
            raise LinksError(
                f"item {item} must start a cluster, but 'together' joins it to item {first[number[item]]} before it",
                cure="Correct 'starts' or 'together'",
            )
        found: np.ndarray = self.starts[first]
        return found

    def _contradiction(self, n_items: int, pair: int) -> LinksError:
        """The error for an `apart` pair of one group, with a shortest chain of `together` pairs between its items."""
        one, other = self.apart[pair].tolist()
        graph = sparse.coo_matrix((np.ones(len(self.together)), self.together.T), shape=(n_items, n_items)).tocsr()
        before = breadth_first_order(graph, one, directed=False)[1]
        chain = [other]
        while chain[-1] != one:
            chain.append(int(before[chain[-1]]))
        return LinksError(
            f"items {one} and {other} must be apart, but 'together' joins them: {' = '.join(map(str, chain[::-1]))}",
            cure="Remove one of these pairs",
        )
