"""Base classes of decoders, and the check of the scores that they are given."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders.cutting import cluster_counts
from corefpipe.clustering.decoders.decoding import Decoding, derived
from corefpipe.clustering.forbidden_links import inside_units
from corefpipe.clustering.groups import Groups
from corefpipe.clustering.links import Links, require_links
from corefpipe.clustering.registry import DECODERS
from corefpipe.clustering.settings import LARGEST, check_settings
from corefpipe.exceptions import LinksError, SettingError
from corefpipe.utils.text import with_article


class Decoder(ABC):
    """Turns the scores of links into clusters. Decoders are frozen dataclasses whose fields are their settings.

    The types of the fields declare their ranges, which are checked on construction (see `clustering.settings`).
    `decode` and `decode_all` check what they are given, and `cluster`, which subclasses define, does the work.

    >>> from corefpipe.clustering.decoders import BestLinkDecoder, Decoder
    >>> isinstance(BestLinkDecoder(), Decoder)
    True
    >>> BestLinkDecoder().decode_all(links, scores)
    [array([0, 0, 1, 1], dtype=int32)]

    Attributes:
        honours_constraints: whether the decoder can keep pairs of items together and apart.
        honours_values: whether it reads the values of groups; otherwise they become pairs.
        cuts: whether it can make a given number of clusters (see `cut`).
    """

    __slots__ = ()
    honours_constraints: ClassVar[bool] = False
    honours_values: ClassVar[bool] = False
    cuts: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_settings(self)

    @property
    def needs_n_clusters(self) -> bool:
        """Whether the scores alone cannot say how many clusters there are."""
        return False

    @abstractmethod
    def cluster(self, links: Links, scores: np.ndarray, groups: Groups | None) -> Decoding:
        """Cluster one item set.

        Args:
            links: candidates of one set, valid.
            scores: (n_links,) float64 w_ij of each link, the dummies' included, finite; not to be changed.
            groups: items that must stay together, which of these groups must be apart, and which must start a cluster;
                None without constraints.
        """

    def cut(self, links: Links, scores: np.ndarray, n_clusters: int, groups: Groups) -> np.ndarray:
        """Cluster one item set into a given number of clusters; for decoders with `cuts`.

        Args:
            links, scores: see `cluster`.
            n_clusters: number of clusters, from 1 to that of the groups.
            groups: the constraints, without values; one group for each item if there are none.

        Returns:
            (n_items,) int labels, of any numbers. There are more clusters if links and constraints allow no fewer.
        """
        raise NotImplementedError

    def decode(
        self,
        links: Links,
        scores: np.ndarray,
        constraints: Constraints | None = None,
        n_clusters: int | None = None,
    ) -> Decoding:
        """Cluster one item set.

        Args:
            links: candidates of one set.
            scores: (n_links,) w_ij of each link, the dummies' included; between ±10³⁰⁰.
            constraints: pairs of items that must, or must not, be in one cluster, items that must start one, and units
                that links may not leave. Those that constrain nothing change nothing.
            n_clusters: number of clusters; None lets the scores decide. More clusters divide those of fewer, unless
                constraints intervene.

        Raises:
            LinksError: invalid links, or those of several sets; scores that are not finite, too large, or not one per
                link; constraints that contradict each other or name items outside the set; more clusters than items, or
                fewer than links and constraints allow.
            SettingError: constraints or a number of clusters for a decoder that cannot honour them; a number that is no
                whole number above 0.
        """
        links, scores, groups = self.checked(links, scores, constraints)
        return self._decode(links, scores, groups, self._counts(n_clusters, links)[0] if links.n_sets else None)

    def checked(
        self, links: Links, scores: np.ndarray, constraints: Constraints | None
    ) -> tuple[Links, np.ndarray, Groups | None]:
        """Links, scores and constraints of one item set in the form that `cluster` takes; `decode` has the errors."""
        if require_links(links).n_sets > 1:
            raise LinksError(f"links of {links.n_sets} item sets", cure="decode_all clusters several sets")
        scores, groups = check_scores(links.check(features=False), scores), self.groups(constraints, links.n_items)
        return *inside_units(links, scores, constraints), groups

    def decode_all(
        self,
        links: Links,
        scores: np.ndarray,
        constraints: Sequence[Constraints | None] | None = None,
        n_clusters: int | Sequence[int] | None = None,
    ) -> list[np.ndarray]:
        """The labels of every set, each numbered from 0.

        Args:
            links: candidates of any number of sets.
            scores: (n_links,) w_ij of each link, the dummies' included.
            constraints: those of each set, None for a set without; see `decode`, also for what is raised.
            n_clusters: number of clusters of every set, or of each set in turn; None lets the scores decide.
        """
        scores = check_scores(require_links(links).check(features=False), scores)
        constraints = _of_each_set(constraints, links.n_sets)
        bounds = links.indptr[links.sets].tolist()
        parts = zip(links.bare(), pairwise(bounds), constraints, self._counts(n_clusters, links), strict=True)
        found = []
        for one, (lo, hi), own, count in parts:
            groups = self.groups(own, one.n_items)
            found.append(self._decode(*inside_units(one, scores[lo:hi], own), groups, count).labels)
        return found

    def _decode(self, links: Links, scores: np.ndarray, groups: Groups | None, n_clusters: int | None) -> Decoding:
        """Cluster one item set, into a number of clusters if it is given."""
        if n_clusters is None:
            return self.cluster(links, scores, groups)
        labels = self.cut(links, scores, n_clusters, Groups.single(links.n_items))
        if groups is not None and not groups.met(labels):
            if groups.n_groups < n_clusters:
                what = f"items that must be together leave at most {groups.n_groups} clusters"
                raise LinksError(f"{what}, and {n_clusters} are wanted", cure="Lower the number of clusters")
            labels = self.cut(links, scores, n_clusters, groups.in_pairs())
        fewest = len(np.unique(labels))
        if fewest > n_clusters:
            raise LinksError(
                f"links{'' if groups is None else ' and constraints'} allow no fewer than {fewest} clusters, and "
                f"{n_clusters} are wanted",
                cure="Link more pairs of items, by a wider window or blocking, or raise the number of clusters",
            )
        return derived(links, scores, labels, groups)

    def _counts(self, n_clusters: int | Sequence[int] | None, links: Links) -> Sequence[int | None]:
        """The number of clusters of each set."""
        if n_clusters is None:
            return [None] * links.n_sets
        if not self.cuts:
            able = ", ".join(name for name, entry in DECODERS.items() if entry.kind.cuts)
            raise SettingError(
                f"{type(self).__name__} cannot make a given number of clusters",
                cure=f"Use one of {able}, or give no number",
            )
        return cluster_counts(n_clusters, np.diff(links.sets))

    def groups(self, constraints: Constraints | None, n_items: int) -> Groups | None:
        """The groups of items that constraints keep together and apart; None if they constrain nothing.

        Raises:
            LinksError: constraints that contradict each other or name items outside the set.
            SettingError: the decoder cannot honour constraints.
        """
        _check_kind("constraints are", constraints)
        if constraints is None or constraints.empty:
            return None
        groups = constraints.groups(n_items)
        if groups.free and constraints.of_one_unit:
            return None
        if not self.honours_constraints:
            able = ", ".join(name for name, entry in DECODERS.items() if entry.kind.honours_constraints)
            raise SettingError(
                f"{type(self).__name__} cannot honour constraints", cure=f"Use one of {able}, or pass no constraints"
            )
        if groups.free:
            return None
        return groups if self.honours_values else groups.in_pairs()


class Partition(Decoder):
    """A decoder that yields clusters only: antecedents and probabilities are derived (see `derived`).

    >>> from corefpipe.clustering.decoders import AllApartDecoder, Partition
    >>> isinstance(AllApartDecoder(), Partition)
    True
    """

    __slots__ = ()

    @abstractmethod
    def partition(self, links: Links, scores: np.ndarray, groups: Groups | None = None) -> np.ndarray:
        """(n_items,) int labels of one item set, of any numbers.

        Args:
            links: candidates of one set.
            scores: (n_links,) float64 w_ij of each link, finite.
            groups: see `Decoder.cluster`. A decoder that cannot honour constraints needs no such argument.
        """

    def cluster(self, links: Links, scores: np.ndarray, groups: Groups | None) -> Decoding:
        """Cluster one item set (see `Decoder.cluster`)."""
        labels = self.partition(links, scores) if groups is None else self.partition(links, scores, groups)
        return derived(links, scores, labels, groups)


def _of_each_set(given: Any, n_sets: int) -> Sequence[Constraints | None]:
    """The constraints of each set, None for a set without."""
    if given is None:
        return [None] * n_sets
    if not isinstance(given, list | tuple):
        raise LinksError(
            f"constraints are {with_article(type(given).__name__)}", cure="Give a list with those of each set"
        )
    if len(given) != n_sets:
        raise LinksError(
            f"constraints of {len(given)} sets for links of {n_sets}", cure="Give one per set, None for a set without"
        )
    for number, own in enumerate(given):
        _check_kind(f"constraints of set {number} are", own)
    return given


def _check_kind(what: str, given: Any) -> None:
    """Raise LinksError for what is neither Constraints nor None."""
    if given is not None and not isinstance(given, Constraints):
        raise LinksError(
            f"{what} {with_article(type(given).__name__)}",
            cure="Give Constraints, with pairs of items as `together` and `apart`",
        )


def check_scores(links: Links, scores: np.ndarray) -> np.ndarray:
    """(n_links,) float64 scores; they are not copied if they have that type.

    Raises:
        LinksError: not one number per link, or one that is not finite or too large.
    """
    scores = np.asarray(scores)
    if scores.shape != links.antecedent.shape:
        raise LinksError(
            f"scores of shape {scores.shape} for {links.n_links} links",
            cure="Give one score per link, dummies included",
        )
    if scores.dtype.kind not in "biuf":
        raise LinksError(f"scores of type {scores.dtype}", cure="Scores are real numbers")
    scores = scores.astype(np.float64, copy=False)
    # The least and the largest, because an array of absolute values would be as long as the links; nan fails both.
    if len(scores) and not (scores.min() >= -LARGEST and scores.max() <= LARGEST):
        wrong = int((np.abs(scores) <= LARGEST).argmin())
        raise LinksError(
            f"the score of the {links.place(wrong)} is {scores[wrong]}",
            cure=f"Scores are finite numbers between {-LARGEST:g} and {LARGEST:g}, so that their sums are finite",
        )
    return scores
