"""The data sets: digits, people in the census, and citations. Each is a function of a seed that returns a `Task`."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from items import Record, Task, numbered, of_records, of_vectors
from sklearn.datasets import load_digits

TRAIN_DIGITS, TEST_DIGITS = (1, 3, 5, 8, 9), (0, 2, 4, 6, 7)
FEWEST, MOST = 30, 174  # of one digit
CITATIONS = 400  # of each half
LONGEST_DATE = 20  # letters of "(September 1992)"
CENSUS_FIELDS = {
    "first": ["edit"], "last": ["edit"], "name": ["edit"], "middle": ["edit"], "number": ["edit"], "street": ["edit"],
}  # fmt: skip
CITATION_FIELDS = {
    "title": ["edit"], "author": ["edit"], "authors": ["edit"], "year": ["difference"], "in year": ["relative"],
    "venue": ["edit"], "at venue": ["relative"], "surnames": ["jaccard"],
}  # fmt: skip
_YEAR = re.compile(r"\b(1[89]\d\d|20[0-2]\d)\b")
_PARTS = re.compile(r"\s{3,}")


def digits(seed: int) -> Task:
    """Five digits to learn from, the others to cluster; 30 to 174 of each, as many as chance wills."""
    random = np.random.default_rng(seed)
    images, digit = load_digits(return_X_y=True)
    parts = []
    for chosen in (TRAIN_DIGITS, TEST_DIGITS):
        rows = []
        for one in chosen:
            there = random.permutation(np.flatnonzero(digit == one))
            rows.append(there[: random.integers(FEWEST, MOST + 1)])
        order = random.permutation(np.concatenate(rows))
        parts.append((images[order], digit[order]))
    train, test = of_vectors(parts)
    return Task([train], [test])


def census(path: Path, seed: int) -> Task:
    """People of the census with misspelt names and addresses; half of the people to learn from."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf8", errors="replace").splitlines()]
    records = [person(row[2]) for row in rows]
    labels = numbered([row[1] for row in rows])
    matched = numbered([f"{record['last']} {(record['first'] or ' ')[0]}" for record in records])
    parts = []
    for chosen in halves(labels, np.random.default_rng(seed)):
        parts.append(([records[i] for i in chosen.tolist()], labels[chosen], matched[chosen]))
    train, test = of_records(parts, CENSUS_FIELDS)
    return Task([train], [test], "NAMEMATCH")


def person(text: str) -> Record:
    """The fields of a line of the census, which have fixed widths."""
    cut = {"last": (1, 15), "first": (15, 28), "middle": (28, 30), "number": (30, 43), "street": (43, None)}
    found = {name: text[first:last].strip() for name, (first, last) in cut.items()}
    return found | {"name": f"{found['first']} {found['middle']} {found['last']}"}


def citations(path: Path, seed: int) -> Task:
    """Citations of Cora; half of the publications to learn from, and 400 citations drawn from each half."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf8", errors="replace").splitlines()]
    records = with_counts([citation(row[2]) for row in rows])
    labels, random = numbered([row[1] for row in rows]), np.random.default_rng(seed)
    parts = []
    for half in halves(labels, random):
        chosen = np.sort(random.permutation(half)[:CITATIONS])
        parts.append(([records[i] for i in chosen.tolist()], labels[chosen], None))
    train, test = of_records(parts, CITATION_FIELDS)
    return Task([train], [test])


def citation(text: str) -> Record:
    """Authors, title, year and venue, which the file separates by three spaces; the last two may be missing."""
    parts = [part.strip(" ,.;:") for part in _PARTS.split(text.strip())]
    authors, title, rest = parts[0], parts[1] if len(parts) > 1 else "", parts[2:]
    dates = [part for part in rest if _YEAR.search(part) and len(part) < LONGEST_DATE]
    venue = " ".join(part for part in rest if part not in dates)
    years = [year for part in [*dates, venue, title] for year in _YEAR.findall(part)]
    people = [word for word in re.findall(r"[^\W\d_]{2,}", authors) if word not in ("and", "et", "al", "In")]
    return {
        "title": title, "authors": authors, "author": first_author(authors), "venue": venue,
        "year": years[0] if years else "", "surnames": sorted({word.lower() for word in people}),
    }  # fmt: skip


def first_author(authors: str) -> str:
    """The first author: up to "and", ";" or a comma, past the initials of "Freund, Y."."""
    first = re.split(r"\s+and\s+|;|&", authors)[0]
    pieces = [piece.strip() for piece in first.split(",")]
    initials = len(pieces) > 1 and re.fullmatch(r"(?:[A-Z]\.?[\s-]?)+", pieces[1])
    return " ".join(pieces[:2]) if initials else pieces[0]


def with_counts(records: list[Record]) -> list[Record]:
    """The records with the numbers of citations of their year and of their venue."""
    years, venues = (Counter(record[name].lower() for record in records) for name in ("year", "venue"))
    return [
        {
            **record,
            "in year": years[record["year"]] if record["year"] else "",
            "at venue": venues[record["venue"].lower()] if record["venue"] else "",
        }
        for record in records
    ]


def halves(labels: np.ndarray, random: np.random.Generator) -> list[np.ndarray]:
    """The items of two random halves of the clusters."""
    half = random.permutation(labels.max() + 1)[labels] % 2
    return [np.flatnonzero(half == number) for number in (0, 1)]


def found_file(folder: Path, name: str) -> Path:
    """A file of the folder.

    Raises:
        SystemExit: it is not there.
    """
    path = folder / "names" / name
    if not path.is_file():
        sys.exit(f"no file {path}: give the folder of the corpora (--corpora)")
    return path
