"""The cost C of the two structural SVMs beyond the values that settings.json was chosen from, on part of OntoGUM.

    python eval/l3m_table1/costs.py --corpora ../shared/corpora

Learns from every fourth of the documents that search.py learns from, and scores on the same held-out fifth. Writes
costs.md beside this file.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from compared import METRICS
from competitors import TECHNIQUES
from parsed import HERE, held_out

from corefpipe.clustering import Clusterer
from corefpipe.tuning import score_labels

CORPUS = "ontogum"
COSTS = {"Spanning Forest": (1e-1, 1.0), "Corr-Clustering": (1e5, 1e6)}
EVERY = 4


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    prepared = held_out(parser.parse_args().corpora, CORPUS)
    part = prepared.train.take(range(0, len(prepared.train.keys), EVERY))
    lines = [f"{len(part.keys)} documents to learn from, {len(prepared.dev.keys)} to score", ""]
    lines += ["| technique | C | average | CPU seconds |", "|---|---|---|---|"]
    for title, costs in COSTS.items():
        technique = TECHNIQUES[title]
        for cost in costs:
            clusterer = Clusterer.named(technique.learner, technique.decoder, **technique.settings, C=cost)
            start = time.process_time()
            clusterer.fit(part.links, part.labels)
            seconds = time.process_time() - start
            labels = clusterer.predict(prepared.dev.links)
            score = score_labels(prepared.dev, labels, prepared.singletons, METRICS)
            lines.append(f"| {title} | {cost:g} | {100 * score.conll:.2f} | {seconds:.0f} |")
            (HERE / "costs.md").write_text("\n".join(lines) + "\n", encoding="utf8")
            print(lines[-1], flush=True)


if __name__ == "__main__":
    main()
