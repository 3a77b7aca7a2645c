"""`DPMixture`: Dirichlet process mixtures of any family, without supervision; and `CDP`."""

from __future__ import annotations

from typing import Literal

import numpy as np

from corefpipe.clustering.bayes.chains import Start
from corefpipe.clustering.bayes.estimator import BayesClusterer, BurnIn
from corefpipe.clustering.bayes.families import ConjugateFamily, Family, UnitGaussian
from corefpipe.clustering.bayes.mixture_chain import MixtureStart
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.registry import FAMILIES
from corefpipe.clustering.settings import Count, Positive, Seed
from corefpipe.exceptions import LinksError, SettingError


class DPMixture(BayesClusterer):
    """Dirichlet process mixture: each set is drawn from a process of its own, with the same α and base measure.

    `fit` learns the scaling; with labels, it also keeps the numbers of items and clusters of each set of training,
    which α is then sampled with. All else is learned from the new sets alone.

    >>> from corefpipe.clustering import DPMixture
    >>> from corefpipe.clustering import ItemSets
    >>> items = ItemSets.vectors([[[0.0], [0.1], [9.0], [0.2], [9.1]]])
    >>> DPMixture(scale=False).fit(items).predict(items)[0].tolist()
    [0, 0, 1, 0, 1]

    Args:
        family: likelihood and base measure of clusters, a `Family` or the name of one: `gaussian`, `unit-gaussian`,
            `wishart`, `bernoulli`, `categorical` (these are conjugate), `independent-gaussian`.
        sampler: `collapsed` is Neal's algorithm 3, for conjugate families; `auxiliary` is his algorithm 8, for all;
            None chooses by the family.
        auxiliary: number of new clusters that algorithm 8 draws for each item; the paper's M = 8.
        alpha: precision α of the process; None samples it.
        alpha_shape: of the gamma prior of α, if it is sampled.
        alpha_rate: of that prior.
        scale: whether vectors are centred and scaled to variance 1 by training; not of families of discrete items.
        chains: number of chains; each starts with items that join clusters one after another, in random order.
        burn_in: number of sweeps of each chain before the first draw.
        draws: number of draws of each chain.
        thin: number of sweeps per draw.
        random_state: seed.
        processes: number of processes; the draws do not depend on it.

    Attributes:
        family_: the family.
    """

    def __init__(
        self,
        family: str | Family = "gaussian",
        sampler: Literal["collapsed", "auxiliary"] | None = None,
        auxiliary: Count = 8,
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
        self.family = family
        self.sampler = sampler
        self.auxiliary = auxiliary

    def _made_family(self) -> Family:
        """The family.

        Raises:
            SettingError: no family, no such family, or one that is not conjugate for algorithm 3.
        """
        family = FAMILIES[self.family].kind() if isinstance(self.family, str) else self.family
        if not isinstance(family, Family):
            raise SettingError(f"family is {self.family!r}", cure=f"Give a Family, or one of {', '.join(FAMILIES)}")
        if self.sampler == "collapsed" and not isinstance(family, ConjugateFamily):
            raise SettingError(
                f"the family {type(family).__name__} is not conjugate, so it cannot be collapsed",
                cure='Give sampler="auxiliary" or None',
            )
        return family

    def _check_items(self, items: ItemSets) -> None:
        assert items.array is not None
        self.family_ = self._made_family()
        wrong = np.flatnonzero(~self.family_.check(items.array))
        if len(wrong):
            number = int(np.searchsorted(items.sets, wrong[0], side="right")) - 1
            raise LinksError(
                f"item {wrong[0] - items.sets[number]} of set {number} is {items.array[wrong[0]].tolist()}",
                cure=f"The family {type(self.family_).__name__} has {self.family_.support} in each dimension",
            )

    def _continuous(self) -> bool:
        return self.family_.continuous

    def _start(self, items: ItemSets) -> Start:
        assert items.array is not None
        conjugate = isinstance(self.family_, ConjugateFamily)
        known = [(len(labels), len(np.unique(labels))) for labels in self.labels_ or []]
        return MixtureStart(
            self.family_,
            self.family_.prepared(items.array),
            items.sets,
            None if conjugate and self.sampler != "auxiliary" else int(self.auxiliary),
            self._prior(self.alpha),
            np.array(known, dtype=np.int64).reshape(-1, 2),
        )


class CDP(DPMixture):
    """Clustering with the Dirichlet process, unsupervised: α = 1, one reference type, the identity matrix.

    The baseline of Daumé & Marcu 2005 (section 7.1): a `DPMixture` of unit Gaussians.

    >>> from corefpipe.clustering import CDP
    >>> CDP(variance=1000, scale=False, random_state=1).fit(points).predict(points)[0]
    array([0, 0, 1, 1], dtype=int32)

    Args:
        variance: that of the means of clusters, in units of scaled vectors.
        alpha: precision α of the process; None samples it.
        scale, chains, burn_in, draws, thin, random_state, processes: see `DPMixture`.
    """

    def __init__(
        self,
        variance: Positive = 1.0,
        alpha: Positive | None = 1.0,
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
            scale=scale,
            chains=chains,
            burn_in=burn_in,
            draws=draws,
            thin=thin,
            random_state=random_state,
            processes=processes,
        )
        self.variance = variance

    def _made_family(self) -> Family:
        return UnitGaussian(self.variance)
