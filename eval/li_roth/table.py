"""Writes table.md, and figures.svg where matplotlib is installed, from result.json and details.json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Cells = Mapping[str, Mapping[str, Any]]


def cell(scores: Mapping[str, Any] | None) -> str:
    """F1 with its standard error."""
    return f"{scores['f1']:.1f} ± {scores['error']:.1f}" if scores else ""


def table(columns: Cells, rows: Iterable[str], head: str) -> str:
    """A table with one column for each type of names."""
    lines = [f"| {head} | " + " | ".join(columns) + " |", "|---" * (1 + len(columns)) + "|"]
    lines += [f"| {row} | " + " | ".join(cell(of_type.get(row)) for of_type in columns.values()) + " |" for row in rows]
    return "\n".join(lines)


def differences(columns: Cells) -> str:
    """How much higher F1 of SDC is than that of other approaches, with p of the corrected t-test."""
    lines = ["| other approach | " + " | ".join(columns) + " |", "|---" * (1 + len(columns)) + "|"]
    for name in next(iter(columns.values())):
        cells = [
            f"{one['difference']:+.1f} ± {one['error']:.1f}, p = {one['p']:.2f}"
            for one in (of_type[name] for of_type in columns.values())
        ]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def of_halves(details: Mapping[str, Any]) -> str:
    """Lowest and highest counts of the halves of each type."""
    lines = ["| lowest and highest | " + " | ".join(details) + " |", "|---" * (1 + len(details)) + "|"]
    for what in next(iter(details.values()))["halves"]:
        ends = [own["halves"][what] for own in details.values()]
        lines.append(f"| {what} | " + " | ".join(f"{low:g} to {high:g}" for low, high in ends) + " |")
    return "\n".join(lines)


def of_rounds(details: Mapping[str, Any]) -> str:
    """Wrong training pairs by the start of SDC."""
    lines = ["| wrong pairs, % | " + " | ".join(details) + " |", "|---" * (1 + len(details)) + "|"]
    for start in next(iter(details.values()))["rounds"]:
        cells = ["{start:.1f}; {fewest:.1f} to {most:.1f}".format(**own["rounds"][start]) for own in details.values()]
        lines.append(f"| {start}: first; later rounds | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def text(result: Mapping[str, Any], details: Mapping[str, Any]) -> str:
    """All tables."""
    kinds = list(result["sets"])
    first = kinds[0]
    parts = [
        "# Pairwise F1 of names",
        "F1 in per cent ± its standard error, corrected for folds that share names (Nadeau & Bengio 2003).",
        "## Data",
    ]
    parts.append("| | " + " | ".join(kinds) + " |\n" + "|---" * (1 + len(kinds)) + "|")
    for what in ("names", "entities", "pairs"):
        of_kind = [
            f"{result['names'][k][what]}; {', '.join(str(one[what]) for one in result['sets'][k])}" for k in kinds
        ]
        parts[-1] += f"\n| {what}: in all; in each set | " + " | ".join(of_kind) + " |"
    titles = {"4": "approaches", "6": "clusterings within SDC", "7": "learning rates of SDC"}
    for number, title in titles.items():
        scores = result[f"figure {number}"]
        parts += [f"## Figure {number}: {title}", table(scores, scores[first], title.split()[0])]
    parts += ["## SDC less other approaches, fold by fold", differences(result["SDC compared"])]
    sizes = result["figure 5"]
    parts.append("## Figure 5: sizes of the training set")
    for kind in kinds:
        names = sizes[next(iter(sizes))][kind]
        of_size = {f"{size} names": of_kind[kind] for size, of_kind in sizes.items()}
        parts += [f"### {kind}", table(of_size, names, "learner")]
    parts += ["## Halves of the first split of each set", of_halves(details)]
    parts += ["## Rounds of SDC on one training half of each type", of_rounds(details)]
    seconds = ", ".join(f"{part} {value} s" for part, value in result["cpu seconds"].items())
    parts.append(f"CPU time without features: {seconds}.")
    return "\n\n".join(parts) + "\n"


def plot(result: Mapping[str, Any], path: Path) -> None:
    """Figures 4 to 7, one curve or group of bars for each type or learner."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams |= {"svg.fonttype": "none", "svg.hashsalt": "names"}
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(2, 3, figsize=(15, 8), layout="constrained")
    shown = ["SoftTFIDF", "SoftTFIDF, clustered", "LMR (perceptron)", "LMR (perceptron), clustered", "LMR (winnow)"]
    shown += ["LMR (winnow), clustered", "SDC"]
    bars(axes[0, 0], result["figure 4"], shown, "Figure 4: approaches")
    bars(axes[0, 1], result["figure 6"], list(next(iter(result["figure 6"].values()))), "Figure 6: clusterings in SDC")
    for kind, scores in result["figure 7"].items():
        axes[0, 2].plot([float(rate) for rate in scores], [one["f1"] for one in scores.values()], "o-", label=kind)
    axes[0, 2].set(title="Figure 7: learning rates", xscale="log", xlabel="α")
    axes[0, 2].legend()
    for axis, kind in zip(axes[1], result["sets"], strict=True):
        sizes = result["figure 5"]
        for name in next(iter(sizes.values()))[kind]:
            axis.plot(
                [int(size) for size in sizes], [one[kind][name]["f1"] for one in sizes.values()], "o-", label=name
            )
        axis.set(title=f"Figure 5: {kind}", xlabel="names in training")
        axis.legend(fontsize=8)
    figure.savefig(path)


def bars(axis: Any, scores: Cells, names: list[str], title: str) -> None:
    """Groups of bars, one group for each name."""
    for number, (kind, own) in enumerate(scores.items()):
        places = [at + 0.27 * (number - 1) for at in range(len(names))]
        axis.bar(
            places, [own[name]["f1"] for name in names], 0.25, yerr=[own[name]["error"] for name in names], label=kind
        )
    axis.set_xticks(range(len(names)), [name.replace(", ", "\n") for name in names], rotation=30, fontsize=8)
    axis.set(title=title, ylim=(30, 100))
    axis.legend()


def main() -> None:
    result, details = (json.loads((HERE / f"{name}.json").read_text(encoding="utf8")) for name in ("result", "details"))
    (HERE / "table.md").write_text(text(result, details), encoding="utf8")
    try:
        plot(result, HERE / "figures.svg")
    except ModuleNotFoundError:
        print("no plot: install corefpipe[plots]")


if __name__ == "__main__":
    main()
