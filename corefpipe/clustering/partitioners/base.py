"""The base class of partitioners, and the checks of what they are given."""

from __future__ import annotations

from abc import ABC, abstractmethod
from numbers import Integral
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.partitioners.embedding import embedded
from corefpipe.clustering.settings import Range, Threshold, check_setting, check_settings
from corefpipe.exceptions import LinksError, SettingError

Input = Literal["distances", "vectors"]
RandomState = int | np.random.RandomState

_Seed = Annotated[int, Range(0, 2**32 - 1, "It must be a whole number from 0 to 4294967295, or a RandomState")]
_ASYMMETRY = 1e-9
"""Largest difference of d(x, y) and d(y, x), as a share of the largest distance: what rounding leaves."""


class Partitioner(ABC):
    """Splits items into clusters by their distances or vectors. Partitioners are frozen dataclasses of settings.

    `partition` checks what it is given; subclasses define `split`, and `cut` if they can stop at a distance.

    >>> from corefpipe.clustering.partitioners import SingleLinkage
    >>> SingleLinkage().partition([[0, 1, 9], [1, 0, 9], [9, 9, 0]], n_clusters=2).tolist()
    [0, 0, 1]

    Attributes:
        takes: what `partition` takes, `distances` or `vectors`.
        has_threshold: whether a largest distance may stand for the number of clusters.
    """

    __slots__ = ()
    takes: ClassVar[Input] = "distances"
    has_threshold: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_settings(self)

    @abstractmethod
    def split(self, items: np.ndarray, n_clusters: int, random_state: int) -> np.ndarray:
        """(n,) int labels of any numbers; fewer than K different ones are made K by `partition`.

        Args:
            items: (n, n) distances or (n, n_columns) vectors, float64, valid; not to be changed.
            n_clusters: K, above 1 and below n.
            random_state: seed; deterministic partitioners ignore it.
        """

    def cut(self, items: np.ndarray, threshold: float) -> np.ndarray:
        """(n,) int labels of any numbers: clusters at distances below a threshold, for `has_threshold`."""
        raise NotImplementedError

    def partition(
        self,
        items: Any,
        n_clusters: int | None = None,
        *,
        threshold: float | None = None,
        random_state: RandomState = 0,
    ) -> np.ndarray:
        """Cluster items.

        Args:
            items: (n, n) symmetric distances, 0 or more, or (n, n_columns) vectors; `takes` says which.
            n_clusters: K, the number of clusters.
            threshold: instead of K, the distance from which on clusters are not merged.
            random_state: seed, from 0 on, or a `RandomState`, of which the next number is the seed.

        Returns:
            (n,) int32 labels, numbered from 0 by first item.

        Raises:
            LinksError: an array of another shape, or with values that are not finite; distances that are negative or
                asymmetric, or a diagonal that is not 0.
            SettingError: K outside 1 to n, a threshold that is no number or not supported, or both or neither.
        """
        array = check_distances(items) if self.takes == "distances" else check_vectors(items)
        seed = _seed(random_state)
        n = len(array)
        if threshold is not None:
            self._check_threshold(threshold, n_clusters)
            return by_first_item(self.cut(array, float(threshold)) if n > 1 else np.zeros(n, dtype=np.int64))
        k = self._check_clusters(n_clusters, n)
        if k in (1, n) or n == 0:
            return np.arange(n, dtype=np.int32) if k == n else np.zeros(n, dtype=np.int32)
        return by_first_item(_exactly(self.split(array, k, seed), k))

    def partition_distances(
        self,
        distances: Any,
        n_clusters: int | None = None,
        *,
        threshold: float | None = None,
        random_state: RandomState = 0,
    ) -> np.ndarray:
        """As `partition`, from distances in any case: one that takes vectors is given those of `embedded`."""
        distances = check_distances(distances)
        items = embedded(distances) if self.takes == "vectors" else distances
        return self.partition(items, n_clusters, threshold=threshold, random_state=random_state)

    def partition_vectors(
        self,
        vectors: Any,
        n_clusters: int | None = None,
        *,
        threshold: float | None = None,
        random_state: RandomState = 0,
    ) -> np.ndarray:
        """As `partition`, from vectors in any case: one that takes distances is given Euclidean ones."""
        items = check_vectors(vectors)
        if self.takes == "distances":
            from scipy.spatial.distance import pdist, squareform

            items = squareform(pdist(items)) if len(items) > 1 else np.zeros((len(items), len(items)))
        return self.partition(items, n_clusters, threshold=threshold, random_state=random_state)

    def _check_threshold(self, threshold: Any, n_clusters: Any) -> None:
        if n_clusters is not None:
            raise SettingError("both n_clusters and a threshold are given", cure="Give one of them")
        if not self.has_threshold:
            raise SettingError(
                f"{type(self).__name__} cannot stop at a distance", cure="Give n_clusters, or use a linkage"
            )
        check_setting("threshold", threshold, Threshold)
        if threshold < 0:
            raise SettingError(f"threshold is {threshold}", cure="Distances are 0 or more")

    def _check_clusters(self, n_clusters: Any, n: int) -> int:
        if n_clusters is None:
            also = " or a threshold" if self.has_threshold else ""
            raise SettingError("the number of clusters is not known", cure=f"Give n_clusters{also}")
        whole = isinstance(n_clusters, Integral) and not isinstance(n_clusters, bool | np.bool_)
        if not whole or n_clusters < 1 or (n_clusters > n and n):
            raise SettingError(
                f"n_clusters is {n_clusters!r} for {n} items", cure=f"It must be a whole number from 1 to {max(n, 1)}"
            )
        return int(n_clusters)


