"""Teach the teacher: an encoder with a biaffine parser, taggers and names over it, all layers tuned (JAX).

    pip install -e '.[recipe,encoder]'
    python eval/base_pipeline/teacher.py --corpora ../shared/corpora --out build/base_pipeline/teacher

Parser: Dozat & Manning 2017. One model learns all tasks; where a corpus annotates only names, only these are learned.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from annotator import documents_of, write_measures
from convert import NewNames
from encoder import WIDTH, drop, encode, load_pieces, load_weights
from gum import Sentence, named_sentences
from names import named_files
from teacher_examples import Example, Labels, batches, example_of
from teacher_windows import training_windows
from treebanks import treebank_files

from corefpipe.parsing.encoder.labels import LOOKS, TASKS
from corefpipe.parsing.encoder.pieces import WordPieces
from corefpipe.parsing.encoder.windows import Batch

ARC, REL, HIDDEN = 400, 128, 256
DROPOUT = 0.2

Scores = dict[str, jnp.ndarray]


def new_heads(labels: Labels, seed: int) -> dict[str, jnp.ndarray]:
    """Untrained weights of everything over the encoder."""
    rng = np.random.default_rng(seed)
    width = 2 * WIDTH

    def matrix(*shape: int) -> jnp.ndarray:
        return jnp.asarray(rng.normal(0, (2 / (shape[0] + shape[-1])) ** 0.5, shape), dtype=jnp.float32)

    found = {"look": jnp.zeros((LOOKS, WIDTH))}
    found |= {"shared": matrix(width, HIDDEN), "shared/b": jnp.zeros(HIDDEN)}
    for task in TASKS:
        found |= {task: matrix(HIDDEN, len(labels.values[task])), f"{task}/b": jnp.zeros(len(labels.values[task]))}
    for side in ("dep", "head"):
        found |= {f"arc_{side}": matrix(width, ARC), f"arc_{side}/b": jnp.zeros(ARC)}
        found |= {f"rel_{side}": matrix(width, REL), f"rel_{side}/b": jnp.zeros(REL)}
    n = len(labels.values["dep"])
    found |= {"arc": jnp.zeros((ARC, ARC)), "arc/b": jnp.zeros(ARC)}
    return found | {"rel": jnp.zeros((REL, n, REL)), "rel_one": matrix(2 * REL, n), "rel/b": jnp.zeros(n)}


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


def write(weights: dict[str, Any], labels: Labels, folder: Path) -> None:
    """Write the weights, the labels and the word pieces."""
    folder.mkdir(parents=True, exist_ok=True)
    flat = {f"{part}/{name}": np.asarray(v) for part, of in weights.items() for name, v in of.items()}
    np.savez(folder / "teacher.npz", **flat)
    (folder / "labels.json").write_text(json.dumps(labels.values), encoding="utf-8")
    (folder / "pieces.txt").write_text("\n".join(load_pieces()), encoding="utf-8")


def train(
    documents: Sequence[list[Sentence]],
    epochs: int,
    seed: int,
    out: Path,
    rates: tuple[float, float] = (8e-5, 1e-3),
) -> None:
    """Train a teacher and write it, also after each pass.

    Args:
        documents: what to learn from.
        epochs: passes over them.
        seed: of new weights, order, variants and dropout.
        out: folder for the teacher.
        rates: highest learning rates of encoder and of what is new.
    """
    labels = Labels.of(sentence for document in documents for sentence in document)
    pieces_of, rng = WordPieces(load_pieces()), random.Random(seed)
    rename = NewNames(rng)

    def examples() -> list[Example]:
        windows = training_windows(documents, pieces_of, rename, rng)
        return [example_of(one, pieces_of, labels, gaps) for one, gaps in windows]

    weights = {"encoder": load_weights(), "heads": new_heads(labels, seed)}
    # Each pass has other windows, about as many.
    steps = epochs * sum(1 for _ in batches(examples()))
    optimizer = optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.multi_transform(
            {
                part: optax.adamw(optax.warmup_cosine_decay_schedule(0.0, rate, steps // 10, steps), weight_decay=0.01)
                for part, rate in zip(("encoder", "heads"), rates, strict=True)
            },
            {part: jax.tree.map(lambda _, part=part: part, of) for part, of in weights.items()},
        ),
    )
    state = optimizer.init(weights)

    @partial(jax.jit, donate_argnums=(0, 1))
    def step(weights: dict[str, Any], state: Any, batch: Batch, key: jax.Array) -> tuple[dict[str, Any], Any, Any]:
        loss, gradient = jax.value_and_grad(loss_of)(weights, batch, key)
        updates, state = optimizer.update(gradient, state, weights)
        return optax.apply_updates(weights, updates), state, loss

    key, start, done = jax.random.key(seed, impl="unsafe_rbg"), time.time(), 0
    for epoch in range(epochs):
        losses = []
        for _, batch in batches(examples(), rng):
            weights, state, loss = step(weights, state, batch, jax.random.fold_in(key, done))
            losses.append(loss)
            done += 1
            if done % 50 == 0:
                mean = float(jnp.stack(losses[-50:]).mean())
                print(
                    f"epoch {epoch + 1}, step {done} of about {steps}: loss {mean:.3f}, {time.time() - start:.0f} s",
                    flush=True,
                )
        write(weights, labels, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ewt and ner")
    parser.add_argument("--out", type=Path, required=True, help="folder for the teacher")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--all-genres", action="store_true", help="also the documents of GUM that are not free")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--some", type=int, help="use only so many documents, for a try")
    args = parser.parse_args()
    documents = documents_of(treebank_files(args.corpora, free=not args.all_genres))
    for path in named_files(args.corpora):
        documents += [[sentence] for sentence in named_sentences(path)]
    train(documents[: args.some], args.epochs, args.seed, args.out)
    write_measures(args.out, args.corpora)


if __name__ == "__main__":
    main()
