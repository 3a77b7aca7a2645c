"""Write table.md and figure.svg beside this file from the results of experiment.py and controls.py.

python eval/l3m_chat/tables.py
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

import numpy as np
from experiment import BASELINES, HERE, known
from sets import TASKS
from techniques import rows

from corefpipe import __version__
from corefpipe.scoring import METRICS, Score
from corefpipe.scoring.compare import compare_scores
from corefpipe.scoring.policy import Policy
from corefpipe.scoring.registry import prf
from corefpipe.scoring.significance import holm

sys.path.insert(0, str(HERE.parent))
from dots import dot_plot

BEST = "L³M (tuned γ)"
STARTS = ("start at 0", "tuned start")


def main() -> None:
    """Write the tables of all results so far."""
    found = known()
    parts = [line for task in TASKS if task in found for line in scores_table(task, found[task])]
    for start in STARTS:
        parts += comparisons_table(start, {task: found[task] for task in TASKS if task in found})
    parts += gamma_table({task: found[task] for task in TASKS if task in found})
    parts += shuffled_table({task: found for task in TASKS if f"{task}, shuffled posts" in found})
    parts += starts_table(
        {task: found[f"{task}, random starts"] for task in TASKS if f"{task}, random starts" in found}
    )
    parts += cccp_table({task: found[f"{task}, CCCP"] for task in TASKS if f"{task}, CCCP" in found})
    parts += margins_table(of_part(found, "margins"))
    (HERE / "table.md").write_text("\n".join(parts), encoding="utf8")
    panels = {f"by {task}": dots(found[task]) for task in TASKS if task in found}
    dot_plot(HERE / "figure.svg", panels, "VI × 100, less is better")


def dots(found: Mapping[str, Any]) -> dict[str, dict[str, tuple[float, float]]]:
    """Technique -> start and passes -> VI of a task, and its standard error over the sets."""
    panel: dict[str, dict[str, tuple[float, float]]] = {}
    for title in [*BASELINES, *(row.title for row in rows())]:
        technique, _, variant = title.partition("; ")
        row = found["rows"][title]
        each = 100 * METRICS["vi"].scores(np.array(row["vi"], dtype=float))[:, 0]
        error = float(each.std(ddof=1) / np.sqrt(len(each)))
        panel.setdefault(technique, {})[variant or "nothing learned"] = (vi(row), error)
    return panel


def of_part(found: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Task -> the results of a part of controls.py."""
    return {task: found[f"{task}, {part}"] for task in TASKS if f"{task}, {part}" in found}


def scores_table(task: str, found: Mapping[str, Any]) -> list[str]:
    """The scores of all rows of a task, and the settings that most folds chose."""
    lines = [f"### By {task}: {len(found['sets'])} sets", ""]
    lines += head("technique", "VI × 100", "one-to-one", "exact clusters F", "exact threads F", "most chosen settings")
    for title in [*BASELINES, *(row.title for row in rows())]:
        row = found["rows"][title]
        numbers = [vi(row), *(100 * value for value in others(row))]
        cells = [f"{number:.2f}" for number in numbers]
        lines.append(f"| {title} | {' | '.join(cells)} | {most_chosen(row.get('settings', []))} |")
    return [*lines, ""]


def vi(row: Mapping[str, Any]) -> float:
    """Variation of information of a row, times 100, in nats."""
    return 100 * float(METRICS["vi"].scores(np.sum(row["vi"], axis=0))[0])


def others(row: Mapping[str, Any]) -> list[float]:
    """One-to-one overlap, F of exact clusters, and F of exact clusters of two posts or more, as fractions."""
    exact = [float(prf(np.sum(row[name], axis=0, dtype=float))[-1]) for name in ("exact_clusters", "exact_threads")]
    return [float(METRICS["one_to_one"].scores(np.sum(row["one_to_one"], axis=0))[0]), *exact]


def most_chosen(settings: Sequence[Mapping[str, Any]]) -> str:
    """Each setting's most frequent value over the folds, with the number of folds."""
    texts = []
    for name in settings[0] if settings else ():
        value, times = Counter(one[name] for one in settings).most_common(1)[0]
        texts.append(f"{name} {value} ({times})")
    return ", ".join(texts)


def comparisons_table(start: str, found: Mapping[str, Any]) -> list[str]:
    """L³M with tuned γ compared with all others, over sets; Holm's correction over all rows of the table."""
    rows_found = []
    for task, of_task in found.items():
        best = f"{BEST}; {start}"
        for title in of_task["rows"]:
            if title != best and (title.endswith(f"; {start}") or (title.startswith("Corr-") and start != STARTS[0])):
                one, other = of_task["rows"][title], of_task["rows"][best]
                row = compare_scores(score_of(of_task["sets"], one), score_of(of_task["sets"], other))["vi"]
                folds = of_task["folds"]
                won = f"{(of_folds(other, folds) < of_folds(one, folds)).sum()} of {folds}"
                rows_found.append((task, title, 100 * row.difference, won, row.randomisation.raw, row.wilcoxon.raw))
    if not rows_found:
        return []
    corrected = [holm(np.array([row[at] for row in rows_found])) for at in (4, 5)]
    lines = [f"### {BEST} compared, {start}: VI × 100 over sets, p-values by Holm over the {len(rows_found)} rows", ""]
    lines += head("by", "other technique", f"{BEST} − other", "folds won", "randomisation", "Wilcoxon")
    for row, chance, ranks in zip(rows_found, *corrected, strict=True):
        lines.append(f"| {row[0]} | {row[1]} | {row[2]:+.2f} | {row[3]} | {chance:.4f} | {ranks:.4f} |")
    return [*lines, ""]


