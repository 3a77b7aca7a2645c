"""Products as a network of 8 bits computes them, for training: what is rounded there is rounded here (JAX).

Gradients pass as if nothing was rounded (the straight-through estimator; Bengio, Léonard & Courville 2013).
"""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp

SEVEN_BITS, EIGHT_BITS = 63, 127
"""Largest numbers of weights."""
VALUES = 255
LEAST = 1e-9


def onnx_product(values: jnp.ndarray, matrix: jnp.ndarray) -> jnp.ndarray:
    """As onnxruntime's dynamic quantization has it: values of 8 bits, columns of 7 (see `export.write_small`)."""
    low, high = jnp.minimum(values.min(), 0.0), jnp.maximum(values.max(), 0.0)
    step = jnp.maximum(high - low, LEAST) / VALUES
    rounded = _passing(values, lambda: jnp.round((values - low) / step) * step + low)
    return rounded @ _rounded(matrix, SEVEN_BITS, axis=0)


def stored_product(values: jnp.ndarray, matrix: jnp.ndarray) -> jnp.ndarray:
    """As `numpy_network` has it: values as they are, rows of 8 bits (see `pack.packed`)."""
    return values @ _rounded(matrix, EIGHT_BITS, axis=1)


def _rounded(matrix: jnp.ndarray, largest: int, axis: int) -> jnp.ndarray:
    step = jnp.maximum(jnp.abs(matrix).max(axis=axis, keepdims=True), LEAST) / largest
    return _passing(matrix, lambda: jnp.round(matrix / step) * step)


def _passing(values: jnp.ndarray, rounded: Callable[[], jnp.ndarray]) -> jnp.ndarray:
    return values + jax.lax.stop_gradient(rounded() - values)
