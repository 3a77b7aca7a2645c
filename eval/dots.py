"""Dot plots of results: a panel per data set, a line per technique. Without matplotlib nothing is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

Panel = Mapping[str, Mapping[str, tuple[float, float]]]
"""Technique -> legend -> value and its standard deviation, 0 if there is none."""


def dot_plot(path: Path, panels: Mapping[str, Panel], label: str) -> None:
    """Draw values as an SVG file, the first technique on top.

    Args:
        path: the file.
        panels: title -> its values.
        label: what the values are, for the horizontal axes.
    """
    try:
        import matplotlib as mpl
    except ModuleNotFoundError:
        print(f"{path.name} not drawn: install corefpipe[plots]")
        return
    mpl.use("svg")
    mpl.rcParams |= {"svg.fonttype": "none", "svg.hashsalt": path.name}
    from matplotlib import pyplot as plt

    longest = max(len(panel) for panel in panels.values())
    size = ((5.5 if len(panels) < 3 else 3.8) * len(panels), 1.5 + 0.28 * longest)
    figure, axes = plt.subplots(1, len(panels), figsize=size, layout="constrained", squeeze=False)
    for axis, (title, panel) in zip(axes[0], panels.items(), strict=True):
        legends = list(dict.fromkeys(legend for values in panel.values() for legend in values))
        for legend in legends:
            rows = [(at, *values[legend]) for at, values in enumerate(panel.values()) if legend in values]
            places, values, deviations = zip(*rows, strict=True)
            axis.errorbar(values, places, xerr=deviations, fmt="o", capsize=2, label=legend or None)
        axis.set(title=title, xlabel=label, ylim=(len(panel) - 0.5, -0.5))
        axis.set_yticks(range(len(panel)), list(panel))
        axis.grid(alpha=0.3)
        if any(legends):
            axis.legend(fontsize=8)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
