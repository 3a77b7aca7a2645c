"""Writes table.md, and figure_3.svg where matplotlib is installed, from result.json."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from math import nan
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

HERE = Path(__file__).parent
MEASURES = ("RI", "P", "R", "F", "CED/N", "NES", "VI", "NVI")
SYSTEMS = (
    "COARSE",
    "FINE",
    "matching",
    "K-MEANS",
    "CDP",
    "BINARY",
    "BINARY, whole",
    "XING-K",
    "SCDP-1",
    "SCDP-2",
    "SCDP-3",
)
LEARNERS = ("BINARY", "XING-K", "SCDP-1", "SCDP-2", "SCDP-3")
TITLES = {
    "digits": ("Table 1: digits", "Digits"),
    "census": ("Table 2: identity uncertainty (census)", "Identity Uncertainty"),
    "OntoGUM": ("Table 3a: proper nouns of OntoGUM", "Proper Noun Coreference"),
    "LitBank": ("Table 3b: proper nouns of LitBank", "Proper Noun Coreference"),
    "Cora": ("Table 4: reference matching (Cora)", "Reference Matching"),
}
PAPER = {
    "Digits": (0.592, 0.608, 0.666, 0.675, 0.756),
    "Identity Uncertainty": (0.776, 0.444, 0.775, 0.817, 0.894),
    "Proper Noun Coreference": (0.896, 0.608, 0.449, 0.651, 0.841),
    "Reference Matching": (0.686, 0.377, 0.518, 0.718, 0.788),
}
"""F of the paper's Table 5."""
MIXED = 1.1
Runs = Mapping[str, Mapping[str, Any]]


def number(values: Iterable[float]) -> str:
    """Mean and standard deviation."""
    there = list(values)
    deviation = f" ± {stdev(there):.3f}" if len(there) > 1 else ""
    return re.sub(r"(?<!\d)0\.", ".", f"{fmean(there):.3f}{deviation}")


