"""Learn all that an encoder tells of text, and write it (JAX)."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from biaffine import loss_of
from convert import NewNames
from encoder import WORDS
from gum import Sentence
from teacher_examples import Example, Labels, batches, example_of
from teacher_windows import training_windows

from corefpipe.parsing.encoder.pieces import WordPieces
from corefpipe.parsing.encoder.windows import Batch

Documents = Sequence[list[Sentence]]
REPORT = 50  # steps


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
    """

    encoder: dict[str, Any]
    heads: dict[str, Any]
    labels: Labels
    pieces: list[str]

    def write(self, folder: Path) -> None:
        """Write the weights, the labels and the word pieces."""
        folder.mkdir(parents=True, exist_ok=True)
        parts = {"encoder": self.encoder, "heads": self.heads}
        flat = {f"{part}/{name}": np.asarray(v) for part, of in parts.items() for name, v in of.items()}
        np.savez(folder / "weights.npz", **flat)
        (folder / "labels.json").write_text(json.dumps(self.labels.values), encoding="utf-8")
        (folder / "pieces.txt").write_text("\n".join(self.pieces), encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> Model:
        """Read what `write` wrote."""
        parts: dict[str, dict[str, np.ndarray]] = {"encoder": {}, "heads": {}}
        with np.load(folder / "weights.npz") as flat:
            for name in flat.files:
                part, _, own = name.partition("/")
                parts[part][own] = flat[name]
        labels = Labels(json.loads((folder / "labels.json").read_text(encoding="utf-8")))
        return cls(**parts, labels=labels, pieces=(folder / "pieces.txt").read_text(encoding="utf-8").split("\n"))


def train(model: Model, passes: Sequence[Documents], rates: Rates, seed: int, out: Path, fixed_words: bool) -> None:
    """Train, and write the model after each pass.

    Args:
        model: with the weights to begin with.
        passes: the documents of each pass; each has about as many words.
        rates: of learning; they rise for a tenth of all steps, and come down to zero.
        seed: of order, variants and dropout.
        out: folder for the model.
        fixed_words: whether the embeddings of word pieces stay as they are.
    """
    pieces_of, rng = WordPieces(model.pieces), random.Random(seed)
    rename = NewNames(rng)

    def examples(documents: Documents) -> list[Example]:
        windows = training_windows(documents, pieces_of, rename, rng)
        return [example_of(one, pieces_of, model.labels, gaps) for one, gaps in windows]

    weights = {"encoder": dict(model.encoder), "heads": model.heads}
    fixed = {WORDS: weights["encoder"].pop(WORDS)} if fixed_words else {}
    fixed = jax.tree.map(jnp.asarray, fixed)
    # Each pass has other windows, about as many.
    of_pass = examples(passes[0])
    steps = len(passes) * sum(1 for _ in batches(of_pass))
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
        weights: dict[str, Any], state: Any, fixed: dict[str, Any], batch: Batch, key: jax.Array
    ) -> tuple[dict[str, Any], Any, Any]:
        def loss_with(weights: dict[str, Any]) -> jnp.ndarray:
            return loss_of({**weights, "encoder": weights["encoder"] | fixed}, batch, key)

        loss, gradient = jax.value_and_grad(loss_with)(weights)
        updates, state = optimizer.update(gradient, state, weights)
        return optax.apply_updates(weights, updates), state, loss

    key, start, done = jax.random.key(seed, impl="unsafe_rbg"), time.time(), 0
    for number, documents in enumerate(passes, 1):
        losses = []
        for _, batch in batches(of_pass if number == 1 else examples(documents), rng):
            weights, state, loss = step(weights, state, fixed, batch, jax.random.fold_in(key, done))
            losses.append(loss)
            done += 1
            if done % REPORT == 0:
                mean, seconds = float(jnp.stack(losses[-REPORT:]).mean()), time.time() - start
                print(f"pass {number}, step {done} of about {steps}: loss {mean:.3f}, {seconds:.0f} s", flush=True)
        Model(weights["encoder"] | fixed, weights["heads"], model.labels, model.pieces).write(out)


def _schedule(rate: float, steps: int) -> optax.Schedule:
    return optax.warmup_cosine_decay_schedule(0.0, rate, steps // 10, steps)
