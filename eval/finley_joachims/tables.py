"""Tables 1-5 of Finley & Joachims 2005 on free data.

    python eval/finley_joachims/tables.py --corpora ../shared/corpora

Writes result.json, tables.md and figure.svg beside this file. `--data NAME` measures only one of the data sets again,
`--model NAME` only one of the models, `--show` none.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import chat
import nouns
import novels
import numpy as np
from cosines import Cosines
from kernels import quadratic
from models import DECODERS, Data, Model, default, fitted, measured
from show import dots, shown

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from dots import dot_plot

HERE = Path(__file__).resolve().parent
Measure = Callable[[Path, str, Sequence[str]], dict[str, Any]]
"""Measures one of the data sets: folder of the corpora, its name, and the models to measure; none is all."""

N_TRAIN = {"nouns": 30, "short": 10, "texts": 10}  # sets
SHORT = 20  # mentions of a document for linear programs and kernels
N_TEST = 30
FOLDS = 5

NOUN_C = (1e3, 1e4, 1e5, 1e6)
TEXT_C = (1e5, 1e6, 1e7, 1e8)
NOUN_PCC_C, TEXT_PCC_C = (1e-3, 1e-2, 1e-1, 1.0), (1e-1, 1.0, 1e1, 1e2, 1e3, 1e4)
WITH, WITHOUT = {"loss_in_search": True}, {"loss_in_search": False}
RELAXED, MUC = {"oracle": "relaxed"}, {"loss": "muc"}
NOUN_MODELS = {
    "C_G": [Model(["Δ_P"], NOUN_C, settings=WITH), Model(["Δ_M"], NOUN_C, settings=MUC | WITH)],
    "C_G without": [Model(["Δ_P"], NOUN_C, settings=WITHOUT), Model(["Δ_M"], NOUN_C, settings=MUC | WITHOUT)],
    "PCC": [Model(["Δ_P", "Δ_M"], NOUN_PCC_C, settings=None)],
}
TEXT_MODELS = {
    "C_G": [Model(["Δ_P"], TEXT_C, settings=WITH)],
    "PCC": [Model(["Δ_P"], TEXT_PCC_C, settings=None)],
    "C_G without": [Model(["Δ_P"], TEXT_C, settings=WITHOUT)],
    "C_R": [Model(["Δ_P"], TEXT_C, "C*_R", RELAXED | WITH)],
    "C_R without": [Model(["Δ_P"], TEXT_C, "C*_R", RELAXED | WITHOUT)],
}
SHORT_MODELS = {
    "C_G": [Model(["Δ_P"], NOUN_C[:3], settings=WITH)],
    "PCC": [Model(["Δ_P"], NOUN_PCC_C, settings=None)],
    "C_R": [Model(["Δ_P"], NOUN_C[:3], "C*_R", RELAXED | WITH)],
}

QUADRATIC_MODELS = {f"{title} quadratic": TEXT_MODELS[title] for title in ("C_G", "PCC")}
NOUN_GAMMAS, TEXT_GAMMAS = (0.003, 0.03, 0.3), (0.1, 1.0, 10.0)
KERNEL_C = {"nouns": (1e4, 1e5, 1e6, 1e7), "texts": TEXT_C}
KERNEL_PCC_C = {"nouns": (0.1, 1.0, 10.0), "texts": TEXT_PCC_C}


def main() -> None:
    """Measure and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--data", choices=DATA, action="append", help="can be repeated; default: all")
    parser.add_argument("--model", action="append", default=[], help='such as "PCC"; can be repeated; default: all')
    parser.add_argument("--show", action="store_true", help="measure nothing; tables and figure of result.json")
    args = parser.parse_args()
    file = HERE / "result.json"
    for name in [] if args.show else args.data or DATA:
        found = DATA[name](args.corpora, name, args.model)
        known = json.loads(file.read_text("utf8")) if file.is_file() else {}
        if args.model:  # beside the other models of before, in their order
            found = known[name] | {"models": known[name]["models"] | found["models"]}
        known[name] = found
        file.write_text(json.dumps(known, ensure_ascii=False) + "\n", encoding="utf8")
    known = json.loads(file.read_text("utf8"))
    (HERE / "tables.md").write_text(shown(known), encoding="utf8")
    dot_plot(HERE / "figure.svg", dots(known), "loss in per cent, mean and its standard error")


def of_nouns(corpora: Path, name: str, only: Sequence[str]) -> dict[str, Any]:
    """Tables 1, 3 and 4 on noun phrases of a corpus."""
    parts = nouns.parts(corpora / name, N_TRAIN["nouns"], N_TEST)
    return compared(*parts, NOUN_MODELS, list(DECODERS), only)