def markdown(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table."""
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def table(own: Mapping[str, Any]) -> str:
    """Tables 1 to 4: one row per system."""
    rows = []
    for system in SYSTEMS:
        if runs := list(own["runs"].get(system, {}).values()):
            name = own["matching"] if system == "matching" else system
            cells = [number(run[measure] for run in runs) for measure in MEASURES]
            rows.append([name, *cells, f"{fmean(run['seconds'] for run in runs):.1f}", str(len(runs))])
    return markdown(["system", *MEASURES, "CPU s", "runs"], rows)


def sizes(own: Mapping[str, Any]) -> str:
    """Sets, items and clusters of both parts."""
    found = []
    for part in ("train", "test"):
        cells = []
        for what in ("sets", "items", "clusters"):
            values = [size[f"{part} {what}"] for size in own["sizes"].values()]
            several = f"{min(values)} to {max(values)}"
            cells.append(f"{several if min(values) < max(values) else values[0]} {what}")
        found.append(f"{part}: {', '.join(cells)}")
    return "; ".join(found)


def table_5(result: Mapping[str, Any]) -> str:
    """F of the learning systems on all data sets, and the paper's."""
    rows = []
    for name, own in result.items():
        cells = []
        for system, printed in zip(LEARNERS, PAPER[TITLES[name][1]], strict=True):
            runs = own["runs"].get(system, {}).values()
            ours = number(run["F"] for run in runs) if runs else "–"
            cells.append(f"{ours} ({printed:.3f})".replace("(0.", "(."))
        rows.append([name, *cells])
    return markdown(["F, in brackets the paper's", *LEARNERS], rows)


def against(result: Mapping[str, Any], other: str) -> str:
    """SCDP less another system, run by run: F and NVI, and in how many runs SCDP is ahead."""
    rows = []
    for name, own in result.items():
        theirs, cells = own["runs"].get(other, {}), []
        for system in LEARNERS[2:]:
            ours = own["runs"].get(system, {})
            shared = [seed for seed in ours if seed in theirs]
            for measure in ("F", "NVI"):
                apart = [ours[seed][measure] - theirs[seed][measure] for seed in shared]
                ahead = sum(one > 0 for one in apart)
                cells.append(f"{number(apart)} ({ahead} of {len(apart)})" if apart else "–")
        rows.append([name, *cells])
    head = [f"{system}, {measure}" for system in LEARNERS[2:] for measure in ("F", "NVI")]
    return markdown([f"less {other}; runs ahead", *head], rows)


def chains(result: Mapping[str, Any]) -> str:
    """Clusters of the last draws, reference types, α, and R-hat."""
    rows = []
    for name, own in result.items():
        true = fmean(size["test clusters"] for size in own["sizes"].values())
        for system in ("CDP", *LEARNERS[2:]):
            if runs := list(own["runs"].get(system, {}).values()):
                last = {what: fmean(run["last"].get(what, nan) for run in runs) for what in ("n_clusters", "n_types")}
                r_hat = sorted(run["r_hat"]["log_joint"] for run in runs)
                types = "1" if system == "CDP" else f"{last['n_types']:.1f}"
                mixed = sum(value < MIXED for value in r_hat)
                rows.append(
                    [name, system, f"{true:.0f}", f"{last['n_clusters']:.0f}", types, f"{mixed} of {len(runs)}"]
                )
    return markdown(["data", "system", "true clusters", "found", "types", f"R-hat under {MIXED}"], rows)


def constants(result: Mapping[str, Any]) -> str:
    """F of XING-K by C."""
    rows = []
    for name, own in result.items():
        if runs := list(own["runs"].get("XING-K", {}).values()):
            rows.append([name, *(number(run["F by C"][C] for run in runs) for C in runs[0]["F by C"])])
    return markdown(["F by C", "0", "1", "ratio of similar to other pairs", "its square"], rows)


def text(result: Mapping[str, Any]) -> str:
    """All tables."""
    parts = ["# Daumé & Marcu 2005 on other data", "Means ± standard deviations over the runs."]
    for name, own in result.items():
        parts += [f"## {TITLES[name][0]}", f"{sizes(own).capitalize()}.", table(own)]
    parts += ["## Table 5: F of the learning systems", table_5(result)]
    parts += ["## SCDP against BINARY", *(against(result, name) for name in ("BINARY", "BINARY, whole"))]
    parts += ["## Chains", chains(result)]
    parts += ["## XING-K's constants", constants(result)]
    seconds = sum(
        run["seconds"]
        for own in result.values()
        for system, runs in own["runs"].items()
        for run in runs.values()
        if system != "BINARY, whole"  # it is one run with BINARY
    )
    return "\n\n".join([*parts, f"CPU time of all systems: {seconds / 60:.0f} minutes."]) + "\n"


def plot(result: Mapping[str, Any], path: Path) -> None:
    """Figure 3: clusters by items."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams |= {"svg.fonttype": "none", "svg.hashsalt": "clusters"}
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, len(result), figsize=(3.4 * len(result), 3.2), layout="constrained")
    for axis, (name, own) in zip(axes, result.items(), strict=True):
        curve = own["expected"]
        for mean, spread, color, label in (
            ("expected", "deviation", "black", f"Dirichlet process, α = {curve['alpha']:.3g}"),
            ("drawn", "of draws", "tab:blue", "drawn from the data"),
        ):
            axis.plot(curve["N"], curve[mean], color=color, label=label)
            for sign in (-2, 2):
                edge = [m + sign * s for m, s in zip(curve[mean], curve[spread], strict=True)]
                axis.plot(curve["N"], edge, color=color, linestyle="--", linewidth=0.8)
        axis.set(title=name, xlabel="items", ylabel="clusters")
        axis.legend(fontsize=7)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    found: Runs = json.loads((HERE / "result.json").read_text(encoding="utf8"))
    result = {name: found[name] for name in TITLES if name in found}
    (HERE / "table.md").write_text(text(result), encoding="utf8")
    try:
        plot(result, HERE / "figure_3.svg")
    except ModuleNotFoundError:
        print("no plot: install corefpipe[plots]")


if __name__ == "__main__":
    main()
