"""Made-up tables of people, some of them more than once with misspelt names."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import numpy as np

from corefpipe.scoring.scorer import score_partitions

FIRST = "Anna Robert Maria James Susan Peter Linda Thomas Karen Daniel".split()
LAST = "Smith Johnson Novak Garcia Miller Brown Fischer Dubois Rossi Jansen".split()
STREETS = ["Oak Street", "Main Street", "River Road", "Station Avenue", "Church Lane"]
FIELDS = ["name", "street", "phone", "born"]


def misspelt(text: str, chance: random.Random) -> str:
    """A text with two letters swapped, or as it is."""
    if len(text) < 4 or chance.random() < 0.5:
        return text
    place = chance.randrange(1, len(text) - 2)
    return text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def people(n: int, seed: int) -> list[list[str]]:
    """Rows of person, name, street, phone and born; one to three for each of n people."""
    chance = random.Random(seed)
    rows = []
    for number in range(n):
        first, last = chance.choice(FIRST), chance.choice(LAST)
        street = f"{chance.randrange(1, 200)} {chance.choice(STREETS)}"
        phone, born = f"555-{chance.randrange(1000, 9999)}", str(chance.randrange(1935, 2003))
        for _ in range(chance.choice([1, 1, 2, 3])):
            forms = [f"{first} {last}", f"{last}, {first}", f"{first[0]}. {last}", misspelt(first, chance) + f" {last}"]
            name = chance.choice(forms)
            known = phone if chance.random() < 0.7 else ""
            rows.append([f"p{number}", name, misspelt(street, chance), known, born])
    chance.shuffle(rows)
    return rows


def write(path: Path, header: list[str], rows: list[list[str]]) -> Path:
    """Write a TSV or CSV file."""
    with path.open("w", encoding="utf8", newline="") as stream:
        if path.suffix == ".csv":
            csv.writer(stream, lineterminator="\n").writerows([header, *rows])
        else:
            stream.writelines("\t".join(row) + "\n" for row in [header, *rows])
    return path


def read(path: Path) -> list[list[str]]:
    """The rows of a TSV or CSV file."""
    with path.open(encoding="utf8", newline="") as stream:
        if path.suffix == ".csv":
            return list(csv.reader(stream))
        return [line.rstrip("\n").split("\t") for line in stream]


def pairwise(key: list[str], response: list[str]) -> float:
    """Pairwise F1 of two columns."""
    one, other = (np.unique(column, return_inverse=True)[1] for column in (key, response))
    return score_partitions([one], [other], metrics=["pairwise"])["pairwise"].f1
