"""Plots of calibrated probabilities, and of precision and recall by threshold. Need matplotlib, `corefpipe[plots]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from corefpipe.report.figures import write_figure
from corefpipe.resolver.calibration import Reliability

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LABELS = 6  # number of dots per curve that are labelled


class Operating(NamedTuple):
    """Precision and recall, in [0, 1], at one threshold."""

    threshold: float
    precision: float
    recall: float


def write_reliability_plot(parts: Mapping[str, Reliability], path: str | Path) -> None:
    """Write a reliability diagram as PNG: per bin of probabilities the share that was correct, dots sized by count.

    Args:
        parts: name in the legend -> bins.
        path: the file.
    """
    figure, axes = _panel()
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    for name, part in parts.items():
        (line,) = axes.plot(part.said, part.found, linewidth=1, label=f"{name} (ECE {part.error:.3f})")
        most = max(part.count, default=1)
        axes.scatter(part.said, part.found, [10 + 60 * count / most for count in part.count], color=line.get_color())
    axes.set(xlabel="probability", ylabel="share that was correct", xlim=(0, 1), ylim=(0, 1))
    _finish(figure, axes, path)


def write_threshold_plot(curves: Mapping[str, Sequence[Operating]], path: str | Path) -> None:
    """Write precision against recall as PNG, one dot per threshold.

    Args:
        curves: name in the legend -> points, thresholds ascending.
        path: the file.
    """
    figure, axes = _panel()
    for name, curve in curves.items():
        places = [(100 * point.recall, 100 * point.precision) for point in curve]
        axes.plot(*zip(*places, strict=True), marker="o", markersize=3, linewidth=1, label=name)
        for point, place in list(zip(curve, places, strict=True))[:: max(len(curve) // _LABELS, 1)]:
            axes.annotate(f"{point.threshold:+g}", place, xytext=(4, 4), textcoords="offset points", fontsize=8)
    axes.set(xlabel="recall, %", ylabel="precision, %")
    _finish(figure, axes, path)


def _panel() -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure  # pyplot would look for a display

    figure = Figure(figsize=(5.2, 4.6), layout="constrained")
    return figure, figure.subplots()


def _finish(figure: Figure, axes: Axes, path: str | Path) -> None:
    axes.legend(frameon=False, fontsize=8)
    write_figure(figure, path)
