"""Repeat Table 1 of Samdani, Chang & Roth 2014 on free data: all techniques on OntoGUM and LitBank, gold mentions.

    python eval/l3m_table1/table.py --corpora ../shared/corpora

Trains each row on all of train with the settings of settings.json (see search.py), and scores it on dev; rows that
depend on a seed are trained several times (`SEEDS`). Writes CORPUS.json after each row, table.md and figure.svg beside
this file. Rows in CORPUS.json that have the same features and settings are not trained again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from compared import METRICS, comparison_table, mean_and_deviation, mean_counts, score_of
from competitors import COMPARISONS, ROW, TECHNIQUES
from parsed import CORPORA, HERE, digest, final, known, write
from search import SETTINGS

from corefpipe.clustering import Clusterer
from corefpipe.tuning import Prepared, score_labels

sys.path.insert(0, str(HERE.parent))
from dots import dot_plot

SEEDS = {"ontogum": 5, "litbank": 5}
NEWEST = "L³M (tuned γ)"  # rows of other features than those of this one are marked


def main() -> None:
    """Measure and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--corpus", choices=CORPORA, action="append", help="can be repeated; default: both")
    parser.add_argument("--technique", choices=TECHNIQUES, action="append", help="can be repeated; default: all")
    parser.add_argument("--starts", action="store_true", help="give the dummy the features of the set")
    args = parser.parse_args()
    for corpus in args.corpus or CORPORA:
        name = f"{corpus}_starts" if args.starts else corpus
        measure(name, corpus, final(args.corpora, corpus, args.starts), args.technique or list(TECHNIQUES))
        keep_tables()


def measure(name: str, corpus: str, prepared: Prepared, techniques: list[str]) -> None:
    """Train and score the rows of these techniques, where results of the same data and settings are missing."""
    data, file = digest(prepared), HERE / f"{name}.json"
    for title, chosen in known(SETTINGS)[corpus].items():
        found = known(file)
        asked = {"data": data, "technique": ROW[title].technique, "settings": chosen["settings"]}
        if ROW[title].technique not in techniques or {key: found.get(title, {}).get(key) for key in asked} == asked:
            continue
        same = [row for row in found.values() if {key: row.get(key) for key in asked} == asked]
        row = same[0] if same else asked | scored(title, chosen["settings"], prepared, SEEDS[corpus])
        write(file, {**found, title: row})
        print(name, title, mean_and_deviation(row["conll"]), f"{row['seconds']} s", flush=True)


def scored(title: str, settings: Mapping[str, Any], prepared: Prepared, runs: int) -> dict[str, Any]:
    """The scores on dev of a row's runs, each with its seed; counts are means over runs."""
    seeds = range(runs if TECHNIQUES[ROW[title].technique].random else 1)
    start = time.process_time()
    scores = []
    for seed in seeds:
        clusterer = clusterer_of(title, settings, seed).fit(prepared.train.links, prepared.train.labels)
        labels = clusterer.predict(prepared.dev.links)
        scores.append(score_labels(prepared.dev, labels, prepared.singletons, METRICS))
    return {
        "seconds": round((time.process_time() - start) / len(scores), 1),
        "conll": [score.conll for score in scores],
        **{metric: [score[metric].f1 for score in scores] for metric in METRICS},
        "documents": list(scores[0].documents),
        "counts": mean_counts(scores),
    }


def clusterer_of(title: str, settings: Mapping[str, Any], seed: int = 0) -> Clusterer:
    """The untrained clusterer of a row."""
    technique = TECHNIQUES[ROW[title].technique]
    random = {"seed": seed} if technique.random else {}
    return Clusterer.named(technique.learner, technique.decoder, **technique.settings, **settings, **random)


def keep_tables() -> None:
    """Write the tables of all results so far."""
    names = [name for corpus in CORPORA for name in (corpus, f"{corpus}_starts")]
    text = "\n".join(table_of(name, known(HERE / f"{name}.json")) for name in names)
    (HERE / "table.md").write_text(text.rstrip() + "\n", encoding="utf8")
    found = {corpus: known(HERE / f"{corpus}.json") for corpus in CORPORA}
    panels = {f"{corpus} dev": dots(rows) for corpus, rows in found.items() if rows}
    dot_plot(HERE / "figure.svg", panels, "average of MUC, B³ and CEAF-e, mean and deviation of runs")


def dots(found: Mapping[str, Any]) -> dict[str, dict[str, tuple[float, float]]]:
    """Technique -> passes or form -> mean of its runs and their standard deviation, in per cent."""
    panel: dict[str, dict[str, tuple[float, float]]] = {}
    for title in ROW:
        if title in found:
            plain = title.removesuffix(" (1 pass)").removesuffix(", plain SGD")
            runs = 100 * np.array(found[title]["conll"])
            deviation = float(runs.std(ddof=1)) if len(runs) > 1 else 0.0
            panel.setdefault(plain, {})[title.removeprefix(plain).strip(" ,()") or "tuned"] = (runs.mean(), deviation)
    return panel


def table_of(name: str, found: Mapping[str, Any]) -> str:
    """The tables of one corpus, as Markdown: scores on dev, and p-values of differences."""
    if not found:
        return ""
    corpus, _, starts = name.partition("_")
    chosen = known(SETTINGS)[corpus]
    what = "the dummy with features of the anaphor" if starts else "the dummy scores 0, as in the paper"
    lines = [f"### {corpus} dev ({what})", ""]
    lines += [
        "| technique | MUC | B³ | CEAF-e | average | runs | held out | settings |",
        "|---|---|---|---|---|---|---|---|",
    ]
    titles = [title for title in ROW if title in found]
    for title in titles:
        row = found[title]
        cells = [mean_and_deviation(row[key]) for key in (*METRICS, "conll")]
        same = row["settings"] == chosen[title]["settings"]  # not after a wider search
        cells += [str(len(row["conll"])), f"{100 * chosen[title]['held out']:.2f}" if same else ""]
        settings = ", ".join(f"{key} {value}" for key, value in row["settings"].items())
        earlier = " †" if row["data"] != found.get(NEWEST, row)["data"] else ""
        lines.append(f"| {title}{earlier} | {' | '.join(cells)} | {settings} |")
    if any(row["data"] != found.get(NEWEST, row)["data"] for row in found.values()):
        lines += ["", "† with the features of an earlier commit than the other rows"]
    return "\n".join(
        [*lines, "", *comparison_table({title: score_of(found[title]) for title in titles}, COMPARISONS), "", ""]
    )


if __name__ == "__main__":
    main()
