"""Run Markov chains, in one process or several: the draws are the same."""

from __future__ import annotations

from collections.abc import Callable
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


def run_chains(
    start: Start,
    sets: np.ndarray,
    *,
    chains: int,
    burn_in: int,
    draws: int,
    thin: int,
    random_state: int,
    processes: int,
) -> Draws:
    """Run several chains, each with random numbers of its own.

    Args:
        start: makes a chain.
        sets: (n_sets + 1,) int64, where the items of each set begin.
        chains: number of chains.
        burn_in: number of sweeps of each chain before the first draw.
        draws: number of draws of each chain.
        thin: number of sweeps per draw.
        random_state: seed.
        processes: number of processes; the draws do not depend on it.
    """
    seeds = np.random.SeedSequence(random_state).spawn(chains)
    sweeps = burn_in + draws * thin
    if processes > 1 and chains > 1:
        from joblib import Parallel, delayed  # scikit-learn requires it

        found = Parallel(n_jobs=min(processes, chains))(delayed(_run)(start, s, burn_in, sweeps, thin) for s in seeds)
    else:
        found = [_run(start, seed, burn_in, sweeps, thin) for seed in seeds]
    labels, traces = zip(*found, strict=True)
    together = {name: np.stack([trace[name] for trace in traces]) for name in traces[0]}
    log_joint = together["log_joint"][:, burn_in + thin - 1 :: thin].ravel()
    chain = np.repeat(np.arange(chains), draws)
    return Draws(sets, np.concatenate(labels), log_joint, chain, together, burn_in)


def _run(
    start: Start, seed: np.random.SeedSequence, burn_in: int, sweeps: int, thin: int
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """(n_draws, n_items) int32 labels, and the traces, of one chain."""
    random = np.random.default_rng(seed)
    chain = start(random)
    labels, rows = [], []
    for number in range(1, sweeps + 1):
        chain.sweep(random)
        rows.append(chain.traced())
        if number > burn_in and (number - burn_in) % thin == 0:
            labels.append(chain.labels().astype(np.int32))
    return np.stack(labels), {name: np.array([row[name] for row in rows]) for name in rows[0]}
