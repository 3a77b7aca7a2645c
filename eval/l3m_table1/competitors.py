"""The techniques of Table 1 with the settings to choose from, the rows of the table, and which rows are compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sklearn.linear_model import SGDClassifier

from corefpipe.clustering.learners.classifiers import CLASSIFIERS

GAMMAS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
PASSES = tuple(range(1, 7))
PLAIN = {"step": "sgd", "average": False, "shuffle": False}  # the last weights of SGD in a fixed order of documents


@dataclass(frozen=True, slots=True)
class Technique:
    """A learner with its decoder, and the settings to try.

    Attributes:
        learner: its name.
        decoder: its name.
        grid: setting -> values.
        passes: numbers of passes.
        settings: fixed settings.
        random: whether runs with different seeds differ.
    """

    learner: str
    decoder: str
    grid: Mapping[str, Sequence[Any]]
    passes: Sequence[int] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    random: bool = True


def _plain_svm(l2: float, passes: int, seed: int, weight: str | None, cost: float) -> SGDClassifier:
    """A linear SVM by SGD in the order of the links, with the last weights (see `CLASSIFIERS` for the arguments)."""
    return SGDClassifier(alpha=l2, fit_intercept=False, max_iter=passes, tol=None, shuffle=False, class_weight=weight)


PLAIN_SVMS = {f"plain SVM, λ = {l2:g}": partial(_plain_svm, l2) for l2 in (1e-6, 1e-5, 1e-4, 1e-3)}
CLASSIFIERS.update(PLAIN_SVMS)

TECHNIQUES = {
    "Sum-Link": Technique(
        "sum-link",
        "sum-link",
        {"l2": (0.0, 0.001, 0.003, 0.01, 0.03, 0.1), "rate": (0.003, 0.01, 0.03, 0.06, 0.1, 0.2)},
        PASSES,
    ),
    "Bin-Left-Link": Technique(
        "binary",
        "best-link",
        {
            "sampling": ("between", "closest"),
            "l2": (1e-6, 1e-5, 1e-4),
            "threshold": (-3.0, -2.0, -1.5, -1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0, 2.0),
        },
        (1, 5, 10),
    ),
    "L³M": Technique("l3m", "l3m", {"gamma": GAMMAS, "l2": (0.003, 0.01, 0.03), "rate": (0.1, 0.2)}, PASSES),
    "Sum-Link, plain SGD": Technique(
        "sum-link", "sum-link", {"l2": (0.0, 0.001), "rate": (0.03, 0.1)}, PASSES, PLAIN, random=False
    ),
    "Bin-Left-Link, plain SGD": Technique(
        "binary", "best-link", {"classifier": tuple(PLAIN_SVMS)}, (1, 5, 10), {"sampling": "between"}, random=False
    ),
    "L³M, plain SGD": Technique(
        "l3m", "l3m", {"gamma": GAMMAS, "l2": (0.0, 0.001), "rate": (0.1,)}, PASSES, PLAIN, random=False
    ),
    "Spanning Forest": Technique("spanning-forest", "spanning-forest", {"C": (1e-3, 1e-2, 1e-1, 1.0)}, random=False),
    "Corr-Clustering": Technique(
        "correlation-svm",
        "correlation",
        {"C": (1e3, 1e4, 1e5, 1e6)},
        settings={"method": "local", "max_rounds": 300},
        random=False,
    ),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: the best of some trials of a technique."""

    title: str
    technique: str
    takes: Callable[[Mapping[str, Any]], bool] = lambda settings: True


def one_pass(settings: Mapping[str, Any]) -> bool:
    """Whether a trial has one pass."""
    return settings["passes"] == 1


def best_link(settings: Mapping[str, Any]) -> bool:
    """Whether γ = 0."""
    return settings["gamma"] == 0


ROWS = (
    Row("Corr-Clustering", "Corr-Clustering"),
    Row("Spanning Forest", "Spanning Forest"),
    Row("Sum-Link (1 pass)", "Sum-Link", one_pass),
    Row("Sum-Link", "Sum-Link"),
    Row("Bin-Left-Link (1 pass)", "Bin-Left-Link", one_pass),
    Row("Bin-Left-Link", "Bin-Left-Link"),
    Row("L³M (γ = 0) (1 pass)", "L³M", lambda settings: one_pass(settings) and best_link(settings)),
    Row("L³M (γ = 0)", "L³M", best_link),
    Row("L³M (tuned γ) (1 pass)", "L³M", one_pass),
    Row("L³M (tuned γ)", "L³M"),
    Row("Sum-Link, plain SGD", "Sum-Link, plain SGD"),
    Row("Bin-Left-Link, plain SGD", "Bin-Left-Link, plain SGD"),
    Row("L³M (γ = 0), plain SGD", "L³M, plain SGD", best_link),
    Row("L³M (tuned γ), plain SGD", "L³M, plain SGD"),
)
ROW = {row.title: row for row in ROWS}
OTHERS = ("Corr-Clustering", "Spanning Forest", "Sum-Link", "Bin-Left-Link")
ONLINE = ("Sum-Link", "Bin-Left-Link", "L³M (γ = 0)", "L³M (tuned γ)")
COMPARISONS = (
    *((other, "L³M (tuned γ)") for other in OTHERS),
    ("L³M (γ = 0)", "L³M (tuned γ)"),
    ("Bin-Left-Link", "L³M (γ = 0)"),
    *((f"{title} (1 pass)", title) for title in ONLINE),
    *((f"{title}, plain SGD", title) for title in ONLINE),
    *((f"{title}, plain SGD", "L³M (tuned γ), plain SGD") for title in ONLINE[:-1]),
    *((other, "L³M (tuned γ), plain SGD") for other in OTHERS),
)
"""Pairs of rows whose difference is tested, if both are in a table."""
