"""How well predicted clusters agree with the true ones, as one number, of which more is better."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.exceptions import SettingError
from corefpipe.scoring.registry import METRICS
from corefpipe.scoring.scorer import score_partitions


def agreement(key: Sequence[np.ndarray], response: Sequence[np.ndarray], metric: str = "conll") -> float:
    """The score of predicted clusters.

    Args:
        key: for each set an int array, the true label of each item.
        response: for each set an int array, the predicted one.
        metric: `conll`, the mean F1 of MUC, B-cubed and CEAF-e, or a name from `corefpipe.scoring.METRICS`; a metric of
            which less is better is negated.

    Raises:
        SettingError: it is not the name of one metric.
    """
    if not isinstance(metric, str):
        raise SettingError(
            f"metric is {metric!r}", cure="Give the name of one metric, such as pairwise or adjusted_rand"
        )
    found = score_partitions(key, response, metrics=metric)
    if metric == "conll":
        return found.conll
    value: float = getattr(found[metric], METRICS[metric].names[-1])
    return -value if METRICS[metric].lower else value
