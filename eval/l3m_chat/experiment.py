"""Repeat Table 2 of Samdani, Chang & Roth 2014 on chat posts: clustering by author and by topic, all techniques.

    python eval/l3m_chat/experiment.py --corpora ../shared/corpora

For each fold, settings are chosen by VI within the others: training on some of their sets, scoring on as many others;
then the technique is trained on sets of the other folds, and scored on those of the fold. Writes
result.json beside this file, also after each technique; tables.py writes the tables.
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
from sets import TASKS, TUNING, ItemSets, folds, item_sets
from sklearn.exceptions import ConvergenceWarning
from techniques import TECHNIQUES, Row, rows

from corefpipe.clustering.learners.base import Learner
from corefpipe.clustering.named import make_decoder, make_learner
from corefpipe.scoring import score_partitions
from corefpipe.tuning import Plan, Prepared, Trial, TrialRunner, measure_named, ranked

HERE = Path(__file__).resolve().parent
RESULT = HERE / "result.json"
MEASURE = measure_named("vi")
METRICS = ("vi", "one_to_one", "exact_clusters")
Rows = dict[str, dict[str, list[Any]]]
BASELINES = ("all posts apart", "all posts together")


def main() -> None:
    """Measure and write the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--task", choices=TASKS, action="append", help="can be repeated; default: both")
    parser.add_argument("--technique", choices=TECHNIQUES, action="append", help="measure only these again")
    args = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)  # batch techniques get a limited number of passes
    for task in args.task or TASKS:
        data = item_sets(args.corpora, task)
        cross_validate(task, data, args.technique or list(TECHNIQUES))


def cross_validate(task: str, data: ItemSets, techniques: Sequence[str]) -> None:
    """Write the results of some techniques, beside those of others that are known.

    The results of a task are `rows`, for each row the settings per fold and the scores per set; `gamma`, for each fold
    the best VI per γ; `sets`, the names of the sets; `folds`, their number; and `CPU seconds` of each technique.
    """
    found = known().get(task, {"sets": [], "rows": {}, "gamma": [], "CPU seconds": {}})
    splits = list(folds(len(data.names)))
    found["folds"] = len(splits)
    scored = data.take(i for _, inside in splits for i in inside)
    found["sets"] = scored.names
    for title, labels in zip(BASELINES, baselines(scored), strict=True):
        found["rows"][title] = scores(scored, labels)
    for technique in techniques:
        began = time.process_time()
        wanted = [row for row in rows() if row.technique == technique]
        measured = [fold_of(technique, wanted, data.take(rest), data.take(inside), TUNING) for rest, inside in splits]
        for row in wanted:
            found["rows"][row.title] = joined([fold[row.title] for fold, _ in measured])
        if technique == "L³M":
            found["gamma"] = [best_by_gamma(trials) for _, trials in measured]
        found["CPU seconds"][technique] = round(time.process_time() - began)
        write(task, found)
        print(task, technique, found["CPU seconds"][technique], "CPU seconds", flush=True)


def fold_of(
    technique: str, wanted: Sequence[Row], rest: ItemSets, held_out: ItemSets, tuning: int
) -> tuple[Rows, list[Trial]]:
    """One fold of the rows of a technique, and the trials that settings were chosen among."""
    trials = trials_of(technique, *tuning_sets(rest, tuning))
    learners: dict[str, Learner] = {}
    found: Rows = {}
    for row in wanted:
        best = ranked([trial for trial in trials if row.takes(trial.settings)], MEASURE)[0]
        key = json.dumps([best.learner, best.passes])
        if key not in learners:
            learners[key] = trained(technique, best, rest)
        labels = predicted(technique, best, learners[key], held_out)
        found[row.title] = {"settings": [varied_settings(technique, best)], **scores(held_out, labels)}
    return found, trials


def trials_of(technique: str, train: ItemSets, held_out: ItemSets) -> list[Trial]:
    """All trials of a technique."""
    kind = TECHNIQUES[technique]
    plan = Plan.of(kind.learner, kind.decoder, kind.grid, kind.passes, kind.settings)
    prepared = Prepared(train.part(), held_out.part(), singletons=True)
    runner = TrialRunner(prepared, kind.learner, kind.decoder, (MEASURE,))
    return [trial for training in plan.trainings for trial in runner.trials(training)]


def tuning_sets(rest: ItemSets, number: int) -> tuple[ItemSets, ItemSets]:
    """The sets to train on when settings are chosen, and as many to score on."""
    every = len(rest.names) // number
    train, held_out = (rest.take(range(first, len(rest.names), every)[:number]) for first in (0, 1))
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


def joined(parts: Sequence[Mapping[str, list[Any]]]) -> dict[str, list[Any]]:
    """The settings and scores of several folds in one."""
    return {name: [one for part in parts for one in part[name]] for name in parts[0]}


def varied_settings(technique: str, trial: Trial) -> dict[str, Any]:
    """The settings that were chosen."""
    names = [*TECHNIQUES[technique].grid, "passes"]
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
