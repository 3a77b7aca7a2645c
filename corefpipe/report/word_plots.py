"""Plots of trees of word classes: Brown's merges, annealing's splits. Need matplotlib, `corefpipe[plots]`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from corefpipe.clustering.words.files import WordClass
from corefpipe.exceptions import SettingError
from corefpipe.report.figures import write_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEAVES = 50
"""Largest number of leaves of a tree of merges; the lower merges are left out."""
_NAMED = 4  # words that stand for a class


def write_class_plot(clusterer: Any, classes: Sequence[WordClass], path: str | Path) -> None:
    """Write the tree of a fitted clusterer as PNG.

    Args:
        clusterer: one with `splits_` (annealing), or with `tree_` and `losses_` (Brown).
        classes: its words (see `classes_of`), for labels.
        path: the file.

    Raises:
        SettingError: it has no tree, or less than two classes.
    """
    if not clusterer.has_tree:
        raise SettingError(f"{type(clusterer).__name__} makes no tree to plot", cure="Use brown or annealing")
    if len(clusterer.paths_) < 2:
        raise SettingError("there is one class, so no tree to plot", cure="Ask for two classes or more")
    figure = _splits(clusterer, classes) if hasattr(clusterer, "splits_") else _merges(clusterer, classes)
    write_figure(figure, path)


def _merges(clusterer: Any, classes: Sequence[WordClass]) -> Figure:
    """The last merges of Brown clustering; the height of a merge is the information that is lost up to it."""
    from scipy.cluster.hierarchy import dendrogram

    n = len(clusterer.paths_)
    of_class = _words_of(classes, n)
    members = [[number] for number in range(n)]
    for one, other in clusterer.tree_.tolist():
        members.append(members[one] + members[other])
    heights = np.cumsum(clusterer.losses_[len(clusterer.losses_) - (n - 1) :])
    sizes = [len(members[n + i]) for i in range(n - 1)]
    linkage = np.column_stack([clusterer.tree_, heights, sizes]).astype(np.float64)

    def label(node: int) -> str:
        words = [word for number in members[node] for word in of_class[number]]
        return _label(words, len(members[node]))

    leaves = min(n, LEAVES)
    figure, axes = _panel(leaves)
    dendrogram(
        linkage,
        p=leaves,
        truncate_mode="lastp",
        orientation="left",
        leaf_label_func=label,
        leaf_font_size=7,
        color_threshold=0,
        above_threshold_color="0.3",
        ax=axes,
    )
    axes.set(xlabel="mutual information lost from here on, nats")
    axes.spines[["top", "right", "left"]].set_visible(False)
    return figure


def _splits(clusterer: Any, classes: Sequence[WordClass]) -> Figure:
    """The splits of annealing, by β."""
    n = len(clusterer.paths_)
    of_class = _words_of(classes, n)
    order = sorted(range(n), key=lambda number: clusterer.paths_[number])
    height = {number: float(row) for row, number in enumerate(order)}
    figure, axes = _panel(n)
    end = dict.fromkeys(range(n), clusterer.beta_ * 1.02)
    for beta, _, one, other in clusterer.splits_[::-1].tolist():  # from the leaves to the root
        a, b = height[int(one)], height.pop(int(other))
        for number, y in ((int(one), a), (int(other), b)):
            axes.plot([beta, end[number]], [y, y], color="0.3", linewidth=1)
        axes.plot([beta, beta], [a, b], color="0.3", linewidth=1)
        height[int(one)], end[int(one)] = (a + b) / 2, beta
    (root,) = height
    start = clusterer.trace_[0, 0]
    axes.plot([start, end[root]], [height[root]] * 2, color="0.3", linewidth=1)
    axes.axvline(clusterer.critical_beta_, color="C3", linewidth=1, linestyle=":")
    axes.set(xscale="log", xlabel="β; dotted: the critical β of all words", ylim=(-0.5, n - 0.5))
    axes.yaxis.tick_right()
    axes.set_yticks(range(n), [_label(of_class[number], 1) for number in order], fontsize=7)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    return figure


def _words_of(classes: Sequence[WordClass], n_classes: int) -> list[list[tuple[float, str]]]:
    """For each class its words with their weights: how often they occur, times their probability in the class."""
    found: list[list[tuple[float, str]]] = [[] for _ in range(n_classes)]
    for one in classes:
        found[one.label].append((one.count * one.probability, one.word))
    return found


def _label(words: Sequence[tuple[float, str]], n_classes: int) -> str:
    """The weightiest words of some classes; "$" would begin a formula."""
    most = sorted(words, key=lambda pair: (-pair[0], pair[1]))[:_NAMED]
    label = " ".join(word for _, word in most).replace("$", r"\$") or "–"
    return label if n_classes == 1 else f"{label} … ({n_classes} classes)"


def _panel(n_leaves: int) -> tuple[Figure, Any]:
    from matplotlib.figure import Figure  # pyplot would look for a display

    figure = Figure(figsize=(8, max(2.0, 0.8 + 0.16 * n_leaves)), layout="constrained")
    return figure, figure.subplots()
