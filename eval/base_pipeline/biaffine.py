"""What tags, parses and names over an encoder: its scores and its loss (JAX).

Parser: Dozat & Manning 2017. One model learns all tasks; where a corpus annotates only names, only these are learned.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax
from encoder import Product, drop, encode
from examples import TOLD, Batch

from corefpipe.parsing.encoder.labels import TASKS

DROPOUT = 0.2
NEVER = -1e9

Scores = dict[str, jnp.ndarray]


def forward(
    weights: dict[str, Any], batch: Batch, key: jax.Array | None = None, product: Product = jnp.matmul
) -> Scores:
    """Scores: of each task (rows, words, labels), of "head" (rows, words, heads); vectors of both ends of relations.

    Heads are words of the same sentence, or the root.

    Args:
        weights: of "encoder" and "heads".
        batch: see `examples.Shapes`.
        key: of dropout; None for none.
        product: of values and a matrix of weights.
    """
    heads = weights["heads"]
    hidden = encode(weights["encoder"], batch["pieces"], heads["look"][batch["look"]], key, product=product)
    row = jnp.arange(hidden.shape[0])[:, None]
    words = jnp.concatenate([hidden[row, batch["first"]], hidden[row, batch["last"]]], axis=-1)
    words = drop(words, key, 100, DROPOUT)

    def layer(name: str, place: int) -> jnp.ndarray:
        return drop(jax.nn.gelu(product(words, heads[name]) + heads[f"{name}/b"]), key, place, DROPOUT)

    shared = layer("shared", 101)
    found = {task: product(shared, heads[task]) + heads[f"{task}/b"] for task in TASKS}
    of_dep, of_head = layer("arc_dep", 102), layer("arc_head", 103)
    arc = jnp.einsum("bic,bjc->bij", product(of_dep, heads["arc"]), of_head) + (of_head @ heads["arc/b"])[:, None, :]
    one = (batch["sentence"][:, :, None] == batch["sentence"][:, None, :]) | (batch["sentence"] == 0)[:, None, :]
    found["head"] = jnp.where(one & batch["words"][:, None, :], arc, NEVER)
    found["rel_dep"], found["rel_head"] = layer("rel_dep", 104), layer("rel_head", 105)
    return found


def relations(
    heads: dict[str, jnp.ndarray], found: Scores, places: jnp.ndarray, product: Product = jnp.matmul
) -> jnp.ndarray:
    """(rows, words, labels) scores of relations to the heads at (rows, words) places."""
    row = jnp.arange(len(places))[:, None]
    of_dep, of_head = found["rel_dep"], found["rel_head"][row, places]
    width, labels, _ = heads["rel"].shape
    turned = product(of_dep, heads["rel"].reshape(width, -1)).reshape(*places.shape, labels, width)
    both = jnp.einsum("...rc,...c->...r", turned, of_head)
    return both + product(jnp.concatenate([of_dep, of_head], axis=-1), heads["rel_one"]) + heads["rel/b"]


def beliefs(teachers: dict[str, Any], batch: Batch) -> tuple[Scores, jnp.ndarray]:
    """What teachers believe of words: mean probabilities of each of `TOLD` but "start"; and places of heads.

    Args:
        teachers: weights, stacked along a first axis.
        batch: see `examples.Shapes`.

    Returns:
        Probabilities (rows, words, labels), those of "dep" for the heads at the places: (rows, words), gold where it
        is known, else the most probable.
    """
    found = jax.vmap(forward, in_axes=(0, None))(teachers, batch)
    mean = {task: jax.nn.softmax(found[task], axis=-1).mean(axis=0) for task in TOLD if task not in ("start", "dep")}
    places = jnp.where(batch["head"] >= 0, batch["head"], mean["head"].argmax(axis=-1))
    scores = jax.vmap(relations, in_axes=(0, 0, None))(teachers["heads"], found, places)
    return mean | {"dep": jax.nn.softmax(scores, axis=-1).mean(axis=0)}, places


def loss_of(
    weights: dict[str, Any],
    batch: Batch,
    key: jax.Array,
    teachers: dict[str, Any] | None = None,
    product: Product = jnp.matmul,
) -> jnp.ndarray:
    """Mean cross-entropy of each task, summed: of what is known, and of what teachers believe of the rest.

    Args:
        weights: of "encoder" and "heads".
        batch: see `examples.Shapes`.
        key: of dropout.
        teachers: their weights, stacked; None if there are none.
        product: of values and a matrix of weights.
    """
    found = forward(weights, batch, key, product)
    believed, places = beliefs(teachers, batch) if teachers else ({}, jnp.maximum(batch["head"], 0))
    found["dep"] = relations(weights["heads"], found, places, product)
    total = jnp.zeros(())
    for task in TOLD:
        gold, known = batch[task], batch[task] >= 0
        loss = optax.softmax_cross_entropy_with_integer_labels(found[task], jnp.maximum(gold, 0)) * known
        count = known
        if task in believed:
            count = known | (batch["taught"] > 0)
            taught = optax.softmax_cross_entropy(found[task], jax.lax.stop_gradient(believed[task]))
            loss += jnp.where(count & ~known, taught, 0.0)
        total += loss.sum() / jnp.maximum(count.sum(), 1)
    return total


def right_of(weights: dict[str, Any], batch: Batch, punctuation: int) -> Scores:
    """How many words there are, with the right tag, with the right head; without punctuation: and relation."""
    found = forward(weights, batch)
    places = found["head"].argmax(axis=-1)
    dep = relations(weights["heads"], found, places).argmax(axis=-1)
    known = batch["head"] >= 0
    same, counted = places == batch["head"], known & (batch["dep"] != punctuation)
    right = {"words": known, "tag": known & (found["tag"].argmax(axis=-1) == batch["tag"]), "head": known & same}
    right |= {"counted": counted, "las": counted & same & (dep == batch["dep"])}
    return {name: one.sum() for name, one in right.items()}