def of_short(corpora: Path, name: str, only: Sequence[str]) -> dict[str, Any]:
    """Tables 2 and 5, and kernels, on the first noun phrases of fewer documents."""
    train, test = nouns.parts(corpora / name.removesuffix(", short"), N_TRAIN["short"], N_TEST, SHORT)
    found = compared(train, test, SHORT_MODELS, list(DECODERS), only)
    found["models"] |= of_kernels(train, test, "nouns", NOUN_GAMMAS, only)
    if only:
        return found
    return found | {"efficiency": efficiency(train, SHORT_MODELS, NOUN_C[1:2])}


def of_kernels(train: Data, test: Data, kind: str, gammas: Sequence[float], only: Sequence[str]) -> dict[str, Any]:
    """RBF kernels in the dual, of SVM-cluster and of PCC."""
    grids = {"C_G": (KERNEL_C[kind], WITH), "PCC": (KERNEL_PCC_C[kind], None)}
    models = {
        f"{title} rbf {gamma:g}": [Model(["Δ_P"], grid, settings=settings, gamma=gamma)]
        for title, (grid, settings) in grids.items()
        for gamma in gammas
    }
    return compared(train, test, models, ["C_G"], only)["models"]


def of_texts(module: Any, folder: str) -> Measure:
    """Tables 2, 4 and 5 on sets of texts."""

    def measure(corpora: Path, name: str, only: Sequence[str]) -> dict[str, Any]:
        sets = module.parts(corpora / folder, N_TRAIN["texts"], N_TEST)
        cosines = Cosines(module.FIELDS).fit([*sets[0], *sets[1]])
        train, test = ((cosines.links(part), [one.labels for one in part]) for part in sets)
        found = compared(train, test, TEXT_MODELS, list(DECODERS), only)
        squared = ((quadratic(links), labels) for links, labels in (train, test))
        found["models"] |= compared(*squared, QUADRATIC_MODELS, ["C_G"], only)["models"]
        found["models"] |= of_kernels(train, test, "texts", TEXT_GAMMAS, only)
        if only:
            return found
        return found | {"columns": cosines.names, "efficiency": efficiency(train, TEXT_MODELS, TEXT_C)}

    return measure


DATA: dict[str, Measure] = {
    "ontogum": of_nouns,
    "gum": of_nouns,
    "ontogum, short": of_short,
    "novels": of_texts(novels, "novels"),
    "irc": of_texts(chat, "irc/train"),
}


def compared(
    train: Data, test: Data, models: Mapping[str, Sequence[Model]], decoders: Sequence[str], only: Sequence[str]
) -> dict[str, Any]:
    """Sizes, the default clusterings, and what each model reaches, by its name and the loss that it is optimised to."""
    found = {}
    for title, each in models.items():
        if only and title not in only:
            continue
        for loss, row in (pair for model in each for pair in measured(model, train, test, FOLDS, decoders)):
            found[f"{title}, {loss}"] = row
            means = {key: f"{np.mean(losses[loss]):.2f}" for key, losses in row["test"].items()}
            print(title, loss, row["C"], row["seconds"], means, flush=True)
    sizes = {"train": size(train), "test": size(test), "features": train[0].features.shape[1]}
    return {"sizes": sizes, "folds": FOLDS, "default": default(test[1]), "models": found}


def size(data: Data) -> dict[str, float]:
    """Numbers of sets, items and pairs, items per cluster, and the percentage of pairs within clusters."""
    links, labels = data
    sizes = [np.unique(each, return_counts=True)[1] for each in labels]
    inside = sum(int((each * (each - 1) // 2).sum()) for each in sizes)
    pairs = links.n_links - links.n_items
    return {
        "sets": len(labels),
        "items": links.n_items,
        "pairs": pairs,
        "items per cluster": round(links.n_items / sum(map(len, sizes)), 2),
        "pairs within clusters, %": round(100 * inside / pairs, 1),
    }


def efficiency(
    train: Data, models: Mapping[str, Sequence[Model]], costs: Sequence[float]
) -> dict[str, list[dict[str, float]]]:
    """Training by greedy and by relaxed search at the same C: CPU seconds, rounds and objective."""
    rows: dict[str, list[dict[str, float]]] = {}
    for title in ("C_G", "C_R"):
        rows[title] = []
        for C in costs:
            learner, seconds, _ = fitted(models[title][0], C, train)
            rows[title].append(
                {"C": C, "seconds": round(seconds, 2), "rounds": learner.n_rounds_, "objective": learner.objective_[-1]}
            )
    return rows


if __name__ == "__main__":
    main()
