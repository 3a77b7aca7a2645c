"""Bengtson & Roth 2008, Table 6: categories of features added one by one, B-cubed on dev.

python eval/features/groups.py --corpora ../shared/corpora [--set bengtson_roth2008]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from common import CORPORA, MIN_COUNT, contenders, fitted, keep, keep_table, load, results, timed

from corefpipe.clustering.links import Links
from corefpipe.features import FeatureSet


def only(links: Links, columns: np.ndarray) -> Links:
    """The links with some of their columns."""
    return Links(links.sets, links.indptr, links.antecedent, links.features[:, columns])


def main() -> None:
    """Measure, and write groups.md."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--set", default="bengtson_roth2008")
    parser.add_argument("--corpus", choices=CORPORA, action="append")
    args = parser.parse_args()
    for corpus in args.corpus or CORPORA:
        rows: dict[str, dict[str, dict[str, float]]] = {}
        train, dev = load(args.corpora, corpus)
        features = FeatureSet(args.set, min_count=MIN_COUNT)
        links, _ = timed(features, train)
        of_dev = features.links(dev.tables)
        names: list[str] = [feature.name for feature in features.spec.starts]
        for group in dict.fromkeys(feature.group for feature in features.spec.features):
            names += [feature.name for feature in features.spec.features if feature.group == group]
            if group == "Constant":  # measured together with the first category
                continue
            columns = features.fitted.made_of(names).nonzero()[0]
            some, some_of_dev = only(links, columns), only(of_dev, columns)
            row = {}
            for title, contender in contenders().items():
                coef, decoder = fitted(contender, train, some)
                found = dev.score(some_of_dev, coef, decoder)
                row[title] = {
                    "b_cubed": round(100 * found.to_dict()["b_cubed"]["f1"], 2),
                    "conll": round(100 * found.conll, 2),
                }
            rows[group] = row
            print(corpus, group, json.dumps(row, ensure_ascii=False), flush=True)
            keep("groups", corpus, rows)
        keep_table("groups", table_of(results("groups")))


def table_of(result: dict) -> str:
    """The result as Markdown: B-cubed (CoNLL average)."""
    titles = [f"{corpus}, {title}" for corpus in result for title in contenders()]
    lines = [f"| category | {' | '.join(titles)} |", "|---" * (1 + len(titles)) + "|"]
    for group in next(iter(result.values())):
        cells = [
            f"{result[corpus][group][title]['b_cubed']:.1f} ({result[corpus][group][title]['conll']:.1f})"
            for corpus in result
            for title in contenders()
        ]
        lines.append(f"| + {group} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
