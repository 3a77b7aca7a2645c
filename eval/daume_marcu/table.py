"""Writes table.md, and figure_3.svg where matplotlib is installed, from result.json, variants.json and walks.json."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from math import nan
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
from scipy.stats import wilcoxon

from corefpipe import __version__
from corefpipe.scoring import Score
from corefpipe.scoring.compare import compare_scores
from corefpipe.scoring.policy import Policy
from corefpipe.scoring.significance import holm

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
EMBEDDINGS = {
    "1": "SCDP-1, 1",
    "2": "SCDP-1, 2",
    "5": "SCDP-1, 5",
    "10 (above)": "",
    "20": "SCDP-1, 20",
    "footnote 5": "SCDP-1, footnote 5",
}
"""Dimensions of each feature -> a key of `variants.VARIANTS`, or nothing for the run of result.json."""


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


def tests(result: Mapping[str, Any]) -> str:
    """p-values of SCDP's F less that of BINARY: over runs, and over the documents of names."""
    rows, of_runs, of_documents = [], [], []
    for name, own in result.items():
        for system in LEARNERS[2:]:
            ours, theirs = (own["runs"].get(one, {}) for one in (system, "BINARY"))
            shared = [seed for seed in ours if seed in theirs]
            if len(shared) > 1:
                apart = [ours[seed]["F"] - theirs[seed]["F"] for seed in shared]
                of_runs.append(float(wilcoxon(apart).pvalue))
                several = "pairs" in ours[shared[0]]
                if several:
                    scores = [over_runs([runs[seed]["pairs"] for seed in shared]) for runs in (theirs, ours)]
                    of_documents.append(compare_scores(*scores)["pairwise"].randomisation.raw)
                rows.append([name, system, number(apart), several])
    over, documents = iter(with_holm(of_runs)), iter(with_holm(of_documents))
    cells = [[*row, next(over), next(documents) if several else ""] for *row, several in rows]
    return markdown(["F", "", "less BINARY", "p over runs", "p over documents"], cells)


def over_runs(pairs: Iterable[Iterable[Iterable[float]]]) -> Score:
    """The score of documents whose counts of pairs are the means over runs: (n_runs, n_documents, n_counts)."""
    counts = np.mean(list(pairs), axis=0)
    names = tuple(map(str, range(len(counts))))
    return Score(names, ("",) * len(names), {"pairwise": counts}, Policy(), __version__)


def with_holm(values: Iterable[float]) -> list[str]:
    """Each p-value by Holm's correction over all of them, and uncorrected in brackets."""
    raw = np.array(list(values))
    return [f"{corrected:.3f} ({one:.3f})" for corrected, one in zip(holm(raw), raw, strict=True)]


def mixed(runs: Iterable[Mapping[str, Any]], traces: Iterable[str] | None = None) -> str:
    """Of how many runs R-hat of all traces is at most `MIXED`, as `Draws.unmixed` has it; or of some of the traces."""
    there = list(runs)
    fine = sum(all(run["r_hat"][name] <= MIXED for name in traces or run["r_hat"]) for run in there)
    return f"{fine} of {len(there)}"


def chains(result: Mapping[str, Any]) -> str:
    """Clusters of the last draws, reference types, and R-hat."""
    rows = []
    for name, own in result.items():
        true = fmean(size["test clusters"] for size in own["sizes"].values())
        for system in ("CDP", *LEARNERS[2:]):
            if runs := list(own["runs"].get(system, {}).values()):
                last = {what: fmean(run["last"].get(what, nan) for run in runs) for what in ("n_clusters", "n_types")}
                types = "1" if system == "CDP" else f"{last['n_types']:.1f}"
                cells = [f"{true:.0f}", f"{last['n_clusters']:.0f}", types, mixed(runs, ("log_joint",)), mixed(runs)]
                rows.append([name, system, *cells])
    head = ["data", "system", "true clusters", "found", "types"]
    return markdown([*head, f"R-hat of the log joint at most {MIXED}", "of all traces"], rows)


def long_chains(result: Mapping[str, Any], variants: Mapping[str, Any]) -> str:
    """F of one short chain and of several long ones, on the same runs."""
    rows = []
    for name, own in result.items():
        for system in ("SCDP-1", "SCDP-2"):
            if long := variants.get(name, {}).get(f"{system}, long", {}):
                short = own["runs"][system]
                apart = [long[seed]["F"] - short[seed]["F"] for seed in long]
                of_chains = [max(run["best of chains"]) - min(run["best of chains"]) for run in long.values()]
                cells = [number(short[seed]["F"] for seed in long), number(run["F"] for run in long.values())]
                cells += [number(apart), mixed(long.values()), f"{fmean(of_chains):.0f}", str(len(long))]
                rows.append([name, system, *cells])
    head = ["F", "", "one of 60 sweeps", "four of 200", "difference", "all traces mixed"]
    return markdown([*head, "log joint, best chain less worst", "runs"], rows)


