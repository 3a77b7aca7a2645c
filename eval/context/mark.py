"""Mark raw text with what a network says of it, so that smaller networks learn from it (`prepare.py`, the part "soft").

    python eval/context/mark.py build/context/network_free --raw ../shared/corpora/raw/raw.jsonl.xz --out marks.npz

Probabilities are marked, not decisions (Hinton, Vinyals & Dean 2015). Takes an hour for 2 million words on one core.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from corefpipe.network.context import Context, Reading
from corefpipe.network.files import load_context
from corefpipe.network.heads import REACH
from corefpipe.network.text import Text
from corefpipe.utils.progress import progress

ANTECEDENTS, KEPT = 40, 4
"""Of each word: so many with the best coarse scores are scored, and at most so many are marked."""
LIKELY, ANY = 0.04, 0.1
"""Least probability of an antecedent, and of all antecedents of a word, that is marked."""
MENTION = 0.4
"""Least probability that a word has an antecedent, or is one, of which the bounds of the mention are marked."""
STEPS = 255
"""Probabilities are stored as so many parts."""


class Marks(NamedTuple):
    """What a network says of a document.

    Attributes:
        links: (n, 2) int32 word and antecedent.
        odds: (n,) uint8 probability of each, in 255ths.
        bounds: (m, 3) int32 head, first and last word of mentions.
    """

    links: np.ndarray
    odds: np.ndarray
    bounds: np.ndarray


def marks_of(reading: Reading) -> Marks:
    """What was read in a text, as marks."""
    n = len(reading.vectors)
    if n < 2:
        return Marks(np.zeros((0, 2), np.int32), np.zeros(0, np.uint8), np.zeros((0, 3), np.int32))
    words = np.arange(n)
    parts, hidden = reading.words(words), reading.heads.hidden
    query, key = (side[:, :hidden].astype(np.float32) for side in (parts.later, parts.earlier))
    coarse = query @ key.T + parts.mention
    coarse[words >= words[:, None]] = -np.inf
    most = min(ANTECEDENTS, n - 1)
    ante = np.argpartition(-coarse, most - 1, axis=1)[:, :most]
    later, column = np.nonzero(ante < words[:, None])
    scores = np.full(ante.shape, -np.inf, dtype=np.float32)
    scores[later, column] = reading.heads.links(parts, later, ante[later, column])
    highest = np.maximum(scores.max(axis=1, keepdims=True), 0)
    shares = np.exp(scores - highest)
    odds = shares / (np.exp(-highest) + shares.sum(axis=1, keepdims=True))
    best = np.argsort(-odds, axis=1, kind="stable")[:, :KEPT]
    top = np.take_along_axis(odds, best, axis=1)
    has_one = odds.sum(axis=1)
    row, place = np.nonzero((top >= LIKELY) & (has_one[:, None] >= ANY))
    links = np.stack([row, ante[row, best[row, place]]], axis=1).astype(np.int32)
    is_one = np.bincount(ante[later, column], weights=odds[later, column], minlength=n)
    heads = np.flatnonzero(np.maximum(has_one, is_one) > MENTION)
    begin, end = (side.argmax(axis=1) - REACH for side in reading.edges(heads))
    bounds = np.stack([heads, heads + begin, heads + end], axis=1).astype(np.int32)
    return Marks(links, np.rint(top[row, place] * STEPS).astype(np.uint8), bounds.reshape(-1, 3))


def as_arrays(names: Sequence[str], marks: Sequence[Marks]) -> dict[str, np.ndarray]:
    """Marks of documents as the arrays that `examples.marked` reads."""

    def starts(sizes: Iterable[int]) -> np.ndarray:
        return np.cumsum([0, *sizes])

    return {
        "names": np.array(names),
        "ij": np.concatenate([one.links for one in marks]),
        "p": np.concatenate([one.odds for one in marks]),
        "bounds": np.concatenate([one.bounds for one in marks]),
        "soft_at": starts(len(one.odds) for one in marks),
        "bounds_at": starts(len(one.bounds) for one in marks),
    }


def marked(context: Context, raw: Path) -> Iterator[tuple[str, Marks]]:
    """Name and marks of each document of a file of JSON lines with words, sentence numbers and speakers."""
    with lzma.open(raw, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            text = Text(row["words"], row["sents"], row["speakers"])
            yield row["name"], marks_of(context.read([text])[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network", type=Path, help="folder of the network, as `export.py` writes it")
    parser.add_argument("--raw", type=Path, required=True, help="file of raw documents, .jsonl.xz")
    parser.add_argument("--out", type=Path, required=True, help="file of arrays, .npz")
    args = parser.parse_args()
    with lzma.open(args.raw, "rt", encoding="utf-8") as lines:
        total = sum(1 for _ in lines)
    found = list(progress(marked(load_context(args.network), args.raw), "mark documents", total))
    arrays = as_arrays(*zip(*found, strict=True))
    np.savez_compressed(args.out, **arrays)  # type: ignore[arg-type]
    print(f"{args.out}: {len(found)} documents, {len(arrays['p'])} links")


if __name__ == "__main__":
    main()
