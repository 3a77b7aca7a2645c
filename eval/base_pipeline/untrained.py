"""Untrained weights of what tags, parses and names over an encoder (see `biaffine.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.parsing.encoder.labels import LOOKS, TASKS


@dataclass(frozen=True)
class Sizes:
    """Units of the layers over the encoder: for both ends of arcs, of relations, and for all other tasks."""

    arc: int = 400
    rel: int = 128
    shared: int = 256


def new_heads(labels: Mapping[str, Sequence[str]], sizes: Sizes, seed: int, width: int) -> dict[str, np.ndarray]:
    """Untrained weights of everything over an encoder.

    Args:
        labels: of each task.
        sizes: of the layers.
        seed: of the random numbers.
        width: of the encoder's vectors.
    """
    rng = np.random.default_rng(seed)

    def matrix(*shape: int) -> np.ndarray:
        return rng.normal(0, (2 / (shape[0] + shape[-1])) ** 0.5, shape).astype(np.float32)

    def zeros(*shape: int) -> np.ndarray:
        return np.zeros(shape, dtype=np.float32)

    found = {"look": zeros(LOOKS, width)}
    found |= {"shared": matrix(2 * width, sizes.shared), "shared/b": zeros(sizes.shared)}
    for task in TASKS:
        found |= {task: matrix(sizes.shared, len(labels[task])), f"{task}/b": zeros(len(labels[task]))}
    for side in ("dep", "head"):
        found |= {f"arc_{side}": matrix(2 * width, sizes.arc), f"arc_{side}/b": zeros(sizes.arc)}
        found |= {f"rel_{side}": matrix(2 * width, sizes.rel), f"rel_{side}/b": zeros(sizes.rel)}
    n, arc, rel = len(labels["dep"]), sizes.arc, sizes.rel
    found |= {"arc": zeros(arc, arc), "arc/b": zeros(arc)}
    return found | {"rel": zeros(rel, n, rel), "rel_one": matrix(2 * rel, n), "rel/b": zeros(n)}