def embeddings(result: Mapping[str, Any], variants: Mapping[str, Any]) -> str:
    """F of SCDP-1 by the dimensions of each feature, on the same runs."""
    rows = []
    for name, own in variants.items():
        if there := {title: own[key] for title, key in EMBEDDINGS.items() if key in own}:
            seeds = set.intersection(*(set(runs) for runs in there.values()))
            every = {title: own[key] if key else result[name]["runs"]["SCDP-1"] for title, key in EMBEDDINGS.items()}
            cells = [number(runs[seed]["F"] for seed in sorted(seeds)) for runs in every.values()]
            rows.append([name, *cells, str(len(seeds))])
    return markdown(["F of SCDP-1", *EMBEDDINGS, "runs"], rows)


def figure_3(result: Mapping[str, Any]) -> str:
    """Expected and drawn numbers of clusters, and at how many points they agree."""
    rows = []
    for name, own in result.items():
        curve = own["expected"]
        points = list(zip(*(curve[what] for what in ("N", "expected", "deviation", "drawn", "of draws")), strict=True))
        inside = sum(abs(drawn - mean) <= 2 * spread for _, mean, spread, drawn, _ in points)
        cells = [f"{curve['alpha']:.3g}"]
        for n, mean, spread, drawn, _ in (points[len(points) // 3 - 1], points[-1]):
            cells += [f"{n:.0f}", f"{mean:.1f} ± {spread:.1f}", f"{drawn:.1f}"]
        rows.append([name, *cells, f"{inside} of {len(points)}"])
    ends = ["items", "expected", "drawn"]
    return markdown(["data", "α", *ends, *ends, "drawn within two deviations"], rows)


def walks(found: Mapping[str, Any]) -> str:
    """Chains that begin or move in other ways."""
    rows = []
    for name, own in found.items():
        for walk, one in own.items():
            share = f"{one['of one address']} of {one['wrong pairs']}" if "of one address" in one else ""
            rows.append([name, walk, str(one["clusters"]), number([one["F"]]), f"{one['log joint']:,}", share])
    return markdown(["data", "chain", "clusters", "F", "log joint", "wrongly joined pairs of one address"], rows)


def constants(result: Mapping[str, Any]) -> str:
    """F of XING-K by C."""
    rows = []
    for name, own in result.items():
        if runs := list(own["runs"].get("XING-K", {}).values()):
            rows.append([name, *(number(run["F by C"][C] for run in runs) for C in runs[0]["F by C"])])
    return markdown(["F by C", "0", "1", "ratio of similar to other pairs", "its square"], rows)


def text(result: Mapping[str, Any], variants: Mapping[str, Any], walked: Mapping[str, Any]) -> str:
    """All tables."""
    parts = ["# Daumé & Marcu 2005 on other data", "Means ± standard deviations over the runs."]
    for name, own in result.items():
        parts += [f"## {TITLES[name][0]}", f"{sizes(own).capitalize()}.", table(own)]
    parts += ["## Table 5: F of the learning systems", table_5(result)]
    parts += ["## SCDP against BINARY", *(against(result, name) for name in ("BINARY", "BINARY, whole"))]
    parts += [
        "p over runs: Wilcoxon's signed-rank test, exact; runs draw from the same items, so that they are not "
        "independent. p over documents: approximate randomisation over the documents of dev, pairs of each counted as "
        "the mean over runs. By Holm's correction over the rows, and uncorrected in brackets.",
        tests(result),
    ]
    parts += ["## Chains", chains(result), long_chains(result, variants)]
    parts += ["## Dimensions of a feature", embeddings(result, variants)]
    parts += ["## Chains of 200 sweeps of SCDP-1, run 0", walks(walked)]
    parts += ["## Figure 3: numbers of clusters", figure_3(result)]
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
    found, variants, walked = (
        json.loads((HERE / f"{name}.json").read_text(encoding="utf8")) for name in ("result", "variants", "walks")
    )
    result = {name: found[name] for name in TITLES if name in found}
    (HERE / "table.md").write_text(text(result, variants, walked), encoding="utf8")
    try:
        plot(result, HERE / "figure_3.svg")
    except ModuleNotFoundError:
        print("no plot: install corefpipe[plots]")


if __name__ == "__main__":
    main()
