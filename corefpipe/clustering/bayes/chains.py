"""Run Markov chains, in one process or several: the draws are the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from corefpipe.clustering.bayes.draws import Draws


class Chain(Protocol):
    """The state of a Markov chain over clusterings."""

    def sweep(self, random: np.random.Generator) -> None:
        """Change the state by a step that leaves the posterior invariant."""

    def labels(self) -> np.ndarray:
        """(n_items,) int, the clusters of the items of all sets (see `Draws.labels`)."""

    def traced(self) -> dict[str, float]:
        """Numbers to trace, `log_joint` among them."""


Start = Callable[[np.random.Generator], Chain]
"""Makes a chain in a state that depends on random numbers."""


@dataclass(slots=True, frozen=True)
class ChainSettings:
    """How many chains are run, and how long.

    Attributes:
        chains: number of chains.
        burn_in: number of sweeps of each chain before the first draw.
        draws: number of draws of each chain.
        thin: number of sweeps per draw.
        random_state: seed.
        processes: number of processes; the draws do not depend on it.
    """

    chains: int
    burn_in: int
    draws: int
    thin: int
    random_state: int
    processes: int

    @property
    def sweeps(self) -> int:
        """Number of sweeps of each chain."""
        return self.burn_in + self.draws * self.thin


def run_chains(start: Start, sets: np.ndarray, settings: ChainSettings) -> Draws:
    """Run several chains, each with random numbers of its own.

    Args:
        start: makes a chain.
        sets: (n_sets + 1,) int64, where the items of each set begin.
        settings: number and length of the chains, seed and processes.
    """
    n_chains, burn_in, thin = settings.chains, settings.burn_in, settings.thin
    seeds = np.random.SeedSequence(settings.random_state).spawn(n_chains)
    if settings.processes > 1 and n_chains > 1:
        from joblib import Parallel, delayed  # scikit-learn requires it

        found = Parallel(n_jobs=min(settings.processes, n_chains))(delayed(_run)(start, s, settings) for s in seeds)
    else:
        found = [_run(start, seed, settings) for seed in seeds]
    labels, traces = zip(*found, strict=True)
    together = {name: np.stack([trace[name] for trace in traces]) for name in traces[0]}
    log_joint = together["log_joint"][:, burn_in + thin - 1 :: thin].ravel()
    chain = np.repeat(np.arange(n_chains), settings.draws)
    return Draws(sets, np.concatenate(labels), log_joint, chain, together, burn_in)


def _run(
    start: Start, seed: np.random.SeedSequence, settings: ChainSettings
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """(n_draws, n_items) int32 labels, and the traces, of one chain."""
    random = np.random.default_rng(seed)
    chain = start(random)
    labels, rows = [], []
    for number in range(1, settings.sweeps + 1):
        chain.sweep(random)
        rows.append(chain.traced())
        if number > settings.burn_in and (number - settings.burn_in) % settings.thin == 0:
            labels.append(chain.labels().astype(np.int32))
    return np.stack(labels), {name: np.array([row[name] for row in rows]) for name in rows[0]}
