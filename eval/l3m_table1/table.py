"""Repeat Table 1 of Samdani, Chang & Roth 2014 on free data: all techniques on OntoGUM and LitBank, gold mentions.

    python eval/l3m_table1/table.py --corpora ../shared/corpora

Settings are chosen on every fifth document of train, with training on the others; then models are trained on all of
train and scored on dev. Writes CORPUS.json and table.md beside this file. Finished trials are kept in the folder
`work`, so that an interrupted run can be continued.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from corefpipe import __version__, read
from corefpipe.clustering.estimator import Clusterer
from corefpipe.features import FeatureSet
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.scoring import Score
from corefpipe.scoring.compare import compare_scores
from corefpipe.scoring.policy import Policy
from corefpipe.scoring.significance import holm
from corefpipe.tuning import Prepared, Trial, measure_named, prepare, ranked, tune

HERE = Path(__file__).resolve().parent
CORPORA = ("ontogum", "litbank")
FEATURES = "l3m2014"
MIN_COUNT = 5
HELD_OUT = 5  # settings are chosen on every fifth document of train
GAMMAS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
METRICS = ("muc", "b_cubed", "ceaf_e")


@dataclass(frozen=True, slots=True)
class Technique:
    """A learner with its decoder, and the settings to try.

    Attributes:
        learner: its name.
        decoder: its name.
        grid: setting -> values.
        passes: numbers of passes.
        settings: fixed settings.
    """

    learner: str
    decoder: str
    grid: Mapping[str, Sequence[Any]]
    passes: Sequence[int] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)


PASSES = tuple(range(1, 7))
TECHNIQUES = {
    "Corr-Clustering": Technique(
        "correlation-svm", "correlation", {"C": (1e3, 1e4, 1e5)}, settings={"method": "local", "max_rounds": 300}
    ),
    "Spanning Forest": Technique("spanning-forest", "spanning-forest", {"C": (1e-3, 1e-2, 1e-1)}),
    "Sum-Link": Technique("sum-link", "sum-link", {"l2": (0.0, 0.001, 0.01), "rate": (0.03, 0.1)}, PASSES),
    "Bin-Left-Link": Technique(
        "binary",
        "best-link",
        {
            "sampling": ("between", "closest"),
            "l2": (1e-6, 1e-5, 1e-4),
            "threshold": (-3.0, -2.0, -1.5, -1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0, 2.0),
        },
        (1, 5, 10),
    ),
    "L³M": Technique("l3m", "l3m", {"gamma": GAMMAS, "l2": (0.003, 0.01, 0.03), "rate": (0.1, 0.2)}, PASSES),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: the best of some trials of a technique."""

    title: str
    technique: str
    takes: Callable[[Mapping[str, Any]], bool] = lambda settings: True


def one_pass(settings: Mapping[str, Any]) -> bool:
    """Whether a trial has one pass."""
    return settings["passes"] == 1


ROWS = (
    Row("Corr-Clustering", "Corr-Clustering"),
    Row("Spanning Forest", "Spanning Forest"),
    Row("Sum-Link (1 pass)", "Sum-Link", one_pass),
    Row("Sum-Link", "Sum-Link"),
    Row("Bin-Left-Link (1 pass)", "Bin-Left-Link", one_pass),
    Row("Bin-Left-Link", "Bin-Left-Link"),
    Row("L³M (γ = 0) (1 pass)", "L³M", lambda settings: one_pass(settings) and settings["gamma"] == 0),
    Row("L³M (γ = 0)", "L³M", lambda settings: settings["gamma"] == 0),
    Row("L³M (tuned γ) (1 pass)", "L³M", one_pass),
    Row("L³M (tuned γ)", "L³M"),
)


