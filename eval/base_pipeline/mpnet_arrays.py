"""MPNet (Song et al. 2020) by the names of Hugging Face: what its weights mean; no framework."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from corefpipe.network import pieces as bert

RELATIVE = "encoder.relative_attention_bias.weight"
"""MPNet's table of what distances add to attention; BERT has none."""
FIRST_PLACE = 2
"""The position of the first piece; those before it are of padding."""
BEGIN, END = "<s>", "</s>"
OF_HEAD, EPSILON = 64, 1e-5
LONGEST = 512
"""Pieces of a window."""
PARTS = ("q", "k", "v")


def distance_classes(length: int) -> np.ndarray:
    """(length, length) MPNet's class of the distance of each piece (column) from each other one (row), of 32.

    Exact up to 8 pieces, then logarithmic (Raffel et al. 2020).
    """
    back = np.arange(length)[:, None] - np.arange(length)[None]
    far = np.abs(back)
    large = 8 + (np.log(np.maximum(far, 1).astype(np.float32) / 8) / np.log(16) * 8).astype(np.int64)
    return np.where(back < 0, 16, 0) + np.where(far < 8, far, np.minimum(large, 15))


def fixed_layers(layers: int) -> int:
    """How many of the lowest layers do not learn; what words look like is added above them."""
    return layers // 3


def with_ends_of_bert(
    weights: Mapping[str, np.ndarray], pieces: Sequence[str], words: str
) -> tuple[dict[str, np.ndarray], list[str]]:
    """The weights and the pieces by number, with the names that BERT has for the ends; what nothing needs is left out.

    Args:
        weights: of the encoder.
        pieces: by number.
        words: name of the embeddings of pieces.
    """
    renamed = {BEGIN: bert.BEGIN, END: bert.END, bert.BEGIN: "", bert.END: ""}
    named = [renamed.get(one, one) for one in pieces]
    kept = [i for i, one in enumerate(named) if one and not one.startswith(("[unused", "<"))]
    return {**weights, words: weights[words][kept]}, [named[i] for i in kept]
