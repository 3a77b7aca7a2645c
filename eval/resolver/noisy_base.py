"""A base pipeline with noise in its weights: as wrong about documents that it was trained on as about others."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np

from corefpipe.parsing.encoder.files import ARRAYS
from corefpipe.utils.digests import write_folder_sums

SEED = 1
_MOST = 127  # of weights of 8 bits


def write_noisy(base: Path, noise: float, out: Path) -> Path:
    """Write a copy of a base pipeline with noise in its weights of 8 bits.

    Args:
        base: folder of a pipeline whose network is arrays.
        noise: standard deviation of what is added to an array's weights, relative to their own.
        out: folder for the copy; it is replaced.

    Returns:
        `out`.
    """
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(base, out)
    file, rng = out / "encoder" / ARRAYS, np.random.default_rng(SEED)
    with np.load(file) as read:
        arrays = {name: read[name] for name in read.files}
    for name, weights in arrays.items():
        if weights.dtype == np.int8 and weights.ndim > 1:
            added = rng.normal(0, noise * weights.astype(float).std(), weights.shape)
            arrays[name] = np.clip(np.round(weights + added), -_MOST, _MOST).astype(np.int8)
    np.savez(file, **arrays)
    write_folder_sums(out)
    return out
