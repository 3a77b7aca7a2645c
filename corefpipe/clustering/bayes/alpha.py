"""The precision α of a Dirichlet process in a sampler: given, or with a gamma prior."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.bayes.families.gaussian import gamma_density
from corefpipe.clustering.bayes.process import resample_alpha


@dataclass(slots=True, frozen=True)
class AlphaPrior:
    """α as it is given, or α ~ Gam(shape, rate).

    Attributes:
        value: α if it is given; None to sample it.
        shape: of the prior.
        rate: of the prior.
    """

    value: float | None
    shape: float
    rate: float

    @property
    def first(self) -> float:
        """α at the start of a chain: the given one, or the mean of the prior."""
        return self.shape / self.rate if self.value is None else float(self.value)

    def resampled(
        self, alpha: float, n_items: np.ndarray, n_clusters: np.ndarray, random: np.random.Generator
    ) -> float:
        """The next α (see `resample_alpha`)."""
        if self.value is not None:
            return alpha
        return resample_alpha(alpha, n_items, n_clusters, self.shape, self.rate, random)

    def log_density(self, alpha: float) -> float:
        """Log density of α in the prior; 0 if it is given."""
        if self.value is not None:
            return 0.0
        return float(gamma_density(np.array([[alpha]]), self.shape, self.rate)[0])
