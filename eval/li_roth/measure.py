"""Li & Roth 2005, Figures 4 to 7, on names of GUM; the protocol is in README.md."""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from methods import (
    CLUSTERINGS,
    THRESHOLDS,
    Half,
    by_classifier,
    by_equality,
    by_sdc,
    by_sdc_without_k,
    by_soft_tfidf,
    halves,
)
from names import TYPES, Names, read_names

from corefpipe.clustering.learners import SDCLearner

HERE = Path(__file__).parent
SIZE = 300  # names in a set
SETS = {"person": 3, "place": 3, "organization": 2}
TRAINED = (30, 60, 90, 120, 150)  # names to learn from, 10 to 50 % of a set
RATES = (1.0, 10.0, 100.0, 1000.0)
SLOW = {"k-means": 20, "bisecting": 5}  # number of rounds; measured in one run only
Scores = dict[str, float]


def sets_of(names: Names, count: int) -> list[Names]:
    """Disjoint sets of names, drawn at random."""
    order = np.random.default_rng(0).permutation(len(names.strings))
    return [names.only(np.sort(order[number * SIZE : (number + 1) * SIZE])) for number in range(count)]


def figure_4(train: Half, test: Half, run: int) -> Scores:
    """All approaches, clusterings by single linkage; and variants of SDC."""
    found = by_soft_tfidf(train, test) | {"same string": by_equality(test)}
    for name in ("perceptron", "winnow", "logistic"):
        found |= by_classifier(train, test, name)
    variants = {
        "SDC": SDCLearner(seed=run),
        "SDC, random start": SDCLearner(start="random", seed=run),
        "SDC, lowest error kept": SDCLearner(keep="error", seed=run),
        "SDC, last round kept": SDCLearner(keep="last", seed=run),
        "SDC, D held constant": SDCLearner(follow=False, seed=run),
        "SDC, D held constant, random start": SDCLearner(follow=False, start="random", seed=run),
        "SDC, 100 rounds": SDCLearner(passes=100, seed=run),
        "SDC, start only": SDCLearner(passes=1, rate=1e-9, keep="last", seed=run),
    }
    found |= {label: by_sdc(train, test, learner) for label, learner in variants.items()}
    return found | {"SDC, K not given": by_sdc_without_k(train, test, SDCLearner(seed=run))}


def figure_6(train: Half, test: Half, run: int) -> Scores:
    """Clusterings within SDC."""
    chosen = [name for name in CLUSTERINGS if name not in SLOW]
    return {name: by_sdc(train, test, SDCLearner(name, seed=run)) for name in chosen}


def figure_6_slow(train: Half, test: Half, run: int) -> Scores:
    """The clusterings within SDC that take long."""
    return {name: by_sdc(train, test, SDCLearner(name, passes=rounds, seed=run)) for name, rounds in SLOW.items()}


def figure_7(train: Half, test: Half, run: int) -> Scores:
    """Learning rates of SDC."""
    return {f"{rate:g}": by_sdc(train, test, SDCLearner(rate=rate, seed=run)) for rate in RATES}


def figure_5(train: Half, test: Half, run: int) -> Scores:
    """Learners at one size of the training set."""
    found = {"SDC": by_sdc(train, test, SDCLearner(seed=run))}
    for name in ("perceptron", "winnow"):
        found |= by_classifier(train, test, name)
    return found


Figure = Callable[[Half, Half, int], Scores]


def over_runs(names: Names, figures: dict[str, Figure], runs: int, most: int | None) -> Iterator[tuple[str, Scores]]:
    """The scores of each figure, fold by fold."""
    for run in range(runs):
        for train, test in halves(names, run, most):
            for figure, measure in figures.items():
                yield figure, measure(train, test, run)


def means(scores: dict[str, list[float]]) -> dict[str, dict[str, float]]:
    """Name -> mean, standard error of the mean over folds, and number of folds."""
    return {
        name: {
            "f1": round(float(np.mean(values)), 2),
            "error": round(float(np.std(values, ddof=1) / np.sqrt(len(values))), 2),
            "folds": len(values),
        }
        for name, values in scores.items()
    }


def measure(corpus: dict[str, list[Names]], figures: dict[str, Figure], runs: int, most: int | None = None) -> dict:
    """Figure -> type -> name -> scores."""
    found: dict = {figure: {} for figure in figures}
    for kind, sets in corpus.items():
        scores: dict[str, dict[str, list[float]]] = {figure: defaultdict(list) for figure in figures}
        for names in sets:
            for figure, one in over_runs(names, figures, runs, most):
                for name, value in one.items():
                    scores[figure][name].append(value)
        for figure in figures:
            found[figure][kind] = means(scores[figure])
        print(kind, flush=True)
    return found


def with_best_threshold(scores: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """The threshold of SoftTFIDF that is best on the test halves instead of all, as in the paper."""
    names = [f"SoftTFIDF > {threshold}" for threshold in THRESHOLDS.tolist()]
    best = max(names, key=lambda name: scores[name]["f1"])
    found = {name: value for name, value in scores.items() if name not in names}
    return found | {"SoftTFIDF, best threshold": scores[best] | {"threshold": float(best.split()[-1])}}


def described(sets: list[Names]) -> list[dict[str, int]]:
    """Names, entities and true pairs of each set."""
    sizes = [np.bincount(names.cluster) for names in sets]
    return [{"names": int(n.sum()), "entities": len(n), "pairs": int((n * (n - 1) // 2).sum())} for n in sizes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"), help="folder with gum/train")
    parser.add_argument("--runs", type=int, default=3, help="random splits in halves")
    parser.add_argument("--runs-of-sizes", type=int, default=1, help="random splits for each size of Figure 5")
    parser.add_argument("--out", type=Path, default=HERE / "result.json")
    options = parser.parse_args()
    folder = options.corpora / "gum" / "train"
    if not folder.is_dir():
        parser.error(f"no folder {folder}: --corpora must have GUM's training part in gum/train")
    began = time.process_time()
    names = read_names(folder)
    corpus = {kind: sets_of(names[kind], SETS[kind]) for kind in TYPES}
    result: dict = {
        "names": {kind: described([one])[0] for kind, one in names.items()},
        "sets": {kind: described(sets) for kind, sets in corpus.items()},
    }
    figures: dict[str, Figure] = {"figure 4": figure_4, "figure 6": figure_6, "figure 7": figure_7}
    result |= measure(corpus, figures, options.runs)
    result["figure 4"] = {kind: with_best_threshold(scores) for kind, scores in result["figure 4"].items()}
    write(result, began, options.out)
    for most in TRAINED:
        found = measure(corpus, {"figure 5": figure_5}, options.runs_of_sizes, most)
        result.setdefault("figure 5", {})[str(most)] = found["figure 5"]
        write(result, began, options.out)
    for kind, scores in measure(corpus, {"slow": figure_6_slow}, 1)["slow"].items():
        result["figure 6"][kind] |= scores
    write(result, began, options.out)


def write(result: dict, began: float, path: Path) -> None:
    """Write what has been measured so far."""
    result["cpu seconds"] = round(time.process_time() - began)
    path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
