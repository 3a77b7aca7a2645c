"""How many pairs blocking leaves, and how many true ones it keeps; the protocol is in README.md.

    OMP_NUM_THREADS=1 python eval/records/blocking.py --corpora ../shared/corpora

Writes blocking.json beside this file and prints a table.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from defaults import Names

from corefpipe.clustering import Blocking, ItemSets

HERE = Path(__file__).resolve().parent
FILES = ("coraATDV", "censusText", "restaurant", "ucdPeopleCluster")


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    args = parser.parse_args()
    result = {}
    for file in FILES:
        names = Names.read(args.corpora / "names" / f"{file}.txt")
        items = ItemSets.records([names.records])
        blocking, n = Blocking.guess(items), items.n_items
        begin = time.process_time()
        pairs = len(blocking.pairs(items))
        seconds = time.process_time() - begin
        recall = blocking.recall(items, [names.cluster])
        result[file] = {"records": n, "pairs": pairs, "recall": recall, "seconds": round(seconds, 2)}
        print(file, result[file], flush=True)
    (HERE / "blocking.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
