"""Measure what lists and WordNet cost: CPU milliseconds, as the tables of README.md.

Usage: python eval/lexicon/cost.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import numpy as np

from corefpipe.lexicon.lists import Lexicon, lexicon_folder, load_lexicon
from corefpipe.lexicon.wordnet import WordNet

ROUNDS = 15
PAIRS = 30_000
LISTS = ("pronouns", "name_gender", "surnames", "nicknames", "places", "demonyms", "person_nouns", "titles")


def cost(run: Callable[[], object]) -> float:
    """Median CPU milliseconds of one call."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        run()
        times.append(1000 * (time.process_time() - start))
    return median(times)


def lists() -> None:
    """Print the cost of reading each list for the first time."""
    folder = lexicon_folder("en")
    print("| list | ms |\n|---|---|")
    for name in LISTS:
        print(f"| `{name}` | {cost(lambda name=name: getattr(Lexicon(folder), name)):.1f} |")


def wordnet() -> None:
    """Print the cost of WordNet for random pairs of the nouns for persons and places."""
    file = lexicon_folder("en") / "wordnet.npz"
    random = np.random.default_rng(0)
    words = sorted(set(load_lexicon("en").person_nouns) | set(load_lexicon("en").relational_nouns))
    found = WordNet.load(file)
    ids = found.ids(words)
    a, b = random.choice(ids[ids >= 0], (2, PAIRS))
    start = time.process_time()
    found.hypernyms(a, b)
    first = 1000 * (time.process_time() - start)
    print("\n| WordNet | ms |\n|---|---|")
    print(f"| load | {cost(lambda: WordNet.load(file)):.0f} |")
    print(f"| {PAIRS:,} pairs, hypernyms, first call | {first:.0f} |")
    for name in ("hypernyms", "synonyms", "antonyms", "ancestor", "distance", "sense"):
        method = getattr(found, name)
        print(f"| {PAIRS:,} pairs, {name} | {cost(lambda method=method: method(a, b)):.0f} |")
    print(f"| {PAIRS:,} semantic classes | {cost(lambda: found.semantic_class(a)):.0f} |")


if __name__ == "__main__":
    lists()
    wordnet()
