"""`Draws`: what the chains of a sampler visited, their convergence, and the clusters that they agree on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from corefpipe.clustering.labels import by_first_item

MIXED = 1.1
"""R-hat above which chains count as not mixed (Gelman et al. 2013, section 11.5)."""


@dataclass(slots=True, frozen=True, eq=False)
class Draws:
    """Draws of all chains after burn-in, one chain after the other, and traces from the first sweep on.

    >>> from corefpipe.clustering import CDP
    >>> draws = CDP(variance=1000, scale=False, random_state=1).fit(points).sample(points)
    >>> draws.clusters(draws.best())
    [array([0, 0, 1, 1], dtype=int32)]

    Attributes:
        sets: (n_sets + 1,) int64, where the items of each set begin.
        labels: (n_draws, n_items) int, the cluster of each item, compared within its set only. If clusters are shared
            with training, they hold through all sets: the labels that training has, and higher ones for new clusters.
        log_joint: (n_draws,) log of the joint probability of each draw.
        chain: (n_draws,) int, the number of its chain.
        traces: name -> (n_chains, n_sweeps) float64, a number after each sweep; `log_joint` and `n_clusters`, and, as
            far as they are sampled, `alpha`, `n_types` and `alpha_types`.
        burn_in: number of the first sweeps that gave no draws.
    """

    sets: np.ndarray
    labels: np.ndarray
    log_joint: np.ndarray
    chain: np.ndarray
    traces: Mapping[str, np.ndarray]
    burn_in: int

    def __len__(self) -> int:
        return len(self.labels)

    def best(self) -> int:
        """The number of the draw of highest joint probability; the first of equal ones."""
        return int(self.log_joint.argmax())

    def clusters(self, number: int) -> list[np.ndarray]:
        """For each set (n_items,) int32, the labels of a draw, numbered from 0 by first item."""
        bounds = self.sets.tolist()
        return [by_first_item(self.labels[number, i:j]) for i, j in pairwise(bounds)]

    def together(self, number: int) -> np.ndarray:
        """(n, n) float64, the share of draws in which two items of set `number` are in one cluster."""
        part = self.labels[:, self.sets[number] : self.sets[number + 1]]
        found = np.zeros((part.shape[1], part.shape[1]))
        for row in part:
            found += row[:, None] == row
        return found / max(len(part), 1)

    @property
    def r_hat(self) -> dict[str, float]:
        """Trace -> split R-hat of its sweeps after burn-in; see `r_hat`."""
        return {name: r_hat(values[:, self.burn_in :]) for name, values in self.traces.items()}

    def unmixed(self) -> dict[str, float]:
        """Trace -> R-hat, of those above `MIXED`."""
        return {name: value for name, value in self.r_hat.items() if value > MIXED}

    def plot(self, path: str | Path) -> None:
        """Write the traces as a picture, one panel per trace and one line per chain; the suffix says the format.

        Args:
            path: a file such as `traces.svg` or `traces.png`.

        Raises:
            ModuleNotFoundError: matplotlib is not installed: `pip install corefpipe[plots]`.
        """
        from matplotlib.figure import Figure  # pyplot would look for a display

        figure = Figure(figsize=(7, 1.7 * len(self.traces)), layout="constrained")
        panels = np.atleast_1d(figure.subplots(len(self.traces), sharex=True))
        found = self.r_hat
        for axes, (name, values) in zip(panels, self.traces.items(), strict=True):
            for chain in values:
                axes.plot(np.arange(1, len(chain) + 1), chain, linewidth=0.8)
            axes.axvline(self.burn_in + 0.5, color="0.7", linewidth=1)
            axes.set_ylabel(name)
            axes.set_title(f"R-hat {found[name]:.2f}", fontsize=8, loc="right")
        panels[-1].set_xlabel("sweep")
        figure.savefig(path, metadata={"Date": None} if Path(path).suffix == ".svg" else None)


def r_hat(values: np.ndarray) -> float:
    """Split R-hat of chains: 1 if they have mixed, larger if they differ (Gelman et al. 2013, section 11.4).

    Each chain is split in two halves. R-hat is the root of the ratio of the variance as estimated from all halves
    together, (n-1)/n·W + B/n, to that within halves, W.

    >>> from corefpipe.clustering.bayes import r_hat
    >>> round(r_hat(np.random.default_rng(0).normal(size=(4, 100))), 2)
    1.0

    Args:
        values: (n_chains, n_sweeps).

    Returns:
        R-hat; 1 if all values are equal, inf if halves differ and are constant, nan for under four sweeps.
    """
    half = values.shape[1] // 2
    if half < 2:
        return float("nan")
    parts = np.concatenate([values[:, :half], values[:, -half:]])
    within = parts.var(axis=1, ddof=1).mean()
    between = parts.mean(axis=1).var(ddof=1)
    # Rounding of equal values leaves variances of this size.
    least = np.square(8 * np.finfo(float).eps * np.abs(parts).max())
    if within <= least:
        return 1.0 if between <= least else float("inf")
    return float(np.sqrt((half - 1) / half + between / within))
