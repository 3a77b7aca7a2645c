"""Time and memory of linking 10,000 to a million chains of made-up documents.

    OMP_NUM_THREADS=1 python eval/cross_document/million.py

First names and surnames are those of the lexicon, in the order of their frequency in text, drawn by the law of Zipf and
Mandelbrot, with which the most frequent surname has 1 % as in the US Census; the words beside them by Zipf's law. A
tenth of the people have half of the chains. Each size runs in a process of its own. Writes million.json beside this
file, after each size.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from corefpipe.entities.documents import link_packed
from corefpipe.entities.packed import PackedDocument, packed
from corefpipe.entities.records import Member, Profile
from corefpipe.lexicon import load_lexicon

SIZES = (10_000, 100_000, 300_000, 1_000_000)
CHAINS, PEOPLE = 10, 0.2  # chains per document; people per chain
WORDS, TOPICS = 12, 25  # words beside a chain, and of its document


def documents(size: int, seed: int = 0) -> Iterator[PackedDocument]:
    """Documents with so many chains in all."""
    random = np.random.default_rng(seed)
    people = int(size * PEOPLE)
    firsts, lasts, words = (
        _drawn(kind, random, count) for kind, count in (("first", people), ("last", people), ("", 0))
    )
    for number in range(size // CHAINS):
        popular = random.random(CHAINS) < 0.5
        chosen = np.where(popular, random.integers(people // 10, size=CHAINS), random.integers(people, size=CHAINS))
        topics = _counts(_words(words, random, TOPICS))
        names = [f"{firsts[one]} {lasts[one]}" for one in chosen]
        chains = []
        for place, one in enumerate(chosen):
            full, short = names[place], lasts[one] if random.random() < 0.8 else firsts[one]
            called = {full: 1, short: 2} if random.random() < 0.6 else {short: 2}
            near = {name: 1 for name in names[max(0, place - 2) : place + 3] if name != full}
            profile = Profile(
                3, called, {}, {"he": 1}, {"person": 3}, {}, _counts(_words(words, random, WORDS)), near, topics
            )
            chains.append(packed(Member(f"d{number}", str(place), 3, 20 * place, 20 * place + 9), profile))
        yield PackedDocument(f"d{number}", "", chains)


def _drawn(kind: str, random: np.random.Generator, count: int) -> list[str]:
    """Names, or for no kind the words of the lexicon in the order of their frequency."""
    lexicon = load_lexicon()
    frequency = lexicon.word_frequency
    if not kind:
        return sorted((word for word in frequency if len(word) > 3), key=lambda word: -frequency[word])
    names = sorted(
        lexicon.first_names if kind == "first" else lexicon.surnames, key=lambda name: (-frequency.get(name, 0), name)
    )
    shares = 1 / (np.arange(len(names)) + 20)
    return [names[i].capitalize() for i in random.choice(len(names), size=count, p=shares / shares.sum())]


def _words(words: list[str], random: np.random.Generator, count: int) -> list[str]:
    """Words by Zipf's law."""
    ranks = (len(words) ** random.random(count)).astype(int) - 1
    return [words[rank] for rank in ranks]


def _counts(words: list[str]) -> dict[str, int]:
    return {word: words.count(word) for word in words}


def measure(size: int) -> dict[str, float]:
    """CPU seconds and gigabytes of one size in this process."""
    start = time.process_time()
    given = [*documents(size)]
    made = time.process_time()
    entities = link_packed(given)
    linked = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        entities.to_jsonl(Path(folder) / "entities.jsonl")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return {
        "chains": size,
        "entities": len(entities),
        "made in s": round(made - start, 1),
        "linked in s": round(linked - made, 1),
        "ms per chain": round(1000 * (linked - made) / size, 3),
        "peak in GB": round(peak, 2),
    }


def main() -> None:
    """Measure one size, or all of them in processes of their own."""
    if len(sys.argv) > 1:
        print(json.dumps(measure(int(sys.argv[1]))))
        return
    rows = []
    for size in SIZES:
        run = subprocess.run([sys.executable, __file__, str(size)], capture_output=True, check=True, encoding="utf-8")
        rows.append(json.loads(run.stdout))
        print(rows[-1], flush=True)
        Path(__file__).with_suffix(".json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
