"""Plots of trees of word classes."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from matplotlib import image

from corefpipe.clustering.words import AnnealingClusterer, BrownClusterer, KMeansClusterer
from corefpipe.clustering.words.files import classes_of
from corefpipe.exceptions import SettingError
from corefpipe.report import word_plots
from corefpipe.report.word_plots import write_class_plot

WORDS = [f"w{i}" for i in range(12)]


def counts() -> np.ndarray:
    """Counts of twelve words of three kinds."""
    random = np.random.default_rng(0)
    return random.poisson(random.dirichlet(np.ones(12) * 0.3, 3)[np.arange(12) % 3] * 100) + np.eye(12)


def labels(figure) -> list[str]:
    return [text.get_text() for text in figure.axes[0].get_yticklabels()]


def test_merges(figures, tmp_path, monkeypatch):
    fitted = BrownClusterer(6).fit(counts())
    classes = classes_of(fitted, WORDS, np.arange(12) + 1)
    write_class_plot(fitted, classes, tmp_path / "tree.png")
    assert image.imread(tmp_path / "tree.png").std() > 0.05  # not blank
    words = {one.word for one in classes}
    assert len(labels(figures[0])) == 6
    assert {word for label in labels(figures[0]) for word in label.split()} <= words
    # Merges are drawn at the information that is lost from there on.
    heights = {round(x, 9) for line in figures[0].axes[0].collections for x, _ in np.vstack(line.get_segments())}
    assert heights == {0, *np.round(np.cumsum(fitted.losses_[-5:]), 9).tolist()}
    monkeypatch.setattr(word_plots, "LEAVES", 3)
    write_class_plot(fitted, classes, tmp_path / "tree.png")
    assert sum(int(label.partition("(")[2].partition(" ")[0] or 1) for label in labels(figures[1])) == 6


def test_splits(figures, tmp_path):
    fitted = AnnealingClusterer(3).fit(counts())
    write_class_plot(fitted, classes_of(fitted, WORDS, np.arange(12) + 1), tmp_path / "tree.png")
    axes = figures[0].axes[0]
    assert image.imread(tmp_path / "tree.png").std() > 0.05
    assert len(labels(figures[0])) == 3
    upright = [line.get_xdata()[0] for line in axes.lines if line.get_xdata()[0] == line.get_xdata()[1]]
    assert set(upright) == {fitted.critical_beta_, *fitted.splits_[:, 0]}


def test_no_tree(tmp_path):
    fitted = KMeansClusterer(2, random_state=0).fit(counts())
    with pytest.raises(SettingError, match="KMeansClusterer makes no tree to plot"):
        write_class_plot(fitted, [], tmp_path / "x.png")
    one = BrownClusterer(1).fit(counts())
    with pytest.raises(SettingError, match="there is one class, so no tree to plot"):
        write_class_plot(one, [], tmp_path / "x.png")
