"""Compare techniques of table.py on more documents: folds of train that were not used to choose settings.

    python eval/l3m_table1/folds.py --corpora ../shared/corpora

Few differences are significant on the 30 and 10 documents of dev. Here the documents of four fifths of train, on which
search.py did not choose settings, are each clustered by a model trained on all documents outside their own fifth, with
the settings of settings.json. Vocabulary and learned features are those of all of train, for every technique. Measures
the online techniques, L³M by plain SGD, and the batch techniques, which take longest. Writes folds_CORPUS.json and
folds_CORPUS.md beside this file.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from compared import METRICS, comparison_table, mean_and_deviation, mean_counts, score_of
from competitors import COMPARISONS, ONLINE, ROW, TECHNIQUES
from parsed import CORPORA, HELD_OUT, HERE, digest, final, known, write
from search import SETTINGS
from table import clusterer_of

from corefpipe.scoring import Score
from corefpipe.tuning import Prepared, score_labels

SEEDS = 1
TITLES = (*ONLINE, "L³M (tuned γ), plain SGD", "Corr-Clustering", "Spanning Forest")


def main() -> None:
    """Measure and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--corpus", choices=CORPORA, action="append", help="can be repeated; default: both")
    parser.add_argument("--row", choices=TITLES, action="append", help="can be repeated; default: all")
    args = parser.parse_args()
    for corpus in args.corpus or CORPORA:
        prepared = final(args.corpora, corpus)
        for title in args.row or TITLES:
            measure(corpus, title, prepared)


def measure(corpus: str, title: str, prepared: Prepared) -> None:
    """Score a row over the folds, unless that was done with the same data and settings; write results and table."""
    file = HERE / f"folds_{corpus}.json"
    settings = known(SETTINGS)[corpus][title]["settings"]
    asked = {"data": digest(prepared), "technique": ROW[title].technique, "settings": settings}
    found = {name: row for name, row in known(file).items() if row["data"] == asked["data"]}
    same = [row for row in found.values() if {key: row.get(key) for key in asked} == asked]
    if title in found and found[title] in same:
        return
    if same:
        found[title] = same[0]
    else:
        seeds = range(SEEDS if TECHNIQUES[ROW[title].technique].random else 1)
        scores = [over_folds(title, asked["settings"], seed, prepared) for seed in seeds]
        found[title] = asked | {
            "conll": [score.conll for score in scores],
            **{metric: [score[metric].f1 for score in scores] for metric in METRICS},
            "documents": list(scores[0].documents),
            "counts": mean_counts(scores),
        }
    write(file, found)
    text = table_of(corpus, {row: found[row] for row in ROW if row in found})
    (HERE / f"folds_{corpus}.md").write_text(text, encoding="utf8")
    print(corpus, title, mean_and_deviation(found[title]["conll"]), flush=True)


def over_folds(title: str, settings: Mapping[str, Any], seed: int, prepared: Prepared) -> Score:
    """Score the documents outside the first fifth, each clustered by a model not trained on it."""
    train = prepared.train
    labels, order = [], []
    for fold in range(1, HELD_OUT):
        inside = [i for i in range(len(train.keys)) if i % HELD_OUT == fold]
        rest = train.take(i for i in range(len(train.keys)) if i % HELD_OUT != fold)
        clusterer = clusterer_of(title, settings, seed).fit(rest.links, rest.labels)
        labels += clusterer.predict(train.take(inside).links)
        order += inside
    return score_labels(train.take(order), labels, prepared.singletons, METRICS)


def table_of(corpus: str, found: Mapping[str, Any]) -> str:
    """The table of one corpus, as Markdown."""
    documents = len(next(iter(found.values()))["documents"])
    lines = [f"### {corpus}, {documents} documents of train", "", "| technique | MUC | B³ | CEAF-e | average | runs |"]
    lines.append("|---|---|---|---|---|---|")
    for title, row in found.items():
        cells = [mean_and_deviation(row[key]) for key in (*METRICS, "conll")]
        lines.append(f"| {title} | {' | '.join(cells)} | {len(row['conll'])} |")
    scores = {title: score_of(row) for title, row in found.items()}
    return "\n".join([*lines, "", *comparison_table(scores, COMPARISONS), ""])


if __name__ == "__main__":
    main()
