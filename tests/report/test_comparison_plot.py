"""The plot of two responses."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib")

from matplotlib import image

from corefpipe.exceptions import SettingError
from corefpipe.report.comparison_plot import write_comparison_plot
from corefpipe.scoring import compare

KEY = {f"d{number}": [[(0, 1), (4, 6)], [(2, 3), (7, 8)]] for number in range(12)}
WORSE = {name: [[(0, 1), (4, 6)], [(2, 3)], [(7, 8)]] for name in KEY}


def test_scores_and_differences(tmp_path):
    found = compare(KEY, WORSE, KEY, samples=200)
    for name in ("one.svg", "two.svg"):
        write_comparison_plot(found, tmp_path / name, ("old", "new & better"))
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    write_comparison_plot(found, tmp_path / "plot.png")
    assert image.imread(tmp_path / "plot.png").shape[1] > 800


def test_what_cannot_be_plotted(tmp_path):
    found = compare(KEY, WORSE, KEY, samples=200, metrics="vi")
    with pytest.raises(SettingError, match="no metric with recall and precision"):
        write_comparison_plot(found, tmp_path / "plot.png")
    with pytest.raises(SettingError, match="unknown format 'jpg'"):
        write_comparison_plot(found, tmp_path / "plot.jpg")