def score_of(sets: Sequence[str], row: Mapping[str, Any]) -> Score:
    """The VI of a row, set by set."""
    return Score(tuple(sets), ("",) * len(sets), {"vi": np.array(row["vi"])}, Policy(), __version__)


def of_folds(row: Mapping[str, Any], folds: int) -> np.ndarray:
    """(folds,) VI of each fold."""
    counts = np.array(row["vi"]).reshape(folds, -1, np.shape(row["vi"])[1])
    return METRICS["vi"].scores(counts.sum(axis=1))[:, 0]


def gamma_table(found: Mapping[str, Any]) -> list[str]:
    """VI by γ on the sets that settings are chosen on, and the γ chosen."""
    lines = ["### VI × 100 by γ, five passes, mean over the sets for choosing settings in each fold", ""]
    gammas = list(next(iter(found.values()))["gamma"][0])
    lines += head("by", "start", *(f"γ = {gamma}" for gamma in gammas), "median chosen γ")
    for task, of_task in found.items():
        for start in STARTS:
            cells = [f"{100 * np.mean([fold[gamma][start] for fold in of_task['gamma']]):.2f}" for gamma in gammas]
            chosen = median(one["gamma"] for one in of_task["rows"][f"{BEST}; {start}"]["settings"])
            lines.append(f"| {task} | {start} | {' | '.join(cells)} | {chosen:.1f} |")
    return [*lines, ""]


def shuffled_table(tasks: Mapping[str, Any]) -> list[str]:
    """Section 5.4: VI in the order of time and in random order, p-values by Holm over the rows."""
    cells, tests = [], []
    for task, found in tasks.items():
        shuffled = found[f"{task}, shuffled posts"]
        for title, row in shuffled["rows"].items():
            if title in BASELINES:
                continue
            before = found[task]["rows"][title]
            compared = compare_scores(score_of(shuffled["sets"], before), score_of(shuffled["sets"], row))["vi"]
            cells.append(f"| {task} | {title} | {vi(before):.2f} | {vi(row):.2f} | {100 * compared.difference:+.2f} |")
            tests.append((compared.randomisation.raw, compared.wilcoxon.raw))
    if not cells:
        return []
    lines = ["### Shuffled posts (section 5.4): VI × 100, p-values by Holm over the rows", ""]
    lines += head("by", "technique", "in order", "shuffled", "change", "randomisation", "Wilcoxon")
    corrected = zip(*(holm(np.array(each)) for each in zip(*tests, strict=True)), strict=True)
    return [*lines, *(f"{cell} {a:.4f} | {b:.4f} |" for cell, (a, b) in zip(cells, corrected, strict=True)), ""]


def starts_table(found: Mapping[str, Any]) -> list[str]:
    """Section 5.3, 1: mean and standard deviation over random initial weights."""
    if not found:
        return []
    lines = ["### Random initial weights (section 5.3): γ = 1, one pass of SGD, VI × 100 on the training sets", ""]
    lines += head("by", "λ", "initial weights left by λ alone", "start at", "from 0", "mean", "deviation")
    for task, of_task in found.items():
        for l2, runs in of_task.items():
            for column, threshold in enumerate((0, 1.5)):
                zero, *random = [100 * run[column] for run in runs]
                numbers = f"{zero:.2f} | {np.mean(random):.2f} | {np.std(random, ddof=1):.2f}"
                lines.append(f"| {task} | {l2} | {runs[0][2]:.2g} | {threshold} | {numbers} |")
    return [*lines, ""]


def cccp_table(found: Mapping[str, Any]) -> list[str]:
    """Section 5.3, 2: objective, VI on the training sets and CPU time of SGD, L-BFGS and CCCP."""
    if not found:
        return []
    lines = ["### SGD and CCCP (section 5.3): γ = 1, means over random choices of 20 sets, on which VI is computed", ""]
    lines += head("by", "method", "equation 7", "VI × 100, start at 0", "start at 1.5", "CPU seconds")
    for task, of_task in found.items():
        for method, runs in of_task.items():
            value, *numbers, seconds = np.mean(runs, axis=0)
            lines.append(
                f"| {task} | {method} | {value:.4f} | {100 * numbers[0]:.2f} | {100 * numbers[1]:.2f} | {seconds:.2f} |"
            )
    return [*lines, ""]


def margins_table(found: Mapping[str, Any]) -> list[str]:
    """VI and number of clusters with and without the margin of the dummy."""
    if not found:
        return []
    lines = ["### The margin δ of the dummy: start at 0, first fold's sets for choosing settings; VI × 100", ""]
    lines += head("by", "γ", "δ = 1: VI", "clusters per set", "δ = 0: VI", "clusters per set", "true clusters")
    for task, of_task in found.items():
        true = of_task["true"][0][1]
        for gamma in (name for name in of_task if name != "true"):
            numbers = [number for one, n in of_task[gamma] for number in (f"{100 * one:.2f}", f"{n:.1f}")]
            lines.append(f"| {task} | {gamma} | {' | '.join(numbers)} | {true:.1f} |")
    return [*lines, ""]


def head(*titles: str) -> list[str]:
    """The first two lines of a Markdown table."""
    return [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]


if __name__ == "__main__":
    main()
