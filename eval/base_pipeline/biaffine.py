"""What tags, parses and names over an encoder: its untrained weights, its scores and its loss (JAX).

Parser: Dozat & Manning 2017. One model learns all tasks; where a corpus annotates only names, only these are learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from encoder import WIDTH, drop, encode
from teacher_examples import Labels

from corefpipe.parsing.encoder.labels import LOOKS, TASKS
from corefpipe.parsing.encoder.windows import Batch

DROPOUT = 0.2

Scores = dict[str, jnp.ndarray]


@dataclass(frozen=True)
class Sizes:
    """Units of the layers over the encoder: for both ends of arcs, of relations, and for all other tasks."""

    arc: int = 400
    rel: int = 128
    shared: int = 256


def new_heads(labels: Labels, sizes: Sizes, seed: int) -> dict[str, jnp.ndarray]:
    """Untrained weights of everything over the encoder."""
    rng = np.random.default_rng(seed)
    width = 2 * WIDTH

    def matrix(*shape: int) -> jnp.ndarray:
        return jnp.asarray(rng.normal(0, (2 / (shape[0] + shape[-1])) ** 0.5, shape), dtype=jnp.float32)

    found = {"look": jnp.zeros((LOOKS, WIDTH))}
    found |= {"shared": matrix(width, sizes.shared), "shared/b": jnp.zeros(sizes.shared)}
    for task in TASKS:
        found |= {
            task: matrix(sizes.shared, len(labels.values[task])),
            f"{task}/b": jnp.zeros(len(labels.values[task])),
        }
    for side in ("dep", "head"):
        found |= {f"arc_{side}": matrix(width, sizes.arc), f"arc_{side}/b": jnp.zeros(sizes.arc)}
        found |= {f"rel_{side}": matrix(width, sizes.rel), f"rel_{side}/b": jnp.zeros(sizes.rel)}
    n, arc, rel = len(labels.values["dep"]), sizes.arc, sizes.rel
    found |= {"arc": jnp.zeros((arc, arc)), "arc/b": jnp.zeros(arc)}
    return found | {"rel": jnp.zeros((rel, n, rel)), "rel_one": matrix(2 * rel, n), "rel/b": jnp.zeros(n)}


def forward(weights: dict[str, Any], batch: Batch, key: jax.Array | None = None) -> Scores:
    """Scores: of each task (rows, words, labels), of "arc" (rows, words, heads); vectors of both ends of relations."""
    heads = weights["heads"]
    hidden = encode(weights["encoder"], batch["pieces"], heads["look"][batch["look"]], key)
    row = jnp.arange(hidden.shape[0])[:, None]
    words = jnp.concatenate([hidden[row, batch["first"]], hidden[row, batch["last"]]], axis=-1)
    words = drop(words, key, 100, DROPOUT)

    def layer(name: str, place: int) -> jnp.ndarray:
        return drop(jax.nn.gelu(words @ heads[name] + heads[f"{name}/b"]), key, place, DROPOUT)

    shared = layer("shared", 101)
    found = {task: shared @ heads[task] + heads[f"{task}/b"] for task in TASKS}
    of_dep, of_head = layer("arc_dep", 102), layer("arc_head", 103)
    arc = jnp.einsum("bia,ac,bjc->bij", of_dep, heads["arc"], of_head) + (of_head @ heads["arc/b"])[:, None, :]
    found["arc"] = arc
    found["rel_dep"], found["rel_head"] = layer("rel_dep", 104), layer("rel_head", 105)
    return found


def relations(heads: dict[str, jnp.ndarray], of_dep: jnp.ndarray, of_head: jnp.ndarray) -> jnp.ndarray:
    """(..., labels) scores of relations, of the vectors of both ends."""
    both = jnp.einsum("...a,arc,...c->...r", of_dep, heads["rel"], of_head)
    return both + jnp.concatenate([of_dep, of_head], axis=-1) @ heads["rel_one"] + heads["rel/b"]


def loss_of(weights: dict[str, Any], batch: Batch, key: jax.Array) -> jnp.ndarray:
    """Mean cross-entropy of each task, summed."""
    found = forward(weights, batch, key)
    # Heads are words of the same sentence, or the root.
    one = (batch["sentence"][:, :, None] == batch["sentence"][:, None, :]) | (batch["sentence"] == 0)[:, None, :]
    one &= batch["words"][:, None, :]
    scores = {task: found[task] for task in TASKS} | {"head": jnp.where(one, found["arc"], -1e9)}
    row = jnp.arange(len(batch["head"]))[:, None]
    of_head = found["rel_head"][row, jnp.maximum(batch["head"], 0)]
    scores["dep"] = relations(weights["heads"], found["rel_dep"], of_head)
    total = jnp.zeros(())
    for task, values in scores.items():
        gold, known = batch[task], batch[task] >= 0
        loss = optax.softmax_cross_entropy_with_integer_labels(values, jnp.maximum(gold, 0))
        total += jnp.where(known, loss, 0.0).sum() / jnp.maximum(known.sum(), 1)
    return total
