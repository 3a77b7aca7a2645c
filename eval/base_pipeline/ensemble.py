"""Several networks as one: the mean of their scores, and where a network gives only its choice, the vote."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.parsing.encoder.labels import TASKS
from corefpipe.parsing.encoder.onnx_network import OnnxNetwork
from corefpipe.parsing.encoder.parser import Scored
from corefpipe.parsing.encoder.windows import Batch

_SCORED = ("start", "name")
"""Tasks of which a network gives scores; of the others it gives numbers of labels."""


class Ensemble:
    """Networks of the same labels and sizes (see `parser.Network`).

    Args:
        networks: at least two; where they disagree evenly, the first of them is believed.
    """

    pieces = 1

    def __init__(self, networks: Sequence[OnnxNetwork]):
        self._networks = networks

    def score(self, batch: Batch) -> Scored:
        """Scores of a batch of windows."""
        found = [network.score(batch) for network in self._networks]
        windows = range(len(found[0].arcs))
        labels = {
            task: [(_mean if task in _SCORED else vote)([one.labels[task][i] for one in found]) for i in windows]
            for task in TASKS
        }
        return Scored(
            labels,
            [_mean([one.arcs[i] for one in found]) for i in windows],
            [np.concatenate([one.dependents[i] for one in found], axis=-1) for i in windows],
            [np.concatenate([one.heads[i] for one in found], axis=-1) for i in windows],
            [_mean([one.vectors[i] for one in found]) for i in windows],
        )

    def relations(self, dependents: np.ndarray, heads: np.ndarray) -> np.ndarray:
        """(n,) numbers of the relations that most find best."""
        parts = [np.split(ends, len(self._networks), axis=-1) for ends in (dependents, heads)]
        return vote([network.relations(*ends) for network, *ends in zip(self._networks, *parts, strict=True)])


def vote(choices: Sequence[np.ndarray]) -> np.ndarray:
    """(n,) what most of the (n,) arrays of numbers say; of equally many, what comes first."""
    stacked = np.stack(choices)
    votes = (stacked[:, None] == stacked[None]).sum(axis=0)
    return np.take_along_axis(stacked, votes.argmax(axis=0)[None], axis=0)[0]


def _mean(scores: Sequence[np.ndarray]) -> np.ndarray:
    return np.mean(scores, axis=0)
