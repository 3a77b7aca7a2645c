"""Every feature set x {L3M, Max-Left-Link with a binary classifier} on OntoGUM and LitBank dev, gold mentions.

    python eval/features/sets.py --corpora ../shared/corpora

Writes the table sets.md beside this file, and work/sets_CORPUS.json. `--sets a,b` measures only some sets and keeps the
rows that are there for the others; `--corpus` measures one corpus.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from common import CORPORA, MIN_COUNT, contenders, fitted, keep, keep_table, load, results, timed

from corefpipe.features import FeatureSet, packaged_sets

METRICS = ("muc", "b_cubed", "ceaf_e")


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--sets", default=",".join(packaged_sets()), help="names, separated by commas")
    parser.add_argument("--corpus", choices=CORPORA, action="append")
    args = parser.parse_args()
    for corpus in args.corpus or CORPORA:
        found_so_far = results("sets").get(corpus, {})
        train, dev = load(args.corpora, corpus)
        for name in args.sets.split(","):
            features = FeatureSet(name, min_count=MIN_COUNT)
            links, seconds = timed(features, train)
            of_dev = features.links(dev.tables)
            row = {
                "columns": links.features.shape[1],
                "features a link": round(links.features.nnz / max(links.n_links, 1), 1),
                "seconds": round(seconds, 1),
            }
            for title, contender in contenders().items():
                coef, decoder = fitted(contender, train, links)
                found = dev.score(of_dev, coef, decoder)
                table = found.to_dict()
                row[title] = {
                    "conll": round(100 * found.conll, 2),
                    **{metric: round(100 * table[metric]["f1"], 2) for metric in METRICS},
                    "threshold": round(decoder.threshold, 2),
                }
            found_so_far[name] = row
            print(corpus, name, json.dumps(row, ensure_ascii=False), flush=True)
            keep("sets", corpus, found_so_far)
            keep_table("sets", table_of(results("sets")))


def table_of(result: dict[str, dict[str, dict]]) -> str:
    """The result as Markdown: CoNLL average (MUC, B-cubed, CEAF-e)."""
    lines = []
    for corpus, rows in result.items():
        titles = list(contenders())
        lines += [f"### {corpus} dev", "", f"| set | columns | features a link | {' | '.join(titles)} |"]
        lines.append("|---" * (3 + len(titles)) + "|")
        order = sorted(rows, key=lambda name: -rows[name][titles[0]]["conll"])
        for name in order:
            row = rows[name]
            cells = [f"{row[t]['conll']:.1f} ({', '.join(f'{row[t][m]:.1f}' for m in METRICS)})" for t in titles]
            lines.append(f"| `{name}` | {row['columns']} | {row['features a link']} | {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
