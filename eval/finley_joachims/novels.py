"""Sets of passages of novels, to be clustered by book: a stand-in for the news articles of Finley & Joachims 2005."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from cosines import TextSet

from corefpipe.exceptions import CorefpipeError

FIELDS = ("text", "quoted")  # the paper: title, headline (two extractions), text, quoted text
LENGTH = 400  # words per passage
BOOKS = (3, 6)  # per set: the fewest and the most
PASSAGES = (1, 4)  # per book and set
_QUOTED = re.compile(r"“([^”]*)”|\"([^\"]*)\"")


def passages(text: str) -> list[str]:
    """Consecutive passages of `LENGTH` words; the rest at the end is left out."""
    found = text.split()
    return [" ".join(found[at : at + LENGTH]) for at in range(0, len(found) - LENGTH + 1, LENGTH)]


def quoted(text: str) -> str:
    """What stands in double quotation marks."""
    return " ".join(one or other for one, other in _QUOTED.findall(text))


def read(folder: Path) -> list[list[str]]:
    """The passages of each novel of a folder, by name.

    Raises:
        CorefpipeError: the folder has no novels.
    """
    files = sorted(folder.glob("*.txt"))
    if not files:
        raise CorefpipeError(f"no novels (*.txt) in {folder}", cure="Give the folder of the corpora (--corpora)")
    return [passages(file.read_text(encoding="utf8", errors="replace")) for file in files]


def sets(books: Sequence[Sequence[str]], n_sets: int, random: np.random.Generator) -> list[TextSet]:
    """Random sets: some books, and from each some passages that are in no other set; in random order."""
    left = [random.permutation(len(book)).tolist() for book in books]
    found = []
    for _ in range(n_sets):
        chosen = random.choice(len(books), random.integers(BOOKS[0], BOOKS[1] + 1), replace=False).tolist()
        drawn = [
            (book, left[book].pop())
            for book in chosen
            for _ in range(min(len(left[book]), random.integers(PASSAGES[0], PASSAGES[1] + 1)))
        ]
        drawn = [drawn[at] for at in random.permutation(len(drawn)).tolist()]
        texts = [{"text": books[book][at], "quoted": quoted(books[book][at])} for book, at in drawn]
        found.append(TextSet(texts, np.array([book for book, _ in drawn])))
    return found


def parts(folder: Path, n_train: int, n_test: int) -> tuple[list[TextSet], list[TextSet]]:
    """Sets to learn from and sets to score, of different books: every second one."""
    books, random = read(folder), np.random.default_rng(0)
    return sets(books[::2], n_train, random), sets(books[1::2], n_test, random)