def main() -> None:
    """Measure and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--corpus", choices=CORPORA, action="append", help="can be repeated; default: both")
    parser.add_argument("--technique", choices=TECHNIQUES, action="append", help="measure only these again")
    parser.add_argument("--starts", action="store_true", help="give the dummy the features of the set")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    for corpus in args.corpus or CORPORA:
        chosen, final = splits(args.corpora, corpus, args.starts)
        name = f"{corpus}_starts" if args.starts else corpus
        measure(name, chosen, final, args.technique or list(TECHNIQUES), args.processes)
        keep_tables()


def splits(corpora: Path, corpus: str, starts: bool) -> tuple[Prepared, Prepared]:
    """Parsed data: (four fifths and one fifth of train, to choose settings; train and dev, to report)."""
    nlp = load_base("en")
    train, dev = (list(annotate(read(corpora / corpus / part, repeats="first"), nlp)) for part in ("train", "dev"))
    rest = [pair for number, pair in enumerate(train) if number % HELD_OUT]
    held_out = train[::HELD_OUT]
    return tuple(
        prepare(*parts, feature_set(starts), "gold", constraints=()) for parts in ((rest, held_out), (train, dev))
    )


def feature_set(starts: bool) -> FeatureSet:
    """The feature set of the paper, where the dummy has no features unless `starts` is set."""
    features = FeatureSet(FEATURES, min_count=MIN_COUNT)
    if not starts:
        features.spec = replace(features.spec, start_groups=())
    return features


def measure(name: str, chosen: Prepared, final: Prepared, techniques: Sequence[str], processes: int) -> None:
    """Tune each technique, train the best settings again, and write the results."""
    conll = measure_named("conll")
    trials: dict[str, list[Trial]] = {}
    shared = chosen.save(HERE / "work" / name / "cache") if processes > 1 else chosen
    found = known(name)
    for title in techniques:
        technique = TECHNIQUES[title]
        folder = HERE / "work" / name / technique.learner
        trials[title] = tune(
            folder, shared, technique.learner, technique.decoder, technique.grid, technique.passes,
            settings=technique.settings, processes=processes, verbose=True,
        )  # fmt: skip
        for row in ROWS:
            if row.technique == title:
                best = ranked([trial for trial in trials[title] if row.takes(trial.settings)], conll)[0]
                found[row.title] = reported(technique, best, final)
                print(
                    name, row.title, *(found[row.title][key] for key in ("settings", "held out", "conll")), flush=True
                )
        (HERE / f"{name}.json").write_text(json.dumps(found, ensure_ascii=False) + "\n", encoding="utf8")


def reported(technique: Technique, best: Trial, final: Prepared) -> dict[str, Any]:
    """Train with the best settings on all of train; return settings and scores on dev."""
    clusterer = Clusterer.named(technique.learner, technique.decoder, **best.settings)
    clusterer.fit(final.train.links, final.train.labels)
    score = final.dev.score(clusterer.predict(final.dev.links), final.singletons)
    names = [name for name in [*technique.grid, "passes"] if name in best.settings]
    return {
        "settings": {name: best.settings[name] for name in names},
        "held out": best.scores["conll"],
        "conll": score.conll,
        **{metric: score[metric].f1 for metric in METRICS},
        "documents": list(score.documents),
        "counts": {metric: score.counts[metric].tolist() for metric in METRICS},
    }


def known(name: str) -> dict[str, Any]:
    """The results of earlier runs."""
    file = HERE / f"{name}.json"
    return json.loads(file.read_text("utf8")) if file.is_file() else {}


def keep_tables() -> None:
    """Write the tables of all results so far."""
    text = "\n".join(table_of(name, known(name)) for corpus in CORPORA for name in (corpus, f"{corpus}_starts"))
    (HERE / "table.md").write_text(text, encoding="utf8")


def table_of(name: str, found: Mapping[str, Any]) -> str:
    """The tables of one corpus, as Markdown: scores on dev, and p-values of differences."""
    if not found:
        return ""
    corpus, _, starts = name.partition("_")
    what = "the dummy with features of the anaphor" if starts else "the dummy scores 0, as in the paper"
    lines = [f"### {corpus} dev ({what})", "", "| technique | MUC | B³ | CEAF-e | average | held out | settings |"]
    lines.append("|---|---|---|---|---|---|---|")
    titles = [row.title for row in ROWS if row.title in found]
    for title in titles:
        row = found[title]
        cells = [f"{100 * row[key]:.2f}" for key in (*METRICS, "conll", "held out")]
        settings = ", ".join(f"{key} {value}" for key, value in row["settings"].items())
        lines.append(f"| {title} | {' | '.join(cells)} | {settings} |")
    return "\n".join([*lines, "", *compared({title: score_of(found[title]) for title in titles}), ""])


def compared(scores: Mapping[str, Score]) -> list[str]:
    """A table of differences: between consecutive rows, and between L³M and the best of the others.

    p-values are corrected for the number of comparisons in the table (Holm 1979), and uncorrected ones in brackets.
    """
    lines = ["| difference of the average | points | randomisation | Wilcoxon |", "|---|---|---|---|"]
    pairs = list(pairwise(scores))
    others = [title for title in scores if not title.startswith("L³M")]
    if others and "L³M (tuned γ)" in scores:
        best = max(others, key=lambda title: scores[title].conll)
        pairs += [(best, "L³M (γ = 0)"), (best, "L³M (tuned γ)")]
    rows = [compare_scores(scores[one], scores[other])["conll"] for one, other in pairs]
    chance = with_holm([row.randomisation.raw for row in rows])
    ranks = with_holm([row.wilcoxon.raw for row in rows])
    for (one, other), row, *sure in zip(pairs, rows, chance, ranks, strict=True):
        lines.append(f"| {one} → {other} | {100 * row.difference:+.2f} | {' | '.join(sure)} |")
    return lines


def with_holm(values: Sequence[float]) -> list[str]:
    """Each p-value by Holm's correction over all of them, and uncorrected in brackets."""
    return [f"{corrected:.4f} ({raw:.4f})" for corrected, raw in zip(holm(np.array(values)), values, strict=True)]


def score_of(row: Mapping[str, Any]) -> Score:
    """The score of a row, document by document."""
    counts = {metric: np.array(values) for metric, values in row["counts"].items()}
    documents = tuple(row["documents"])
    return Score(documents, ("",) * len(documents), counts, Policy(), __version__)


if __name__ == "__main__":
    main()
