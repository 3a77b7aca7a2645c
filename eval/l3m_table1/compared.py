"""Scores of several runs as one, and tables of differences with p-values by Holm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from corefpipe import __version__
from corefpipe.scoring import Score
from corefpipe.scoring.compare import compare_scores
from corefpipe.scoring.policy import Policy
from corefpipe.scoring.significance import holm

METRICS = ("muc", "b_cubed", "ceaf_e")


def mean_counts(scores: Sequence[Score]) -> dict[str, list[list[float]]]:
    """Metric -> for each document its counts, as the mean over runs."""
    return {metric: np.mean([score.counts[metric] for score in scores], axis=0).round(6).tolist() for metric in METRICS}


def score_of(row: Mapping[str, Any]) -> Score:
    """The score of a row with `documents` and mean `counts`, document by document."""
    counts = {metric: np.array(values) for metric, values in row["counts"].items()}
    documents = tuple(row["documents"])
    return Score(documents, ("",) * len(documents), counts, Policy(), __version__)


def comparison_table(scores: Mapping[str, Score], pairs: Iterable[tuple[str, str]]) -> list[str]:
    """A table of differences of the average; pairs with a row that was not measured are left out.

    p-values are corrected for the number of comparisons in the table (Holm 1979), and uncorrected ones in brackets.
    """
    pairs = [(one, other) for one, other in pairs if one in scores and other in scores]
    rows = [compare_scores(scores[one], scores[other])["conll"] for one, other in pairs]
    chance = with_holm([row.randomisation.raw for row in rows])
    ranks = with_holm([row.wilcoxon.raw for row in rows])
    lines = ["| difference of the average | points | randomisation | Wilcoxon |", "|---|---|---|---|"]
    for (one, other), row, *sure in zip(pairs, rows, chance, ranks, strict=True):
        lines.append(f"| {one} → {other} | {100 * row.difference:+.2f} | {' | '.join(sure)} |")
    return lines


def with_holm(values: Sequence[float]) -> list[str]:
    """Each p-value by Holm's correction over all of them, and uncorrected in brackets."""
    return [f"{corrected:.4f} ({raw:.4f})" for corrected, raw in zip(holm(np.array(values)), values, strict=True)]


def mean_and_deviation(values: Sequence[float], digits: int = 2) -> str:
    """Of several runs mean ± standard deviation, of one run its value, all in percent."""
    mean = f"{100 * np.mean(values):.{digits}f}"
    return f"{mean} ± {100 * np.std(values, ddof=1):.{digits}f}" if len(values) > 1 else mean
