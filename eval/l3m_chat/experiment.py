"""Repeat Table 2 of Samdani, Chang & Roth 2014 on chat posts: clustering by author and by topic, all techniques.

    python eval/l3m_chat/experiment.py --corpora ../shared/corpora

For each of ten folds, settings are chosen by VI within the other nine: training on 20 of their sets, scoring on 20
others; then the technique is trained on all sets of the nine folds, and scored on the sets of the fold. Writes
result.json beside this file, also after each fold; tables.py writes the tables.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sets import TASKS, ItemSets, folds, item_sets
from sklearn.exceptions import ConvergenceWarning
from techniques import TECHNIQUES, Row, rows

from corefpipe.clustering.learners.base import Learner
from corefpipe.clustering.named import make_decoder, make_learner
from corefpipe.scoring import score_partitions
from corefpipe.tuning import Plan, Prepared, Trial, TrialRunner, measure_named, ranked

HERE = Path(__file__).resolve().parent
RESULT = HERE / "result.json"
TUNING = 20  # sets to train on, and as many to score on, when settings are chosen
MEASURE = measure_named("vi")
METRICS = ("vi", "one_to_one", "exact_clusters")
BASELINES = ("all posts apart", "all posts together")


def main() -> None:
    """Measure and write the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--task", choices=TASKS, action="append", help="can be repeated; default: both")
    args = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)  # batch techniques get a limited number of passes
    for task in args.task or TASKS:
        data = item_sets(args.corpora, task)
        write(task, cross_validated(task, data, rows()))


def cross_validated(name: str, data: ItemSets, wanted: Sequence[Row]) -> dict[str, Any]:
    """For each row the settings per fold and the scores per set; for each fold the best VI per γ.

    Args:
        name: name of the results, which are written after each fold.
        data: all item sets.
        wanted: the rows; L³M must be among their techniques.
    """
    began = time.process_time()
    found: dict[str, Any] = {"sets": [], "rows": {}, "gamma": []}
    for number, (outside, inside) in enumerate(folds(len(data.names))):
        rest, held_out = data.take(outside), data.take(inside)
        found["sets"] += held_out.names
        chosen: dict[str, list[Trial]] = {}
        learners: dict[str, Learner] = {}
        for row in wanted:
            if row.technique not in chosen:
                chosen[row.technique] = trials_of(row.technique, rest)
            best = ranked([trial for trial in chosen[row.technique] if row.takes(trial.settings)], MEASURE)[0]
            key = json.dumps([row.technique, best.learner, best.passes])
            if key not in learners:
                learners[key] = trained(row.technique, best, rest)
            labels = predicted(row.technique, best, learners[key], held_out)
            add(found["rows"].setdefault(row.title, {"settings": []}), scores(held_out, labels))
            found["rows"][row.title]["settings"].append(varied_settings(row, best))
        for title, labels in zip(BASELINES, baselines(held_out), strict=True):
            add(found["rows"].setdefault(title, {}), scores(held_out, labels))
        found["gamma"].append(best_by_gamma(chosen["L³M"]))
        found["CPU seconds"] = round(time.process_time() - began)
        write(name, found)
        print(name, "fold", number, found["CPU seconds"], "CPU seconds", flush=True)
    return found


def trials_of(technique: str, rest: ItemSets) -> list[Trial]:
    """All trials of a technique: trained on some sets of these, scored on others."""
    kind = TECHNIQUES[technique]
    train, held_out = tuning_sets(rest)
    plan = Plan.of(kind.learner, kind.decoder, kind.grid, kind.passes, kind.settings)
    prepared = Prepared(train.part(), held_out.part(), singletons=True)
    runner = TrialRunner(prepared, kind.learner, kind.decoder, (MEASURE,))
    return [trial for training in plan.trainings for trial in runner.trials(training)]


def tuning_sets(rest: ItemSets) -> tuple[ItemSets, ItemSets]:
    """The sets to train on when settings are chosen, and those to score on: `TUNING` of each."""
    every = len(rest.names) // TUNING
    train, held_out = (rest.take(range(first, len(rest.names), every)[:TUNING]) for first in (0, 1))
    return train, held_out


def trained(technique: str, trial: Trial, data: ItemSets) -> Learner:
    """The learner of a trial, trained on these sets."""
    passes = {} if trial.passes is None else {"passes": trial.passes}
    return make_learner(TECHNIQUES[technique].learner, {**trial.learner, **passes}).fit(data.links, data.labels)


def predicted(technique: str, trial: Trial, learner: Learner, data: ItemSets) -> list[np.ndarray]:
    """The clusters of each set, by the decoder of a trial."""
    decoder = make_decoder(TECHNIQUES[technique].decoder, trial.decoder)
    return decoder.decode_all(data.links, learner.decision_function(data.links))


def baselines(data: ItemSets) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """All posts apart, and all posts of a set together."""
    return [np.arange(len(labels)) for labels in data.labels], [np.zeros_like(labels) for labels in data.labels]


def scores(data: ItemSets, labels: Sequence[np.ndarray]) -> dict[str, list[list[float]]]:
    """Metric -> counts per set, whose sums give the metric; `exact_threads` as `exact_threads` returns them."""
    score = score_partitions(data.labels, labels, metrics=METRICS)
    found = {metric: score.counts[metric].round(6).tolist() for metric in METRICS}
    pairs = zip(data.labels, labels, strict=True)
    return {**found, "exact_threads": [exact_threads(key, response) for key, response in pairs]}


def exact_threads(key: np.ndarray, response: np.ndarray) -> list[float]:
    """Clusters of two or more items: the same on both sides, in the key; again, and in the response.

    As recall and precision of whole threads are counted for these logs (Kummerfeld et al. 2019, section 5), where
    threads of one post are left out.
    """
    true, found = (
        {frozenset(np.flatnonzero(labels == label).tolist()) for label in np.unique(labels)}
        for labels in (key, response)
    )
    true, found = ({cluster for cluster in side if len(cluster) > 1} for side in (true, found))
    return [len(true & found), len(true), len(true & found), len(found)]


def add(row: dict[str, Any], more: Mapping[str, list[Any]]) -> None:
    """Append the scores of more sets."""
    for metric, counts in more.items():
        row.setdefault(metric, []).extend(counts)


def varied_settings(row: Row, trial: Trial) -> dict[str, Any]:
    """The settings that were chosen."""
    names = [*TECHNIQUES[row.technique].grid, "passes"]
    return {name: trial.settings[name] for name in names if name in trial.settings}


def best_by_gamma(trials: Sequence[Trial]) -> dict[str, dict[str, float]]:
    """γ -> the best VI of its trials with five passes, with starts at 0 and with a tuned start."""
    found: dict[str, dict[str, float]] = {}
    for trial in trials:
        if trial.passes != 1:
            row = found.setdefault(str(trial.settings["gamma"]), {})
            for name in ["tuned start", *(["start at 0"] if trial.settings["threshold"] == 0 else [])]:
                row[name] = round(min(row.get(name, np.inf), trial.scores["vi"]), 5)
    return found


def known() -> dict[str, Any]:
    """The results so far."""
    return json.loads(RESULT.read_text("utf8")) if RESULT.is_file() else {}


def write(name: str, found: Mapping[str, Any]) -> None:
    """Add to the results; each row of a table is on one line."""
    results = {**known(), name: found}
    RESULT.write_text(json.dumps(results, ensure_ascii=False) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
