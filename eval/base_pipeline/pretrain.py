"""Pretrain the tok2vec layer: predict masked words of unlabelled text from their neighbours.

`spacy pretrain` spends most of its time on outputs for words that are not masked. Here only masked
words are predicted, by a softmax over frequent words and, for the others, shape-and-suffix classes.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy
from spacy.language import Language
from spacy.tokens import Doc, Token
from spacy.training.initialize import load_vectors_into_model
from spacy.util import load_model_from_config
from thinc.api import Adam, Config, Model, Softmax, fix_random_seed, set_dropout_rate
from thinc.types import Floats2d

from corefpipe.parsing.products import multiply_by_numpy

MASK = "[MASK]"
MASKED_SHARE = 0.2
TARGET_WORDS = 4000
TARGET_CLASSES = 500
BATCH_WORDS = 2500
LEARN_RATE = 0.002
WARMUP_STEPS = 200
REPORT_EVERY = 100


def pretrain(config: Config, texts: list[str], out: Path, max_words: int, seed: int) -> None:
    """Train the `tok2vec` component of the pipeline on unlabelled text and save its weights."""
    fix_random_seed(seed)
    rng = random.Random(seed)
    nlp = load_model_from_config(config.interpolate(), auto_fill=True)
    load_vectors_into_model(nlp, config.interpolate()["initialize"]["vectors"])
    targets = target_ids(nlp, rng.sample(texts, min(10_000, len(texts))))
    words = sorted({key for key in targets if not key.startswith("<")})
    tok2vec: Model = nlp.get_pipe("tok2vec").model
    tok2vec.initialize(X=[nlp.make_doc(text) for text in texts[:20]])
    output: Model = Softmax(nO=len(set(targets.values())) + 1, nI=tok2vec.get_dim("nO"))
    output.initialize()
    multiply_by_numpy(nlp, output)
    optimizer = Adam(LEARN_RATE, L2=0.01, L2_is_weight_decay=True, grad_clip=1.0, use_averages=True)
    set_dropout_rate(tok2vec, 0.05)
    seen, step, loss, hits, masked_count = 0, 0, 0.0, 0, 0
    start = time.time()
    batch: list[Doc] = []
    for text in endless(texts, rng):
        batch.append(nlp.make_doc(text))
        if sum(map(len, batch)) < BATCH_WORDS:
            continue
        masked = [mask(doc, words, rng) for doc in batch]
        rows = numpy.concatenate([chosen for _, chosen in masked])
        truth = [targets.get(target_key(token, targets), 0) for doc in batch for token in doc]
        correct = numpy.asarray(truth)[rows]
        encoded, backprop_encoded = tok2vec.begin_update([doc for doc, _ in masked])
        flat: Floats2d = tok2vec.ops.flatten(encoded)
        guesses, backprop_guesses = output.begin_update(flat[rows])
        index = numpy.arange(len(correct))
        loss -= float(numpy.log(guesses[index, correct] + 1e-9).sum())
        hits += int((guesses.argmax(axis=1) == correct).sum())
        masked_count += len(correct)
        guesses[index, correct] -= 1
        d_flat = tok2vec.ops.alloc2f(*flat.shape)
        d_flat[rows] = backprop_guesses(guesses / len(correct))
        backprop_encoded(tok2vec.ops.unflatten(d_flat, [len(doc) for doc in batch]))
        seen += len(flat)
        step += 1
        # A short warm-up, then a linear decrease to zero.
        optimizer.learn_rate = LEARN_RATE * min(step / WARMUP_STEPS, max(0, 1 - seen / max_words))
        tok2vec.finish_update(optimizer)
        output.finish_update(optimizer)
        optimizer.step_schedules()
        if step % REPORT_EVERY == 0:
            print(
                f"pretraining: {seen:,} words, loss {loss / masked_count:.3f}, "
                f"accuracy {hits / masked_count:.3f}, {seen / (time.time() - start):,.0f} words/s",
                flush=True,
            )
            loss, hits, masked_count = 0.0, 0, 0
        if seen >= max_words:
            break
        batch = []
    with tok2vec.use_params(optimizer.averages):
        out.write_bytes(tok2vec.to_bytes())


def endless(texts: list[str], rng: random.Random) -> Iterator[str]:
    """Yield the texts in an endless loop, in a new order each time."""
    while True:
        yield from rng.sample(texts, len(texts))


def target_key(token: Token, targets: dict[str, int]) -> str:
    """The class to predict for a word: a frequent word itself, else its shape and suffix."""
    return token.lower_ if token.lower_ in targets else f"<{token.shape_} {token.suffix_}>"


def target_ids(nlp: Language, texts: list[str]) -> dict[str, int]:
    """Number the words and classes to predict; 0 is anything else."""
    words: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    docs = [nlp.make_doc(text) for text in texts]
    for doc in docs:
        words.update(token.lower_ for token in doc)
    chosen = dict(words.most_common(TARGET_WORDS))
    for doc in docs:
        classes.update(target_key(token, chosen) for token in doc if token.lower_ not in chosen)
    keys = [*chosen, *(key for key, _ in classes.most_common(TARGET_CLASSES))]
    return {key: number for number, key in enumerate(keys, start=1)}


def mask(doc: Doc, words: list[str], rng: random.Random) -> tuple[Doc, numpy.ndarray]:
    """A copy of the document with some words masked, and the positions of these words."""
    chosen = numpy.asarray([rng.random() < MASKED_SHARE for _ in doc], dtype=bool)
    forms = []
    for token, hidden in zip(doc, chosen, strict=True):
        # Some are kept or replaced, so that the layer also learns about words without a mask.
        roll = rng.random()
        if not hidden or roll < 0.1:
            forms.append(token.text)
        else:
            forms.append(rng.choice(words) if roll < 0.2 else MASK)
    return Doc(doc.vocab, words=forms, spaces=[bool(t.whitespace_) for t in doc]), chosen
