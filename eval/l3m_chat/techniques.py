"""The techniques of Table 2 of Samdani, Chang & Roth 2014, with the settings to try, and the rows of our table."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "l3m_table1"))
from competitors import GAMMAS, Technique

PASSES = (1, 5)
L2 = (0.0, 0.01, 0.1)

TECHNIQUES = {
    # The paper makes ten passes of the batch techniques; a pass here is a search for constraints in all sets.
    "Corr-Clustering": Technique(
        "correlation-svm",
        "correlation",
        {"C": (1e3, 1e4, 1e5, 1e6, 1e7)},
        settings={"method": "greedy", "max_rounds": 30},
    ),
    "Spanning Forest": Technique(
        "spanning-forest",
        "spanning-forest",
        {"C": (1e-3, 0.01, 0.1, 1.0, 10.0, 100.0), "threshold": (-2.0, -1.0, -0.5, -0.2, 0.0, 0.1, 0.2, 0.5, 1.0)},
        settings={"max_rounds": 30, "max_iterations": 4},
    ),
    "Sum-Link": Technique(
        "sum-link",
        "sum-link",
        {"l2": L2, "rate": (0.03, 0.1, 0.3, 1.0), "threshold": (0.0, 0.25, 0.5, 0.75, 1.0, 1.5)},
        PASSES,
    ),
    "Bin-Left-Link": Technique(
        "binary",
        "best-link",
        {
            "sampling": ("between", "closest"),
            "l2": (1e-6, 1e-5, 1e-4, 1e-3, 1e-2),
            "threshold": (-2.0, -1.5, -1.25, -1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0),
        },
        PASSES,
    ),
    "L³M": Technique(
        "l3m",
        "l3m",
        {"gamma": GAMMAS, "l2": L2, "threshold": (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)},
        PASSES,
    ),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: the best of some trials of a technique.

    Attributes:
        title: its name.
        technique: the technique.
        only: values that settings must have; others are chosen.
    """

    title: str
    technique: str
    only: Mapping[str, Any]

    def takes(self, settings: Mapping[str, Any]) -> bool:
        """Whether a trial may be chosen for this row."""
        return all(settings.get(name) == value for name, value in self.only.items())


def rows() -> list[Row]:
    """All rows: each technique with starts at 0, as in the paper, and with a tuned start threshold.

    Online techniques have rows with one pass and with five.
    """
    found = []
    kinds = [(name, name, {}) for name in TECHNIQUES if name != "L³M"]
    kinds += [("L³M (γ = 0)", "L³M", {"gamma": 0.0}), ("L³M (tuned γ)", "L³M", {})]
    for title, name, only in kinds:
        technique = TECHNIQUES[name]
        starts = [("start at 0", {"threshold": 0.0}), ("tuned start", {})] if "threshold" in technique.grid else []
        for start, fixed in starts or [("start at 0", {})]:
            for passes in technique.passes or (None,):
                of_passes = {} if passes is None else {"passes": passes}
                end = ", 1 pass" if passes == 1 else ""
                found.append(Row(f"{title}; {start}{end}", name, {**only, **fixed, **of_passes}))
    return found
