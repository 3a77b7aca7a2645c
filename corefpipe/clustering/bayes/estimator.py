"""`BayesClusterer`: the base of Bayesian clusterers, with the contract of `corefpipe.clustering.Clusterer`."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from corefpipe.clustering.agreement import agreement
from corefpipe.clustering.bayes.alpha import AlphaPrior
from corefpipe.clustering.bayes.chains import ChainSettings, Start, run_chains
from corefpipe.clustering.bayes.draws import MIXED, Draws
from corefpipe.clustering.bayes.files import read_bayes, write_bayes
from corefpipe.clustering.bayes.scaling import Scaling, check_size
from corefpipe.clustering.decoders.cutting import cluster_counts
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.labels import set_labels
from corefpipe.clustering.partitioners import AverageLinkage
from corefpipe.clustering.settings import Count, Positive, Range, Seed, check_settings
from corefpipe.exceptions import CorefpipeWarning, LinksError

BurnIn = Annotated[int, Range(0, 2**31 - 1, "It must be a whole number, 0 or more")]


class BayesClusterer(BaseEstimator, ABC):
    """Base class: `fit` keeps the training data, `sample` draws clusterings of new sets, `predict` reports one.

    Subclasses define `_start`, and have the settings of the base among theirs.

    >>> from corefpipe.clustering.bayes import CDP, BayesClusterer
    >>> issubclass(CDP, BayesClusterer)
    True

    Args:
        alpha: precision α of the process that clusters come from; None samples it.
        alpha_shape: of the gamma prior of α, if it is sampled.
        alpha_rate: of that prior.
        scale: whether vectors are centred and scaled to variance 1 by training.
        chains: number of chains; each starts with items that join clusters one after another, in random order.
        burn_in: number of sweeps of each chain before the first draw.
        draws: number of draws of each chain.
        thin: number of sweeps per draw.
        random_state: seed.
        processes: number of processes; the draws do not depend on it.

    Attributes:
        items_: the item sets of training, as given.
        labels_: for each of these (n_items,) int64, the labels as given; None without.
        scaling_: what centres and scales vectors.
        n_features_in_: number of dimensions.
        draws_: the draws of the last `sample` or `predict`, with traces and R-hat; not written to files.
    """

    needs_labels = False

    def __init__(
        self,
        *,
        alpha: Positive | None = None,
        alpha_shape: Positive = 1.0,
        alpha_rate: Positive = 1.0,
        scale: bool = True,
        chains: Count = 4,
        burn_in: BurnIn = 100,
        draws: Count = 100,
        thin: Count = 1,
        random_state: Seed = 0,
        processes: Count = 1,
    ):
        self.alpha = alpha
        self.alpha_shape = alpha_shape
        self.alpha_rate = alpha_rate
        self.scale = scale
        self.chains = chains
        self.burn_in = burn_in
        self.draws = draws
        self.thin = thin
        self.random_state = random_state
        self.processes = processes

    @abstractmethod
    def _start(self, items: ItemSets) -> Start:
        """What makes chains over the items of new sets, whose order within sets is that of their numbers."""

    def fit(self, X: ItemSets | Sequence[ItemSets], y: Sequence[np.ndarray] | None = None) -> Self:
        """Keep item sets and their clusters.

        Args:
            X: sets of vectors.
            y: for each set an int array, the true label of each item; None only for models without supervision.

        Raises:
            LinksError: no vectors, no labels, or labels that do not fit; numbers that the family cannot have.
            SettingError: a setting outside its range.
        """
        check_settings(self)
        items = vector_sets(X)
        if y is None and self.needs_labels:
            raise LinksError(
                "no labels to learn from",
                cure="Give y, a list with one array of cluster numbers per set; DPMixture and CDP need none",
            )
        labels = None if y is None else set_labels(y, items.sizes, "item sets")
        return self.keep(items, labels)

    def keep(self, items: ItemSets, labels: list[np.ndarray] | None) -> Self:
        """Learn the scaling, and keep the data, which `fit` or a file has checked."""
        self._check_items(items)
        assert items.array is not None
        check_size(items, items.array, "in training")
        self.scaling_ = self._scaling(items.array)
        self.items_, self.labels_ = items, labels
        self.n_features_in_ = items.array.shape[1]
        return self

    def _scaling(self, vectors: np.ndarray) -> Scaling:
        """What scales vectors, learned from those of training."""
        return Scaling.of(vectors) if self.scale and self._continuous() else Scaling.none(vectors.shape[1])

    def _continuous(self) -> bool:
        """Whether items are continuous, so that they can be scaled."""
        return True

    def _prior(self, alpha: float | None) -> AlphaPrior:
        """Prior of the precision of a process, which `alpha` is unless it is None."""
        return AlphaPrior(alpha, float(self.alpha_shape), float(self.alpha_rate))

    def _check_items(self, items: ItemSets) -> None:
        """Raise an error for items that the model cannot have."""

    def sample(self, X: ItemSets | Sequence[ItemSets]) -> Draws:
        """Draws from the posterior of the clusters of new sets; all sets are sampled together.

        The same items in another order give the same clusters, as far as no two items of a set are equal.

        Args:
            X: sets of vectors.

        Raises:
            LinksError: vectors of other dimensions than in training, or numbers that the family cannot have.

        Warns:
            CorefpipeWarning: the chains have not mixed.
        """
        check_is_fitted(self, "items_")
        check_settings(self)
        items = vector_sets(X)
        assert items.array is not None
        if items.array.shape[1] != self.n_features_in_:
            raise LinksError(
                f"vectors of {items.array.shape[1]} dimensions after training on {self.n_features_in_}",
                cure="Give the dimensions of training",
            )
        self._check_items(items)
        order = canonical_order(items)
        scaled = ItemSets(items.sets, self.scaling_.applied(items)[order], {})
        settings = ChainSettings(**{one.name: int(getattr(self, one.name)) for one in fields(ChainSettings)})
        drawn = run_chains(self._start(scaled), items.sets, settings)
        found = self._named(drawn.labels)
        labels = np.empty_like(found)
        labels[:, order] = found
        self.draws_ = Draws(drawn.sets, labels, drawn.log_joint, drawn.chain, drawn.traces, drawn.burn_in)
        self._tell_unmixed()
        return self.draws_

    def _named(self, labels: np.ndarray) -> np.ndarray:
        """(n_draws, n_items) the numbers of clusters as `Draws.labels` has them."""
        return labels

    def _tell_unmixed(self) -> None:
        found = self.draws_.unmixed()
        if found:
            told = ", ".join(f"{value:.2f} for {name}" for name, value in found.items())
            warnings.warn(
                f"the chains have not mixed: R-hat is {told}, and at most {MIXED} is wanted. More sweeps (`burn_in`, "
                "`draws`) may help; `draws_.plot` shows the traces. The clusters of highest joint probability can be "
                "good nevertheless; shares of draws cannot be trusted",
                CorefpipeWarning,
                stacklevel=3,
            )

    def predict(
        self, X: ItemSets | Sequence[ItemSets], n_clusters: int | Sequence[int] | None = None
    ) -> list[np.ndarray]:
        """The clusters of each item set: (n_items,) int32 labels, numbered from 0 by first item.

        They are those of the draw of highest joint probability, over all chains. Daumé & Marcu 2005 name no rule.

        Args:
            X: sets of vectors.
            n_clusters: number of clusters of every set, or of each set in turn: then average linkage of the share of
                draws in which two items are in one cluster. None lets the model decide.

        Raises:
            LinksError: see `sample`; more clusters than items.
            SettingError: a number of clusters that is no whole number above 0.
        """
        items = vector_sets(X)
        counts = None if n_clusters is None else cluster_counts(n_clusters, items.sizes)
        draws = self.sample(items)
        if counts is None:
            return draws.clusters(draws.best())
        return [AverageLinkage().partition(1 - draws.together(i), count) for i, count in enumerate(counts)]

    def score(self, X: ItemSets | Sequence[ItemSets], y: Sequence[np.ndarray], metric: str = "conll") -> float:
        """Agreement of the predicted clusters with the true ones; more is better (see `agreement`)."""
        items = vector_sets(X)
        return agreement(set_labels(y, items.sizes, "item sets"), self.predict(items), metric)

    def to_disk(self, folder: str | Path) -> None:
        """Write settings and training data to a folder, with the digests of the files.

        Raises:
            ModelError: a family that is not registered.
        """
        check_is_fitted(self, "items_")
        write_bayes(self, Path(folder))

    @classmethod
    def from_disk(cls, folder: str | Path) -> Self:
        """Read what `to_disk` of this class wrote.

        Raises:
            ModelError: files that are missing, damaged or cannot be read, or of another class.
        """
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CorefpipeWarning)  # told in training
            found: Self = read_bayes(cls, Path(folder))
        return found


def vector_sets(given: Any) -> ItemSets:
    """Item sets of vectors.

    Raises:
        LinksError: no item sets, or sets of records.
    """
    items = ItemSets.of(given)
    if items.array is None:
        raise LinksError(
            f"item sets of records with the fields {', '.join(items.fields)}",
            cure="Make vectors of the records, such as one number per field, and give ItemSets.vectors",
        )
    return items


def canonical_order(items: ItemSets) -> np.ndarray:
    """(n_items,) int, the items of each set in the order of their numbers, which does not depend on the given order."""
    assert items.array is not None
    bounds = items.sets.tolist()
    parts = [i + np.lexsort(items.array[i:j].T[::-1]) for i, j in pairwise(bounds)]
    return np.concatenate(parts).astype(np.int64)
