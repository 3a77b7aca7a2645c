"""Plot of two responses: scores and differences with their intervals. Needs matplotlib, `corefpipe[plots]`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.exceptions import SettingError, require_one_of
from corefpipe.report.errors.intervals import is_fraction
from corefpipe.report.figures import write_figure
from corefpipe.scoring.compare import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = ("png", "svg")
_COLOURS = ("#b3420c", "#0b62b8")  # of A and B, as on the page of errors
_BESIDE = 0.16  # distance of A and B from the middle of their row


def write_comparison_plot(comparison: Comparison, path: str | Path, names: tuple[str, str] = ("A", "B")) -> None:
    """Write a forest plot: on the left both scores of each metric, on the right the difference B - A.

    Lines are the bootstrap intervals; a difference is filled if the randomisation test, corrected for the number of
    metrics, calls it significant. Only metrics with recall and precision are drawn, in points. The same comparison
    gives the same bytes.

    Args:
        comparison: what `compare` returns.
        path: a file that ends in `.png` or `.svg`.
        names: of the two responses, for the legend.

    Raises:
        SettingError: another extension; no metric has recall and precision.
    """
    require_one_of("format", (format := Path(path).suffix.lower()[1:]), FORMATS)
    import matplotlib
    from matplotlib.figure import Figure  # pyplot would look for a display

    rows = [row for row in comparison.rows if is_fraction(row)]
    if not rows:
        raise SettingError("there is no metric with recall and precision to plot", cure="Compare by one, such as conll")
    with matplotlib.rc_context({"svg.hashsalt": "corefpipe"}):
        figure = Figure(figsize=(8.4, 1.3 + 0.42 * len(rows)), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
        for number, row in enumerate(rows):
            _interval(left, number - _BESIDE, row.a, row.a_interval, *2 * _COLOURS[:1])
            _interval(left, number + _BESIDE, row.b, row.b_interval, *2 * _COLOURS[1:])
            sure = comparison.significant(row.randomisation)
            _interval(right, number, row.difference, row.difference_interval, "0.2", "0.2" if sure else "white")
        right.axvline(0, color="0.6", linewidth=1, linestyle=":", zorder=0)
        left.set_yticks(range(len(rows)), [row.title for row in rows])
        left.invert_yaxis()
        left.set_xlabel("F1, points")
        confidence = f"{100 * comparison.resampling.confidence:g} % intervals, {len(comparison.documents)} documents"
        right.set_xlabel("B - A; filled: significant")
        handles = [left.plot([], [], "o-", color=colour)[0] for colour in _COLOURS]
        figure.legend(handles, names, title=confidence, ncols=2, loc="outside upper center", frameon=False)
        write_figure(figure, path, format)


def _interval(axes: Axes, y: float, value: float, interval: tuple[float, float], colour: str, fill: str) -> None:
    low, high = (100 * end for end in interval)
    axes.plot([low, high], [y, y], color=colour, linewidth=1.6)
    axes.plot([100 * value], [y], "o", color=colour, markerfacecolor=fill, markersize=5.5)
