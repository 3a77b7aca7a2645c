"""Learn all that an encoder tells of text, from what is known and from teachers, and write it (JAX)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from bert_arrays import WORDS
from biaffine import loss_of, right_of
from encoder import Product
from examples import Batch, Example, Labels, Shapes
from network_file import Network

from corefpipe.parsing.encoder.windows import WINDOW

REPORT = 50  # steps
Pass = Callable[[], Sequence[Example]]
"""Gives the examples of one pass; each has about as many."""


@dataclass(frozen=True)
class Rates:
    """Highest learning rates: of the encoder, and of what is over it."""

    encoder: float
    heads: float


@dataclass
class Model:
    """All weights with what their numbers mean.

    Attributes:
        encoder, heads: weights by name (see `encoder.encode`, `biaffine.forward`).
        labels: of each task.
        pieces: the word pieces by number.
        window: pieces of a window in which it reads.
    """

    encoder: dict[str, Any]
    heads: dict[str, Any]
    labels: Labels
    pieces: list[str]
    window: int = WINDOW

    def write(self, folder: Path) -> None:
        """Write the weights, the labels and the word pieces."""
        parts = ({name: np.asarray(array) for name, array in of.items()} for of in (self.encoder, self.heads))
        Network(*parts, self.labels.values, self.pieces, self.window).write(folder)

    @classmethod
    def read(cls, folder: Path) -> Model:
        """Read what `write` wrote."""
        found = Network.read(folder)
        return cls(found.encoder, found.heads, Labels(found.labels), found.pieces, found.window)


def train(
    model: Model,
    passes: Sequence[Pass],
    rates: Rates,
    seed: int,
    out: Path,
    *,
    fixed_words: bool = False,
    teachers: Sequence[Model] = (),
    product: Product = jnp.matmul,
    shapes: Shapes | None = None,
) -> None:
    """Train, and write the model after each pass.

    Args:
        model: with the weights to begin with.
        passes: what is read in each.
        rates: of learning; they rise for a tenth of all steps, and come down to zero.
        seed: of order and dropout.
        out: folder for the model.
        fixed_words: whether the embeddings of word pieces stay as they are.
        teachers: of the same labels and pieces: what they believe is learned where nothing is known.
        product: of values and a matrix of weights, as the finished network computes it.
        shapes: of batches; None for those for two cores.
    """
    rng, shapes = random.Random(seed), shapes or Shapes()
    weights = {"encoder": dict(model.encoder), "heads": model.heads}
    fixed = {WORDS: weights["encoder"].pop(WORDS)} if fixed_words else {}
    weights, fixed = (jax.tree.map(lambda one: jnp.asarray(one, jnp.float32), of) for of in (weights, fixed))
    believing = stacked(teachers) if teachers else None
    of_pass = passes[0]()
    batches = list(shapes.batches(of_pass))
    steps, of_shape = len(passes) * len(batches), {batch["pieces"].shape: batch for batch in batches}
    optimizer = optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.multi_transform(
            {part: optax.adamw(_schedule(rate, steps), weight_decay=0.01) for part, rate in vars(rates).items()},
            {part: jax.tree.map(lambda _, part=part: part, of) for part, of in weights.items()},
        ),
    )
    state = optimizer.init(weights)

    @partial(jax.jit, donate_argnums=(0, 1))
    def step(
        weights: dict[str, Any], state: Any, kept: tuple[dict[str, Any], Any], batch: Batch, key: jax.Array
    ) -> tuple[dict[str, Any], Any, Any]:
        fixed, believing = kept

        def loss_with(weights: dict[str, Any]) -> jnp.ndarray:
            return loss_of({**weights, "encoder": weights["encoder"] | fixed}, batch, key, believing, product)

        loss, gradient = jax.value_and_grad(loss_with)(weights)
        updates, state = optimizer.update(gradient, state, weights)
        return optax.apply_updates(weights, updates), state, loss

    key, start, done, losses = jax.random.key(seed, impl="unsafe_rbg"), time.time(), 0, []
    kept = (fixed, believing)
    with ThreadPoolExecutor() as pool:
        found = pool.map(lambda batch: step.lower(weights, state, kept, batch, key).compile(), of_shape.values())
        programs = dict(zip(of_shape, found, strict=True))
    print(f"{len(programs)} programs: {time.time() - start:.0f} s", flush=True)
    for number, read in enumerate(passes, 1):
        for batch in shapes.batches(of_pass if number == 1 else read(), rng):
            program = programs.get(batch["pieces"].shape, step)
            weights, state, loss = program(weights, state, kept, batch, jax.random.fold_in(key, done))
            losses.append(loss)
            done += 1
            if done % REPORT == 0:
                mean, seconds = float(jnp.stack(losses).mean()), time.time() - start
                print(f"pass {number}, step {done} of about {steps}: loss {mean:.3f}, {seconds:.0f} s", flush=True)
                losses.clear()
        replace(model, encoder=weights["encoder"] | fixed, heads=weights["heads"]).write(out)


def stacked(models: Sequence[Model]) -> dict[str, Any]:
    """The weights of models of one shape, along a first axis."""
    return jax.tree.map(
        lambda *of: jnp.stack([jnp.asarray(one, jnp.float32) for one in of]),
        *({"encoder": dict(one.encoder), "heads": dict(one.heads)} for one in models),
    )


def quick_scores(model: Model, examples: Sequence[Example], shapes: Shapes) -> dict[str, float]:
    """Percent of right tags, heads, and heads with relations (no tree, no punctuation; with subtypes)."""
    weights = jax.tree.map(jnp.asarray, {"encoder": dict(model.encoder), "heads": dict(model.heads)})
    right = jax.jit(partial(right_of, punctuation=model.labels.number["dep"]["punct"]))
    counts: dict[str, int] = {}
    for batch in shapes.batches(examples):
        for name, count in right(weights, batch).items():
            counts[name] = counts.get(name, 0) + int(count)
    total = {"tag": "words", "head": "words", "las": "counted"}
    return {name: round(100 * counts[name] / counts[of], 2) for name, of in total.items()}


def _schedule(rate: float, steps: int) -> optax.Schedule:
    return optax.warmup_cosine_decay_schedule(0.0, rate, steps // 10, steps)
