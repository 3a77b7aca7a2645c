"""Plot a measure against the settings that a tuning varied. Needs matplotlib, `corefpipe[plots]`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corefpipe.report.figures import write_figure
from corefpipe.tuning.measures import Measure
from corefpipe.tuning.parts import DOCUMENTS, NOTHING, WITHOUT
from corefpipe.tuning.results import Trial, over_seeds, ranked, runs_of, varied
from corefpipe.tuning.values import are_numbers, value_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FIRST = (DOCUMENTS, "gamma", "passes")
"""Settings that get a panel before others."""
_DPI = 150
_PANELS = 2
_LINES = 8  # more could not be told apart
# Okabe & Ito's palette for colour-blind readers, without its yellow, which is hard to see on white.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#7F7F7F")
_MARKERS = "osD^vP*X"
_NAMES = {"gamma": "γ", "l2": "λ (l2)", DOCUMENTS: "training documents", WITHOUT: "without"}
_WIDE = 50  # ratio of the largest to the smallest value above which an axis is logarithmic


def write_tuning_plot(trials: Sequence[Trial], measure: Measure, path: str | Path) -> bool:
    """Write a PNG with up to two panels: the measure against γ and passes, or against other settings that vary.

    A panel has one line per value of a further setting; over all other settings the best trial is shown, over seeds the
    mean. An ablation gets one panel of bars instead, with a dot per seed.

    Args:
        trials: all trials; those without a score are left out.
        measure: the measure to plot.
        path: the file.

    Returns:
        Whether there was anything to plot: a setting with at least two values.

    Raises:
        ModuleNotFoundError: matplotlib is not installed.
    """
    from matplotlib.figure import Figure  # pyplot would look for a display

    scored = ranked(over_seeds(trials) if "seed" in varied(trials) else trials, measure)
    values = varied(scored)
    if WITHOUT in values:
        _write_ablation(scored, trials, measure, Path(path))
        return True
    panels = _panels(values)
    if not panels:
        return False
    figure = Figure(figsize=(5.2 * len(panels), 4.2), layout="constrained")
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axis, name in zip(axes, panels, strict=True):
        _panel(axis, scored, measure, name, values)
    unit = " F1, %" if measure.percent else ", lower is better" if measure.lower else ""
    axes[0].set_ylabel(f"{measure.title}{unit}")
    best = f"best {measure.title}: {measure.display(scored[0].scores[measure.name])}"
    where = ", ".join(f"{_NAMES.get(name, name)} = {value_text(scored[0].settings.get(name))}" for name in values)
    figure.suptitle(f"{best} at {where}", fontsize="medium", wrap=True)
    write_figure(figure, path, dpi=_DPI)
    return True


def _write_ablation(scored: Sequence[Trial], trials: Sequence[Trial], measure: Measure, path: Path) -> None:
    """How much the measure changes without each group of features; over other settings the best trial counts.

    Args:
        scored: means over seeds, the best first.
        trials: all trials.
        measure: the measure.
        path: the file.
    """
    from matplotlib.figure import Figure

    best: dict[str, Trial] = {}
    for trial in scored:
        best.setdefault(trial.settings[WITHOUT], trial)
    all_features = best.pop(NOTHING, None)
    base = 0.0 if all_features is None else _shown(all_features, measure)
    changes = sorted(((_shown(trial, measure) - base, name) for name, trial in best.items()), reverse=not measure.lower)
    dots = _changes_of_runs([best[name] for _, name in changes], all_features, trials, measure)
    figure = Figure(figsize=(7.4, 1.4 + 0.32 * len(changes)), layout="constrained")
    axis = figure.subplots()
    for place, (change, _) in enumerate(changes):
        _bar(axis, place, change, [value for value, at in dots if at == place], measure)
    if dots:
        values, places = zip(*dots, strict=True)
        axis.scatter(values, places, s=11, color="black", linewidths=0, zorder=3)
    names = [name.replace("$", r"\$") for _, name in changes]  # "$" would begin a formula
    axis.set_yticks(range(len(names)), names, fontsize="small")
    axis.axvline(0, color="black", linewidth=0.8)
    axis.margins(x=0.18)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.tick_params(axis="y", length=0)
    unit = ", points of F1" if measure.percent else ""
    axis.set_xlabel(f"change of {measure.title} without the group{unit}")
    if all_features is not None:
        shown = f"{base:.2f}" if measure.percent else f"{base:.4f}"
        seeds = f", mean of {len(runs_of(all_features, trials))} seeds; a dot per seed" if dots else ""
        figure.suptitle(f"{measure.title} with all features: {shown}{seeds}", fontsize="medium")
    write_figure(figure, path, dpi=_DPI)


def _bar(axis: Axes, place: int, change: float, runs: Sequence[float], measure: Measure) -> None:
    """Draw the bar of a change, and its number beside the bar and the dots of single runs."""
    worse = change > 0 if measure.lower else change < 0
    axis.barh(place, change, height=0.62, color=_COLOURS[1] if worse else _COLOURS[0])
    ends = [change, *(value for value in runs if (value >= 0) == (change >= 0))]
    number = f"{change:+.2f}" if measure.percent else f"{change:+.4f}"
    axis.annotate(
        number.replace("-", "−"),
        (max(ends, key=abs), place),
        (6 if change >= 0 else -6, 0),
        textcoords="offset points",
        va="center",
        ha="left" if change >= 0 else "right",
        fontsize="small",
    )


def _changes_of_runs(
    best: Sequence[Trial], all_features: Trial | None, trials: Sequence[Trial], measure: Measure
) -> list[tuple[float, int]]:
    """(change, place of its bar) for each seed with which a group was left out; none without several seeds."""
    whole = {} if all_features is None else runs_of(all_features, trials)
    if len(whole) < 2:
        return []
    return [
        (_shown(run, measure) - _shown(whole[seed], measure), place)
        for place, mean in enumerate(best)
        for seed, run in runs_of(mean, trials).items()
        if seed in whole
    ]


def _panels(values: dict[str, list[Any]]) -> list[str]:
    """The settings on the x axes: γ and passes first, then other numbers; others only if no number varies."""
    numbers = [name for name, each in values.items() if are_numbers(each)]
    ordered = [name for name in _FIRST if name in numbers] + [name for name in numbers if name not in _FIRST]
    return (ordered or list(values))[:_PANELS]


def _panel(axis: Axes, scored: Sequence[Trial], measure: Measure, name: str, values: dict[str, list[Any]]) -> None:
    lines = _lines(name, values)
    others = ", ".join(_NAMES.get(other, other) for other in values if other not in (name, lines))
    x_values = values[name]
    numbers = are_numbers(x_values)
    styles = zip(cycle(_COLOURS), cycle(_MARKERS), strict=False)
    for value, (colour, marker) in zip(values[lines] if lines else [None], styles, strict=False):
        points = []
        for position, x in enumerate(x_values):
            # `scored` is sorted, the best first.
            there = (trial for trial in scored if trial.settings.get(name) == x)
            found = next((trial for trial in there if not lines or trial.settings.get(lines) == value), None)
            if found is not None:
                points.append((x if numbers else position, _shown(found, measure)))
        label = f"{_NAMES.get(lines, lines)} = {value_text(value)}" if lines else f"best {others}"
        axis.plot(*zip(*points, strict=True), color=colour, marker=marker, markersize=5, linewidth=1.4, label=label)
    best = x_values.index(scored[0].settings[name])
    where = x_values[best] if numbers else best
    axis.plot([where], [_shown(scored[0], measure)], "o", color="black", markersize=13, fillstyle="none", zorder=3)
    _scale(axis, name, x_values)
    axis.set_xlabel(_NAMES.get(name, name))
    axis.grid(color="#DDDDDD", linewidth=0.6)
    axis.set_axisbelow(True)
    if lines or others:
        title = f"best {others}" if lines and others else None
        axis.legend(title=title, fontsize="small", title_fontsize="small", frameon=False)


def _lines(name: str, values: dict[str, list[Any]]) -> str | None:
    """The setting with one line per value: γ or passes if they have few values, else the first that has few."""
    few = [other for other, each in values.items() if other != name and len(each) <= _LINES]
    return next((other for other in _FIRST if other in few), few[0] if few else None)


def _scale(axis: Axes, name: str, values: Sequence[Any]) -> None:
    if not are_numbers(values):
        axis.set_xticks(range(len(values)), [value_text(value) for value in values])
        return
    sizes = [abs(value) for value in values if value]
    if name == DOCUMENTS:
        axis.set_xscale("log")
    elif len(values) > 2 and max(sizes) > _WIDE * min(sizes):
        # Linear around 0, which a logarithmic axis cannot show.
        axis.set_xscale("symlog", linthresh=min(sizes))
    if len(values) <= 12:
        axis.set_xticks(values, [value_text(value) for value in values])
        axis.minorticks_off()


def _shown(trial: Trial, measure: Measure) -> float:
    return trial.scores[measure.name] * (100 if measure.percent else 1)
