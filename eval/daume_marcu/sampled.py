"""CDP and SCDP-1, -2 and -3: chains, and the clusters of the draw of highest joint probability."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from baselines import Found
from embedding import vectors_of
from items import Task

from corefpipe.clustering import ItemSets
from corefpipe.clustering.bayes import CDP, SCDP, BayesClusterer
from corefpipe.exceptions import CorefpipeWarning

SWEEPS = {"scale": False, "chains": 1, "burn_in": 30, "draws": 30}
MODELS: dict[str, BayesClusterer] = {
    "CDP": CDP(**SWEEPS),
    "SCDP-1": SCDP(1, **SWEEPS),
    "SCDP-2": SCDP(2, **SWEEPS),
    "SCDP-3": SCDP(3, **SWEEPS),
}


def sampled(task: Task, name: str, seed: int) -> tuple[Found, dict[str, Any]]:
    """The labels of each test set, and what a chain tells (see `by_model`)."""
    return by_model(task, MODELS[name].set_params(random_state=seed), vectors_of(task.train, task.test))


def by_model(
    task: Task, model: BayesClusterer, vectors: tuple[list[np.ndarray], list[np.ndarray]]
) -> tuple[Found, dict[str, Any]]:
    """The labels of each test set, and what the chains tell: clusters and types of the last draw, and R-hat.

    Args:
        task: the sets, for the labels of training.
        model: its settings.
        vectors: (n_items, n_dimensions) of each set of train, and of test.
    """
    train, test = (ItemSets.vectors(part) for part in vectors)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CorefpipeWarning)  # chains that have not mixed: R-hat is written down
        found = model.fit(train, [one.labels for one in task.train]).predict(test)
    draws = model.draws_
    last = {name: round(float(values[0, -1]), 2) for name, values in draws.traces.items()}
    return found, {"last": last, "r_hat": {name: round(value, 3) for name, value in draws.r_hat.items()}}
