"""One model per genre of OntoGUM, as in section 5.1 of Samdani, Chang & Roth 2014, against one model of all genres.

    python eval/l3m_table1/genres.py --corpora ../shared/corpora

Each document of dev is clustered by three models: of all training documents; of those of its genre; and, as a control
of their number, of as many random training documents. Settings and vocabulary are those of all genres. Writes
genres.json and genres.md beside this file.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from compared import METRICS, comparison_table, mean_and_deviation, mean_counts, score_of
from parsed import HERE, digest, final, known, write
from search import SETTINGS
from table import clusterer_of

from corefpipe.scoring import Score
from corefpipe.tuning import Part, Prepared, score_labels

CORPUS = "ontogum"
TITLES = ("L³M (tuned γ)", "Sum-Link")
MODELS = ("all genres", "own genre", "as many random documents")
SEEDS = 2


def main() -> None:
    """Measure and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    prepared = final(parser.parse_args().corpora, CORPUS)
    file = HERE / "genres.json"
    for title in TITLES:
        asked = {"data": digest(prepared), "settings": known(SETTINGS)[CORPUS][title]["settings"]}
        found = known(file)
        if {key: found.get(title, {}).get(key) for key in asked} != asked:
            write(file, {**found, title: asked | measured(title, asked["settings"], prepared)})
            (HERE / "genres.md").write_text(tables(known(file)), encoding="utf8")


def genre_of(name: str) -> str:
    """The genre in a document's name, such as `GUM_news_iodine`."""
    return name.split("GUM_")[1].split("_")[0]


def documents_of(part: Part) -> dict[str, list[int]]:
    """Genre -> numbers of its documents."""
    genres = [genre_of(key.name) for key in part.keys]
    return {genre: [i for i, own in enumerate(genres) if own == genre] for genre in sorted(set(genres))}


def measured(title: str, settings: Mapping[str, Any], prepared: Prepared) -> dict[str, Any]:
    """For each genre its number of training documents, and for each kind of model its scores."""
    train, dev = documents_of(prepared.train), documents_of(prepared.dev)
    scores: dict[str, dict[str, list[Score]]] = {model: {genre: [] for genre in [*dev, "all"]} for model in MODELS}
    for seed in range(SEEDS):
        random = np.random.default_rng(seed)
        labels: dict[str, dict[int, np.ndarray]] = {model: {} for model in MODELS}
        of_all = clusterer_of(title, settings, seed).fit(prepared.train.links, prepared.train.labels)
        for genre, numbers in dev.items():
            part = prepared.dev.take(numbers)
            drawn = random.choice(len(prepared.train.keys), len(train[genre]), replace=False)
            models = [of_all]
            for chosen in (train[genre], sorted(drawn.tolist())):
                own = prepared.train.take(chosen)
                models.append(clusterer_of(title, settings, seed).fit(own.links, own.labels))
            for model, clusterer in zip(MODELS, models, strict=True):
                predicted = clusterer.predict(part.links)
                labels[model].update(zip(numbers, predicted, strict=True))
                scores[model][genre].append(score_labels(part, predicted, prepared.singletons, METRICS))
        for model in MODELS:
            whole = [labels[model][i] for i in range(len(prepared.dev.keys))]
            scores[model]["all"].append(score_labels(prepared.dev, whole, prepared.singletons, METRICS))
    return {
        "training documents": {genre: len(train[genre]) for genre in dev},
        "conll": {model: {genre: [s.conll for s in own] for genre, own in of.items()} for model, of in scores.items()},
        "documents": list(scores[MODELS[0]]["all"][0].documents),
        "counts": {model: mean_counts(of["all"]) for model, of in scores.items()},
    }


def tables(found: Mapping[str, Any]) -> str:
    """The average of each genre by L³M, of all of dev by each technique, and the differences, as Markdown."""
    lines = [f"### OntoGUM dev by genre, {TITLES[0]}", "", f"| genre | training documents | {' | '.join(MODELS)} |"]
    lines.append("|---|---|---|---|---|")
    row = found[TITLES[0]]
    for genre, number in row["training documents"].items():
        cells = [mean_and_deviation(row["conll"][model][genre], 1) for model in MODELS]
        lines.append(f"| {genre} | {number} | {' | '.join(cells)} |")
    lines += ["", f"| all of dev | {' | '.join(MODELS)} |", "|---|---|---|---|"]
    scores, pairs = {}, []
    for title, row in found.items():
        lines.append(f"| {title} | {' | '.join(mean_and_deviation(row['conll'][model]['all']) for model in MODELS)} |")
        for model in MODELS:
            scores[f"{title}, {model}"] = score_of({"documents": row["documents"], "counts": row["counts"][model]})
        pairs += [(f"{title}, {one}", f"{title}, own genre") for one in MODELS if one != "own genre"]
    return "\n".join([*lines, "", *comparison_table(scores, pairs), ""])


if __name__ == "__main__":
    main()
