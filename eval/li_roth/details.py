"""What halves of the names are like, and how rounds of SDC go: details.json, which table.py adds to table.md.

    OMP_NUM_THREADS=1 python eval/li_roth/details.py --corpora ../shared/corpora

Halves are those of the first split of each set; rounds are those of one training half of each type.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from measure import SETS, sets_of
from methods import Half, halves
from names import TYPES, read_names

from corefpipe.clustering.learners import SDCLearner

FILE = Path(__file__).parent / "details.json"
LEARNERS = {
    "start at the means": {},
    "random start": {"start": "random"},
    "random start, D held constant": {"start": "random", "follow": False},
}


def halves_described(found: Sequence[Half]) -> dict[str, list[float]]:
    """What is counted -> the lowest and the highest value over halves; shares are per cent."""
    rows = [described(half) for half in found]
    return {what: [min(row[what] for row in rows), max(row[what] for row in rows)] for what in rows[0]}


def described(half: Half) -> dict[str, float]:
    """Names, entities, different strings and true pairs of a half, and how many of the pairs are equal strings."""
    strings = [" ".join(name) for name in half.names.strings]
    number = np.unique(strings, return_inverse=True)[1]
    later, earlier = half.ends
    equal = number[later] == number[earlier]
    return {
        "names": len(strings),
        "entities": half.n_clusters,
        "different strings": int(number.max()) + 1,
        "true pairs": int(half.same.sum()),
        "true pairs of equal strings, %": round(100 * float(equal[half.same].mean())),
    }


def rounds(train: Half) -> dict[str, dict[str, float]]:
    """Start -> wrong training pairs in per cent: at the start, the fewest and the most of a later round."""
    found = {}
    for name, settings in LEARNERS.items():
        wrong = 100 * SDCLearner(**settings).fit(train.links, train.labels).wrong_
        first, *later = wrong.tolist()
        later = later or [first]  # no pair was wrong
        found[name] = {"start": round(first, 2), "fewest": round(min(later), 2), "most": round(max(later), 2)}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"), help="folder with gum/train")
    names = read_names(parser.parse_args().corpora / "gum" / "train")
    result: dict[str, Any] = {}
    for kind in TYPES:
        splits = [halves(one, 0) for one in sets_of(names[kind], SETS[kind])]
        tests = [test for split in splits for _, test in split]
        result[kind] = {"halves": halves_described(tests), "rounds": rounds(splits[0][0][0])}
    FILE.write_text(json.dumps(result, indent=1) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
