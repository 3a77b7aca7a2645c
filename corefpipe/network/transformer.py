"""The layers of a transformer in NumPy: attention and feed-forward networks with norms after them (BERT, Devlin et al.
2019), and files of their arrays in 8 bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from corefpipe.utils.arrays import as_weights

SCALE = "/scale"
"""Ends the name of the scales of the rows of an array of 8 bits."""
OF_LAYER = ("qkv", "out", "norm1", "inner", "outer", "norm2")
"""The arrays of a layer; each has a bias, with the ending "/b"."""
_EPSILON = 1e-12
LARGEST = 127
"""Number of 8 bits."""
_MATRIX = 2  # axes of an array that is stored so
_GELU = np.float32((2 / np.pi) ** 0.5)
_IN_CACHE = 1 << 17
"""Numbers that go through several steps together: as many as the processor's cache holds."""


def prefix_of(layer: int) -> str:
    """What the names of a layer's arrays begin with."""
    return f"layer{layer}/"


def layers_of(arrays: Mapping[str, np.ndarray], layers: int) -> list[dict[str, np.ndarray]]:
    """The arrays of each layer by their names within it."""
    prefixes = map(prefix_of, range(layers))
    return [
        {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
        for prefix in prefixes
    ]


def weights_of(
    arrays: Mapping[str, np.ndarray], plain: Sequence[str], biased: Sequence[str]
) -> tuple[dict[str, np.ndarray], list[dict[str, np.ndarray]], int]:
    """The arrays of a file with "layers" and "of_head": all, those of each layer, and the numbers of an attention head.

    Args:
        arrays: of the file.
        plain, biased: names of those that are not of a layer, without and with a bias.

    Raises:
        ValueError: an array is missing.
    """
    number = int(arrays["layers"]) if "layers" in arrays else 0
    biased = [*biased, *(prefix_of(layer) + name for layer in range(number) for name in OF_LAYER)]
    names = [*plain, *biased, *(f"{name}/b" for name in biased)]
    missing = [name for name in ("layers", "of_head", *names) if name not in arrays]
    if missing:
        raise ValueError(f"the array {missing[0]} is missing")
    found = {name: whole(arrays, name) for name in names}
    return found, layers_of(found, number), int(arrays["of_head"])


def through(
    w: Mapping[str, np.ndarray],
    hidden: np.ndarray,
    rows: Sequence[slice],
    of_head: int,
    bias: np.ndarray | None = None,
) -> np.ndarray:
    """The vectors of pieces after one layer.

    Args:
        w: its weights (see `OF_LAYER`).
        hidden: (n, width) vectors of all windows.
        rows: the pieces of each window; they attend to each other.
        of_head: numbers that one attention head reads.
        bias: (heads, places, places) what is added to the attention of each piece of a window to each other one;
            `places` at least those of the longest window.
    """
    n = len(hidden)
    # (query, key, value; head; piece; part), as a view.
    parts = affine(hidden, w, "qkv").reshape(n, 3, -1, of_head).transpose(1, 2, 0, 3)
    mixed = np.empty((n, parts.shape[1], of_head), dtype=np.float32)
    for row in rows:
        _attend(parts[:, :, row], bias, mixed[row])
    found = affine(mixed.reshape(n, -1), w, "out")
    found += hidden
    hidden = normalized(found, w["norm1"], w["norm1/b"])
    found = affine(gelu(hidden @ w["inner"], w["inner/b"]), w, "outer")
    found += hidden
    return normalized(found, w["norm2"], w["norm2/b"])


def _attend(parts: np.ndarray, bias: np.ndarray | None, found: np.ndarray) -> None:
    """Mix the values of a window's pieces by their attention to each other.

    Some heads at a time: then the processor's cache has room for the shares.

    Args:
        parts: (3, heads, size, part) query, key and value.
        bias: see `through`.
        found: (size, heads, part), filled in.
    """
    _, heads, size, _ = parts.shape
    step = max(1, _IN_CACHE // size**2)
    for first in range(0, heads, step):
        query, key, value = parts[:, first : first + step]
        share = query @ key.transpose(0, 2, 1)
        if bias is not None:
            share += bias[first : first + step, :size, :size]
        share -= share.max(axis=2, keepdims=True)
        np.exp(share, out=share)
        mixed = share @ value
        mixed /= share.sum(axis=2, keepdims=True)
        found[:, first : first + step] = mixed.transpose(1, 0, 2)


def affine(values: np.ndarray, w: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    """`values @ matrix + bias`."""
    found: np.ndarray = values @ w[name]
    found += w[f"{name}/b"]
    return found


def normalized(values: np.ndarray, weights: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Layer normalization, in place (Ba et al. 2016)."""
    values -= values.mean(axis=1, keepdims=True)
    spread = np.einsum("ij,ij->i", values, values) / values.shape[1]
    values *= (1 / np.sqrt(spread + _EPSILON))[:, None]
    values *= weights
    values += bias
    return values


def gelu(values: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Gelu by tanh of `values + bias`, in place (Hendrycks & Gimpel 2016)."""
    rows = max(1, _IN_CACHE // values.shape[1])
    for start in range(0, len(values), rows):
        _gelu(values[start : start + rows], bias)
    return values


def _gelu(values: np.ndarray, bias: np.ndarray) -> None:
    """Gelu of a few rows, which stay in the cache from one step to the next."""
    values += bias
    inner = values * values
    inner *= np.float32(0.044715)
    inner += np.float32(1)
    inner *= values
    inner *= _GELU
    np.tanh(inner, out=inner)
    inner += np.float32(1)
    inner *= np.float32(0.5)
    values *= inner


def whole(arrays: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    """An array as float32, of 8 bits times the scales of its rows or as it is."""
    array = arrays[name]
    if array.dtype != np.int8:
        return as_weights(array, name) if array.dtype.kind == "f" else array
    return as_weights(array * arrays[name + SCALE].reshape(-1, *[1] * (array.ndim - 1)), name)


def stored(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Arrays as `whole` reads them: those of two axes and more in 8 bits, others as float32, single numbers as is."""
    found: dict[str, np.ndarray] = {}
    for name, array in arrays.items():
        if array.ndim >= _MATRIX:
            rows, found[name + SCALE] = in_bytes(array.reshape(len(array), -1))
            found[name] = rows.reshape(array.shape)
        else:
            found[name] = array.astype(np.float32) if array.ndim else array
    return found


def in_bytes(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n, width) rows as whole numbers of 8 bits, and (n,) the scale of each."""
    scale = np.maximum(np.abs(rows).max(axis=1), 1e-9) / LARGEST
    return np.round(rows / scale[:, None]).astype(np.int8), scale.astype(np.float32)