def _seed(given: Any) -> int:
    if isinstance(given, np.random.RandomState):
        return int(given.randint(2**31 - 1))
    check_setting("random_state", given, _Seed)
    return int(given)


def check_distances(given: Any) -> np.ndarray:
    """(n, n) float64 distances.

    Raises:
        LinksError: another shape, values that are negative or not finite, asymmetry, or a diagonal that is not 0.
    """
    found = _numbers(given, "distances")
    if found.ndim != 2 or found.shape[0] != found.shape[1]:
        raise LinksError(f"distances of shape {found.shape}", cure="Give a square array, one row and column per item")
    _refuse(~np.isfinite(found), found, "distance", "Distances are finite numbers; replace missing ones")
    _refuse(found < 0, found, "distance", "Distances are 0 or more; subtract the lowest one")
    off = np.flatnonzero(np.diagonal(found))
    if len(off):
        raise LinksError(
            f"the distance of item {off[0]} to itself is {found[off[0], off[0]]:g}",
            cure="Set the diagonal to 0; similarities must be turned into distances first",
        )
    wrong = np.abs(found - found.T) > _ASYMMETRY * found.max(initial=0.0)
    if wrong.any():
        i, j = np.argwhere(wrong)[0].tolist()
        raise LinksError(
            f"the distance of items {i} and {j} is {found[i, j]:g} one way and {found[j, i]:g} the other",
            cure="Distances are symmetric; take the mean of the array and its transpose",
        )
    return found


def check_vectors(given: Any) -> np.ndarray:
    """(n, n_columns) float64 vectors.

    Raises:
        LinksError: another shape, or values that are not finite.
    """
    found = _numbers(given, "vectors")
    if found.ndim != 2 or (len(found) and not found.shape[1]):
        raise LinksError(f"vectors of shape {found.shape}", cure="Give an array with one row per item")
    _refuse(~np.isfinite(found), found, "value", "Vectors are finite numbers; replace missing values")
    return found


def _numbers(given: Any, what: str) -> np.ndarray:
    try:
        found = np.asarray(given)
    except ValueError as error:  # a ragged list
        raise LinksError(f"{what} are no array: {error}", cure="Give rows of equal length") from error
    if found.dtype.kind not in "biuf":
        raise LinksError(f"{what} of type {found.dtype}", cure="Give a dense array of real numbers")
    return found.astype(np.float64, copy=False)


def _refuse(wrong: np.ndarray, array: np.ndarray, what: str, cure: str) -> None:
    if wrong.any():
        i, j = np.argwhere(wrong)[0].tolist()
        raise LinksError(f"the {what} in row {i}, column {j} is {array[i, j]}", cure=cure)


def _exactly(labels: np.ndarray, n_clusters: int) -> np.ndarray:
    """The same labels with K clusters: while there are fewer, as of equal items, the last item of a largest one leaves.

    It becomes a cluster of its own.
    """
    labels = np.unique(labels, return_inverse=True)[1]
    for number in range(int(labels.max()) + 1, n_clusters):
        largest = np.bincount(labels).argmax()
        labels[np.flatnonzero(labels == largest)[-1]] = number
    return labels
