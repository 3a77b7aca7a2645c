"""Coreference metrics, each a few lines over one contingency table.

A metric gives four numbers a document: the numerator and the denominator of recall, then those of precision. Totals of
a corpus add them up over its documents, as the official scorer does (Pradhan et al. 2014, "Scoring coreference
partitions of predicted mentions").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from corefpipe.scoring.assignment import best_assignment
from corefpipe.scoring.contingency import Contingency

Counts = tuple[float, float, float, float]
"""(recall numerator, recall denominator, precision numerator, precision denominator) of a document."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric by the names it goes by.

    Attributes:
        title: as it stands in a table.
        count: table of a document -> its four numbers.
        code: as it stands in a signature; empty for one that knows nothing of chains.
    """

    title: str
    count: Callable[[Contingency], Counts]
    code: str = ""


def muc(table: Contingency) -> Counts:
    """Links kept: Σ_ij (c_ij - 1) of Σ_i (|K_i| - 1) and of Σ_j (|S_j| - 1) (Vilain et al. 1995, section 2)."""
    links = float(np.maximum(table.linked - 1, 0).sum())
    return links, float((table.key_sizes - 1).sum()), links, float((table.response_sizes - 1).sum())


def b_cubed(table: Contingency) -> Counts:
    """Overlap of the two chains of each mention: Σ_ij c²/|K_i| and Σ_ij c²/|S_j|, over the mentions.

    Bagga & Baldwin 1998, with twinless mentions counted in the denominators (Pradhan et al. 2014, section 3).
    """
    squares = table.linked * table.shared
    return (
        float((squares / table.key_sizes[table.rows]).sum()),
        float(table.key_sizes.sum()),
        float((squares / table.response_sizes[table.columns]).sum()),
        float(table.response_sizes.sum()),
    )


def ceaf_e(table: Contingency) -> Counts:
    """Best one-to-one assignment of chains under φ₄ = 2c/(|K_i| + |S_j|), over the numbers of chains (Luo 2005)."""
    similarity = 2 * table.shared / (table.key_sizes[table.rows] + table.response_sizes[table.columns])
    best = float(similarity[best_assignment(table.rows, table.columns, similarity)].sum())
    return best, float(len(table.key_sizes)), best, float(len(table.response_sizes))


def mentions(table: Contingency) -> Counts:
    """Exact spans found, of the different spans on each side."""
    found = float(table.linked.sum())
    return found, float(table.key_mentions), found, float(table.response_mentions)


METRICS: dict[str, Metric] = {
    "muc": Metric("MUC", muc, "muc"),
    "b_cubed": Metric("B-cubed", b_cubed, "b3"),
    "ceaf_e": Metric("CEAF-e", ceaf_e, "ceafe"),
    "mentions": Metric("mentions", mentions),
}
CONLL = ("muc", "b_cubed", "ceaf_e")
"""The metrics whose F1 the CoNLL average takes the mean of (Pradhan et al. 2012)."""
