"""A network that classifies words in context, as Schütze 1993 does where one class per word fails: in_context.json.

    OMP_NUM_THREADS=1 python eval/words/in_context.py --corpora ../shared/corpora

The lecture says no more than that. Here a network of one hidden layer reads the vectors (`svd`, 50 dimensions) of the
words at the places -2, -1, +1 and +2, alone or with the word's own, and learns the class of the word from the openings
of the novels. Then it classifies the tokens of EWT train, whose classes are compared with their parts of speech.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import numpy as np
from measure import BROWN, CONTEXTS, METHODS, N_CLASSES, VOCABULARY, texts
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

from corefpipe import read
from corefpipe.clustering.words import WordCounts, count_words
from corefpipe.clustering.words.contexts import ContextVectors

FILE = Path(__file__).resolve().parent / "in_context.json"
PLACES = (-2, -1, 1, 2)
OPENING = 1500  # tokens of each novel to learn from
SEEDS = 3
CLEAR = 0.9  # share of its most frequent tag from which a word counts as unambiguous


def numbers(words: Iterable[str], counts: WordCounts) -> np.ndarray:
    """(n,) int, the numbers of words; that of the row after the last one for words without."""
    rank = {word: number for number, word in enumerate(counts.words)}
    return np.array([rank.get(word, len(rank)) for word in words], dtype=np.int64)


def neighbours(token: np.ndarray, places: Iterable[int], nobody: int) -> np.ndarray:
    """(n, n_places) int, the words at these places of each token of a text, `nobody` beyond its ends."""
    padded = np.concatenate([np.full(2, nobody), token, np.full(2, nobody)])
    return np.stack([padded[2 + place : 2 + place + len(token)] for place in places], axis=1)


def inputs(token: np.ndarray, vectors: np.ndarray, places: Iterable[int]) -> np.ndarray:
    """(n, n_places · n_dimensions) the vectors of the words at these places of each token; 0 for unknown words."""
    return vectors[neighbours(token, places, len(vectors) - 1)].reshape(len(token), -1)


def agreement(classes: np.ndarray, tags: np.ndarray, ambiguous: np.ndarray) -> dict[str, float]:
    """Share of tokens with the most frequent tag of their class, in per cent: of all, and of ambiguous words."""
    pairs = Counter(zip(classes.tolist(), tags.tolist(), strict=True))
    best: dict[int, tuple[int, str]] = {}
    for (one, tag), count in pairs.items():
        best[one] = max(best.get(one, (0, "")), (count, tag))
    right = np.array([best[one][1] == tag for one, tag in zip(classes.tolist(), tags.tolist(), strict=True)])
    return {"tokens": round(100 * float(right.mean()), 1), "ambiguous": round(100 * float(right[ambiguous].mean()), 1)}


def of_ambiguous(token: np.ndarray, tags: np.ndarray) -> np.ndarray:
    """(n,) bool, the tokens of words whose most frequent tag has less than `CLEAR` of their tokens."""
    by_word: dict[int, Counter[str]] = {}
    for number, tag in zip(token.tolist(), tags.tolist(), strict=True):
        by_word.setdefault(number, Counter())[tag] += 1
    return np.array(
        [by_word[number].most_common(1)[0][1] < CLEAR * by_word[number].total() for number in token.tolist()]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    corpora = parser.parse_args().corpora
    counts = count_words(texts(corpora), max_words=VOCABULARY, reach=2, **{**BROWN, "min_count": 20})
    novels = [numbers(islice(tokens, OPENING), counts) for tokens in texts(corpora)]
    documents = list(read(corpora / "ewt" / "train"))
    asked = [numbers((word.lower() for word in one.words), counts) for one in documents]
    token, tags = np.concatenate(asked), np.concatenate([np.array(one.pos) for one in documents])
    known = token < len(counts)
    token, tags = token[known], tags[known]
    ambiguous, found = of_ambiguous(token, tags), {}
    for seed in range(SEEDS):
        of_words = ContextVectors(METHODS["n_components"], N_CLASSES, starts=METHODS["starts"], random_state=seed)
        of_words.fit(counts.contexts(CONTEXTS))
        length = np.maximum(np.linalg.norm(of_words.vectors_, axis=1, keepdims=True), 1e-12)
        vectors = np.vstack([of_words.vectors_ / length, np.zeros((1, METHODS["n_components"]))])
        rows = {"class of the word": of_words.labels_[token]}
        for name, places in {"neighbours": PLACES, "neighbours and word": (*PLACES, 0)}.items():
            network = MLPClassifier((100,), max_iter=8, random_state=seed)
            X = np.concatenate([inputs(one, vectors, places)[one < len(counts)] for one in novels])
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)  # eight epochs
                network.fit(X, of_words.labels_[np.concatenate(novels)[np.concatenate(novels) < len(counts)]])
            rows[name] = network.predict(np.concatenate([inputs(one, vectors, places) for one in asked])[known])
        rows["one class"] = np.zeros(len(token), dtype=np.int64)
        for name, classes in rows.items():
            found.setdefault(name, []).append(agreement(classes, tags, ambiguous))
            print(seed, name, found[name][-1], flush=True)
    result = {"tokens": len(token), "of ambiguous words": int(ambiguous.sum()), "rows": found}
    FILE.write_text(json.dumps(result, indent=1) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
