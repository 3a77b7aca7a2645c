"""Li & Roth 2005, Figures 4 to 7, on names of GUM; the protocol is in README.md.

Each fold is logged in the folder `work`, so that an interrupted run can be continued.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
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
from scipy.stats import t

from corefpipe.clustering.learners import SDCLearner
from corefpipe.utils.jsonl_log import read_records, to_line

HERE = Path(__file__).parent
SIZE = 300  # names in a set
SETS = {"person": 3, "place": 3, "organization": 2}
TRAINED = (30, 60, 90, 120, 150)  # names to learn from, 10 to 50 % of a set
RATES = (1.0, 10.0, 100.0, 1000.0)
ALONE = ("min-cut", "k-means", "bisecting")  # clusterings that have parts of their own
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
    return of_clusterings(train, test, run, [name for name in CLUSTERINGS if name not in ALONE])


def figure_6_min_cut(train: Half, test: Half, run: int) -> Scores:
    """Minimum cuts within SDC, and single linkage: figures that agree with figure 4 if this part is measured alone."""
    return of_clusterings(train, test, run, ["single", "min-cut"])


def figure_6_k_means(train: Half, test: Half, run: int) -> Scores:
    """K-means within SDC, which takes long."""
    return of_clusterings(train, test, run, ["k-means"])


def figure_6_bisecting(train: Half, test: Half, run: int) -> Scores:
    """Repeated bisections within SDC, which take long."""
    return of_clusterings(train, test, run, ["bisecting"])


def of_clusterings(train: Half, test: Half, run: int, names: Sequence[str]) -> Scores:
    """F1 of SDC by the clustering within it."""
    return {name: by_sdc(train, test, SDCLearner(name, seed=run)) for name in names}


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
FIGURES: dict[str, Figure] = {"figure 4": figure_4, "figure 6": figure_6, "figure 7": figure_7}
PARTS: dict[str, tuple[dict[str, Figure], int | None]] = {
    "figures": (FIGURES, None),
    **{f"{most} names": ({f"figure 5, {most} names": figure_5}, most) for most in TRAINED},
    "min-cut": ({"figure 6, min-cut": figure_6_min_cut}, None),
    "k-means": ({"figure 6, k-means": figure_6_k_means}, None),
    "bisecting": ({"figure 6, bisecting": figure_6_bisecting}, None),
}
"""Name -> what is measured on the same folds, and the number of names to learn from; None for all."""


@dataclass(frozen=True, slots=True)
class Fold:
    """The scores of one fold.

    Attributes:
        part: a key of `PARTS`.
        kind: type of the names.
        number: number of the set of names.
        run: number of its split in halves.
        test: which half was held out, 0 or 1.
        scores: figure -> name -> F1 in per cent.
        seconds: CPU time.
    """

    part: str
    kind: str
    number: int
    run: int
    test: int
    scores: dict[str, Scores]
    seconds: float

    @property
    def key(self) -> tuple[str, str, int, int, int]:
        """What tells folds apart."""
        return self.part, self.kind, self.number, self.run, self.test


def measure(corpus: dict[str, list[Names]], parts: Sequence[str], runs: int, path: Path) -> list[Fold]:
    """All folds in the log, and those of some parts, which are measured if they are not there.

    Args:
        corpus: type -> sets of names.
        parts: keys of `PARTS`.
        runs: number of splits of each set.
        path: the log, to which each fold is added as soon as it is measured.
    """
    path.parent.mkdir(exist_ok=True)
    path.touch()
    header = {"sets": {kind: described(sets) for kind, sets in corpus.items()}}
    with path.open("r+b") as log:
        known = {fold.key: fold for fold in read_records(log, path, header, lambda line: Fold(**line))}
        if not log.tell():
            log.write(to_line(header))
        for part in parts:
            figures, most = PARTS[part]
            for kind, number, run in places(corpus, runs):
                keys = [(part, kind, number, run, test) for test in (0, 1)]
                if not all(key in known for key in keys):
                    for fold in folds_of(part, figures, most, corpus[kind][number], keys[0]):
                        known[fold.key] = fold
                        log.write(to_line(asdict(fold)))
                    log.flush()
            print(part, flush=True)
    return list(known.values())


def places(corpus: dict[str, list[Names]], runs: int) -> Iterator[tuple[str, int, int]]:
    """Type, number of the set and number of the split, of all splits."""
    for kind, sets in corpus.items():
        for number in range(len(sets)):
            yield from ((kind, number, run) for run in range(runs))


def folds_of(
    part: str, figures: dict[str, Figure], most: int | None, names: Names, key: tuple[str, str, int, int, int]
) -> Iterator[Fold]:
    """Both folds of a split."""
    _, kind, number, run, _ = key
    for test, (train, held_out) in enumerate(halves(names, run, most)):
        began = time.process_time()
        scores = {figure: one(train, held_out, run) for figure, one in figures.items()}
        yield Fold(part, kind, number, run, test, scores, round(time.process_time() - began, 2))


def table_of(folds: list[Fold], figure: str) -> dict[str, dict[str, np.ndarray]]:
    """Type -> name -> (n_sets, n_folds) F1 of a figure."""
    found: dict[str, dict[str, dict[int, list[float]]]] = {}
    for fold in folds:
        for name, value in fold.scores.get(figure, {}).items():
            of_name = found.setdefault(fold.kind, {}).setdefault(name, {})
            of_name.setdefault(fold.number, []).append(value)
    return {
        kind: {name: np.array(list(of_set.values())) for name, of_set in names.items()} for kind, names in found.items()
    }


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    """The mean of the folds of some sets, and its standard error.

    The folds of a set learn from and score the same names again and again, so that the variance of their mean is taken
    as s² (1/J + n_test/n_train) for J folds (Nadeau & Bengio 2003, section 3), where halves are of one size. Sets are
    disjoint.

    Args:
        values: (n_sets, n_folds).
    """
    n_sets, n_folds = values.shape
    variance = values.var(axis=1, ddof=1) * (1 / n_folds + 1)
    return float(values.mean()), float(np.sqrt(variance.sum()) / n_sets)


def means(scores: dict[str, np.ndarray]) -> dict[str, dict[str, float]]:
    """Name -> mean, its standard error, and number of folds."""
    found = {}
    for name, values in scores.items():
        mean, error = mean_and_error(values)
        found[name] = {"f1": round(mean, 2), "error": round(error, 2), "folds": values.size}
    return found


def compared(scores: dict[str, np.ndarray]) -> dict[str, dict[str, float]]:
    """Name -> how much higher SDC is, fold by fold, with the standard error and p of the corrected t-test."""
    found = {}
    for name, values in scores.items():
        if name != "SDC":
            mean, error = mean_and_error(scores["SDC"] - values)
            freedom = values.size - len(values)
            p = 2 * float(t.sf(abs(mean) / error, freedom)) if error else 1.0
            found[name] = {"difference": round(mean, 2), "error": round(error, 2), "p": round(p, 4)}
    return found


def with_best_threshold(scores: dict[str, np.ndarray]) -> tuple[dict[str, np.ndarray], float]:
    """Of the thresholds of SoftTFIDF only the one that is best on the test halves, as in the paper; and its value."""
    names = [f"SoftTFIDF > {threshold}" for threshold in THRESHOLDS.tolist()]
    best = max(names, key=lambda name: scores[name].mean())
    found = {name: value for name, value in scores.items() if name not in names}
    return found | {"SoftTFIDF, best threshold": scores[best]}, float(best.split()[-1])


def summary(folds: list[Fold], found: dict) -> dict:
    """The figures of all folds, in place of those found before."""
    figures = {figure: table_of(folds, figure) for _, (own, _) in PARTS.items() for figure in own}
    for kind, scores in figures["figure 4"].items():
        kept, threshold = with_best_threshold(scores)
        of_kind = means(kept)
        of_kind["SoftTFIDF, best threshold"]["threshold"] = threshold
        found.setdefault("figure 4", {})[kind] = of_kind
        found.setdefault("SDC compared", {})[kind] = compared(kept)
    for most in TRAINED:
        for kind, scores in figures[f"figure 5, {most} names"].items():
            found.setdefault("figure 5", {}).setdefault(str(most), {})[kind] = means(scores)
    for figure in ("figure 6", *(f"figure 6, {name}" for name in ALONE)):
        for kind, scores in figures[figure].items():
            of_kind = found.setdefault("figure 6", {}).get(kind, {}) | means(scores)
            found["figure 6"][kind] = {name: of_kind[name] for name in CLUSTERINGS if name in of_kind}
    for kind, scores in figures["figure 7"].items():
        found.setdefault("figure 7", {})[kind] = means(scores)
    return found


def described(sets: list[Names]) -> list[dict[str, int]]:
    """Names, entities and true pairs of each set."""
    sizes = [np.bincount(names.cluster) for names in sets]
    return [{"names": int(n.sum()), "entities": len(n), "pairs": int((n * (n - 1) // 2).sum())} for n in sizes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"), help="folder with gum/train")
    parser.add_argument("--runs", type=int, default=10, help="random splits in halves")
    parser.add_argument("--part", choices=PARTS, action="append", help="measure only this again; can be repeated")
    parser.add_argument("--out", type=Path, default=HERE / "result.json")
    options = parser.parse_args()
    folder = options.corpora / "gum" / "train"
    if not folder.is_dir():
        parser.error(f"no folder {folder}: --corpora must have GUM's training part in gum/train")
    names = read_names(folder)
    corpus = {kind: sets_of(names[kind], SETS[kind]) for kind in TYPES}
    folds = measure(corpus, options.part or list(PARTS), options.runs, HERE / "work" / "folds.jsonl")
    known = json.loads(options.out.read_text("utf8")) if options.part and options.out.is_file() else {}
    result = known | {
        "names": {kind: described([one])[0] for kind, one in names.items()},
        "sets": {kind: described(sets) for kind, sets in corpus.items()},
    }
    result = summary(folds, result)
    seconds = result.get("cpu seconds", {})
    for fold in folds:
        seconds[fold.part] = 0
    for fold in folds:
        seconds[fold.part] += fold.seconds
    result["cpu seconds"] = {part: round(value) for part, value in seconds.items()}
    options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
