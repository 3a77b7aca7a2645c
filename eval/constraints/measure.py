"""Measure how often each constraint fires on gold chains, and how often it is wrong.

    python eval/constraints/measure.py --corpora ../shared/corpora

Training parts with gold mentions: OntoGUM with gold and with our own parse, LitBank, the web layer and the texts of
corpora/today with our own. Writes result.json beside this file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "resolver"))

import today  # noqa: E402

from corefpipe import read  # noqa: E402
from corefpipe.chains.docs import PARSE_COLUMNS  # noqa: E402
from corefpipe.clustering.constraints import Constraints  # noqa: E402
from corefpipe.document import Document  # noqa: E402
from corefpipe.features import MentionTable, gold_labels, gold_table  # noqa: E402
from corefpipe.parsing.annotate import annotate  # noqa: E402
from corefpipe.parsing.pipelines import load_base  # noqa: E402
from corefpipe.resolver.constraints.registry import CONSTRAINTS  # noqa: E402

GIVEN = (*PARSE_COLUMNS, "entity_types")
WINDOW = 50
"""Of items with different values, pairs up to this distance are counted, as the model compares them."""


def counted(one: Constraints, labels: np.ndarray) -> tuple[int, int]:
    """Number of pairs on which constraints decide, and of those on which they are wrong."""
    fired = wrong = 0
    joined = one.components(len(labels))
    for row in np.flatnonzero(one.settled(len(labels))).tolist():
        before = int(np.flatnonzero(joined[:row] == joined[row])[-1])
        fired += 1
        wrong += int(labels[before] != labels[row])
    apart = {tuple(sorted(pair)) for pair in one.apart.tolist()}
    if one.values is not None:
        for distance in range(1, min(WINDOW, len(labels) - 1) + 1):
            before, later = one.values[:-distance], one.values[distance:]
            differ = ((before >= 0) & (later >= 0) & (before != later)).any(axis=1)
            apart |= {(int(row), int(row) + distance) for row in np.flatnonzero(differ)}
    fired += len(apart)
    wrong += sum(bool(labels[a] == labels[b]) for a, b in apart)
    return fired, wrong


def measured(tables: Iterable[tuple[MentionTable, np.ndarray]]) -> dict[str, dict[str, float]]:
    """For each constraint the pairs on which it fires, and percent of them that are wrong."""
    counts = {name: np.zeros(2, dtype=np.int64) for name in CONSTRAINTS}
    for table, labels in tables:
        for name in CONSTRAINTS:
            found = CONSTRAINTS[name].compute(table)
            if found is not None:
                counts[name] += counted(found, labels)
    return {
        name: {"fires": int(fired), "wrong": round(100 * int(wrong) / max(int(fired), 1), 2)}
        for name, (fired, wrong) in counts.items()
    }


def main() -> None:
    """Measure, print, write result.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    args = parser.parse_args()

    def part(folder: str) -> list[Document]:
        return list(read(args.corpora / folder / "train", repeats="first"))

    nlp, result = load_base("en"), {}
    for label, documents, columns in (
        ("OntoGUM train, gold parse", part("ontogum-ud"), GIVEN),
        ("OntoGUM train, our parse", part("ontogum"), ()),
        ("LitBank train, our parse", part("litbank"), ()),
        ("web train, our parse", today.web(args.corpora), ()),
        ("written train, our parse", today.written("train"), ()),
    ):
        annotated = annotate(documents, nlp, columns)
        tables = ((gold_table(doc, document), document) for doc, document in annotated)
        result[label] = measured((table, gold_labels(table.mentions, document)) for table, document in tables)
        print(label, *(f"\n  {name}: {row}" for name, row in result[label].items()), flush=True)
    (HERE / "result.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
