"""`SCDP`: supervised clustering with the Dirichlet process (Daumé & Marcu 2005)."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import numpy as np

from corefpipe.clustering.bayes.chains import Start
from corefpipe.clustering.bayes.estimator import BayesClusterer, BurnIn, canonical_order
from corefpipe.clustering.bayes.reference_types import Publications
from corefpipe.clustering.bayes.scdp_chain import ScdpStart
from corefpipe.clustering.bayes.scdp_state import ScdpModel, Universe
from corefpipe.clustering.bayes.separation import ConditionedSeparation, MatchedSeparation, Separation
from corefpipe.clustering.bayes.sweeps import UNSEATED
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.settings import Count, Positive, Seed


class SCDP(BayesClusterer):
    """Supervised clustering with the Dirichlet process, models 1, 2 and 3 of Daumé & Marcu 2005.

    An item r is drawn from N(p, 1/t) in each dimension, where its publication p, a mean, is shared by its cluster, and
    its reference type t, precisions, by items of any cluster: types carry what training says of clusters over to new
    sets. Publications and types come from two Dirichlet processes, whose precisions are α and α_t. New items are
    sampled together with training, whose clusters stay as they are: `predict` takes time in proportion to the number of
    all items.

    The models differ in the prior of t (see `separation`): with 1 it is fixed, with 2 its moments come from the spread
    of the means, with 3 it is conditioned on their distances.

    >>> from corefpipe.clustering import SCDP
    >>> SCDP(chains=1, burn_in=5, draws=5).fit(points, labels).predict(points)[0].shape
    (4,)

    Args:
        model: 1, 2 or 3.
        variance: σ of the prior of means N(0, σ), in units of scaled vectors.
        shape: of the gamma prior of precisions.
        rate: of that prior.
        separation: λ of model 3; the paper's is 1.
        auxiliary: number of new clusters that model 3 draws for each item; the paper's M = 8.
        shared: whether new items can join clusters of training; then all sets are one, and labels of training are
            compared across sets. `predict` numbers clusters by first item all the same; which one of training each is,
            `draws_.labels[draws_.best()]` says. Otherwise each set has publications of its own.
        alpha: α of publications; None samples it, from all sets.
        alpha_types: α_t of reference types; None samples it.
        alpha_shape: of the gamma prior of both, if they are sampled.
        alpha_rate: of that prior.
        scale, chains, burn_in, draws, thin, random_state, processes: see `DPMixture`.
    """

    needs_labels = True

    def __init__(
        self,
        model: Literal[1, 2, 3] = 1,
        variance: Positive = 1.0,
        shape: Positive = 1.0,
        rate: Positive = 1.0,
        separation: Positive = 1.0,
        auxiliary: Count = 8,
        shared: bool = False,
        alpha: Positive | None = None,
        alpha_types: Positive | None = None,
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
        super().__init__(
            alpha=alpha,
            alpha_shape=alpha_shape,
            alpha_rate=alpha_rate,
            scale=scale,
            chains=chains,
            burn_in=burn_in,
            draws=draws,
            thin=thin,
            random_state=random_state,
            processes=processes,
        )
        self.model = model
        self.variance = variance
        self.shape = shape
        self.rate = rate
        self.separation = separation
        self.auxiliary = auxiliary
        self.shared = shared
        self.alpha_types = alpha_types

    def _start(self, items: ItemSets) -> Start:
        assert items.array is not None
        assert self.labels_ is not None
        order = canonical_order(self.items_)
        known = self.scaling_.applied(self.items_)[order]
        labels = np.concatenate(self.labels_)[order]
        model = ScdpModel(
            np.concatenate([known, items.array]),
            len(known),
            self._universes(labels, items),
            self._prior_of_types(),
            Publications(float(self.variance)),
            self._prior(self.alpha),
            self._prior(self.alpha_types),
            int(self.auxiliary),
        )
        return ScdpStart(model)

    def _named(self, labels: np.ndarray) -> np.ndarray:
        if not self.shared:
            return labels
        assert self.labels_ is not None
        known = np.concatenate(self.labels_)[canonical_order(self.items_)]
        names = known[np.sort(np.unique(known, return_index=True)[1])]  # by the numbers of `by_first_item`
        new = labels.astype(np.int64) - len(names)
        return np.where(new < 0, names[np.minimum(labels, len(names) - 1)], new + names.max() + 1)

    def _prior_of_types(self) -> Separation:
        shape, rate = float(self.shape), float(self.rate)
        if self.model == 3:
            return ConditionedSeparation(shape, rate, float(self.separation))
        return MatchedSeparation(shape, rate) if self.model == 2 else Separation(shape, rate)

    def _universes(self, labels: np.ndarray, items: ItemSets) -> list[Universe]:
        n_known = len(labels)
        nobody = np.zeros(0, dtype=np.int64)
        if self.shared:
            everything = np.arange(n_known + items.n_items)
            seats = np.concatenate([by_first_item(labels), np.full(items.n_items, UNSEATED)])
            return [Universe(everything, seats.astype(np.int64), everything[n_known:])]
        found = []
        for i, j in _bounds(self.items_):
            found.append(Universe(np.arange(i, j), by_first_item(labels[i:j]).astype(np.int64), nobody))
        for i, j in _bounds(items):
            seats = np.full(j - i, UNSEATED)
            found.append(Universe(np.arange(i, j) + n_known, seats, np.arange(j - i)))
        return [one for one in found if len(one.rows)]


def _bounds(items: ItemSets) -> list[tuple[int, int]]:
    bounds = items.sets.tolist()
    return list(pairwise(bounds))
