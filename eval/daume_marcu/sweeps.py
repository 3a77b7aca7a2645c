"""CPU time of a Gibbs sweep by items and clusters: writes sweeps.json, and sweeps.svg where matplotlib is installed."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from corefpipe.clustering import ItemSets
from corefpipe.clustering.bayes import CDP, SCDP, BayesClusterer
from corefpipe.clustering.bayes.chains import Chain

HERE = Path(__file__).parent
WIDTH, SWEEPS = 10, 5
ITEMS = (500, 1000, 2000, 4000, 8000)  # with CLUSTERS clusters
CLUSTERS = 50
NUMBERS = (50, 100, 200, 400, 800, 1600)  # of clusters, with MANY items
MANY = 3200
MODELS: dict[str, BayesClusterer] = {
    "CDP": CDP(),
    "SCDP-1": SCDP(1),
    "SCDP-2": SCDP(2),
    "SCDP-3": SCDP(3, separation=1e-12),  # with 1 it would merge all, see README.md
}


def chain_at(model: BayesClusterer, n_items: int, n_clusters: int, random: np.random.Generator) -> Chain:
    """A chain in the true clusters of items that lie far apart; half of them are of training, for SCDP."""
    centres = 40 * random.normal(size=(n_clusters, WIDTH))
    labels = [np.arange(n_items // 2) % n_clusters for _ in range(2)]
    train, test = (centres[one] + random.normal(size=(n_items // 2, WIDTH)) for one in labels)
    model.set_params(scale=False, variance=1600.0)
    items = ItemSets.vectors([test] if isinstance(model, SCDP) else [train, test])
    chain = model.fit(ItemSets.vectors([train]), labels[:1])._start(items)(random)
    for _ in range(2):
        chain.sweep(random)
    return chain


def measured(name: str, n_items: int, n_clusters: int) -> dict[str, Any]:
    """Mean CPU time of a sweep, and the number of clusters of the last state."""
    random = np.random.default_rng(0)
    chain = chain_at(MODELS[name], n_items, n_clusters, random)
    began = time.process_time()
    for _ in range(SWEEPS):
        chain.sweep(random)
    seconds = (time.process_time() - began) / SWEEPS
    found = int(chain.traced()["n_clusters"])
    return {"system": name, "items": n_items, "true": n_clusters, "found": found, "ms": round(1000 * seconds, 2)}


def plot(rows: list[dict[str, Any]], path: Path) -> None:
    """Two panels: by items, and by clusters."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams |= {"svg.fonttype": "none", "svg.hashsalt": "sweeps"}
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(8, 3.4), layout="constrained")
    for axis, of, fixed, size in ((axes[0], "items", "true", CLUSTERS), (axes[1], "true", "items", MANY)):
        for name in MODELS:
            some = [row for row in rows if row["system"] == name and row[fixed] == size]
            some.sort(key=lambda row: row[of])
            axis.plot([row[of] for row in some], [row["ms"] for row in some], marker="o", markersize=3, label=name)
        axis.set(ylabel="ms per sweep", xlim=(0, None), ylim=(0, None))
        axis.legend(fontsize=7)
    axes[0].set(xlabel=f"items, in {CLUSTERS} clusters")
    axes[1].set(xlabel=f"clusters of each half of {MANY} items")
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    sizes = [*((n, CLUSTERS) for n in ITEMS), *((MANY, k) for k in NUMBERS)]
    rows = [measured(name, n, k) for name in MODELS for n, k in sizes]
    (HERE / "sweeps.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf8")
    try:
        plot(rows, HERE / "sweeps.svg")
    except ModuleNotFoundError:
        print("no plot: install corefpipe[plots]")


if __name__ == "__main__":
    main()
