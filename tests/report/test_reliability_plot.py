"""Plots of probabilities and thresholds."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib")

from matplotlib import image

from corefpipe.report.reliability_plot import Operating, write_reliability_plot, write_threshold_plot
from corefpipe.resolver.calibration import Reliability


def legend(figure):
    return [text.get_text() for text in figure.axes[0].get_legend().get_texts()]


def test_reliability(figures, tmp_path):
    bins = Reliability([0.25, 0.75], [0.5, 0.75], [1, 3])
    write_reliability_plot({"links": bins, "starts": Reliability([], [], [])}, tmp_path / "x.png")
    assert image.imread(tmp_path / "x.png").std() > 0.05  # not blank
    assert legend(figures[0]) == ["links (ECE 0.062)", "starts (ECE 0.000)"]
    _, line, empty = figures[0].axes[0].lines
    assert (list(line.get_xdata()), list(line.get_ydata())) == ([0.25, 0.75], [0.5, 0.75])
    assert list(empty.get_xdata()) == []


def test_thresholds(figures, tmp_path):
    curve = [Operating(number / 10, 0.5 + number / 20, 1 - number / 10) for number in range(9)]
    write_threshold_plot({"dev": curve}, tmp_path / "x.png")
    assert legend(figures[0]) == ["dev"]
    (line,) = figures[0].axes[0].lines
    assert list(line.get_xdata()) == pytest.approx([100 * point.recall for point in curve])
    assert list(line.get_ydata()) == pytest.approx([100 * point.precision for point in curve])
    assert [text.get_text() for text in figures[0].axes[0].texts][:2] == ["+0", "+0.1"]
