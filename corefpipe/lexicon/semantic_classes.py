"""Semantic classes of nouns: person, organization, date … (Soon, Ng & Lim 2001)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

# Soon et al. 2001 (SEMCLASS), and the synsets of each class; the first class that fits is taken. The paper names only
# the classes. As in MUC-7, anything shorter than a day is a time, the rest a date.
SEMANTIC_CLASSES: Mapping[str, tuple[str, ...]] = {
    "male": ("male.n.02",),
    "female": ("female.n.02",),
    "person": ("person.n.01",),
    "organization": ("organization.n.01",),
    "location": ("location.n.01",),
    "time": (
        *("clock time.n.01", "hour.n.01", "half-hour.n.01", "quarter-hour.n.01", "minute.n.01", "second.n.01"),
        *("morning.n.01", "noon.n.01", "afternoon.n.01", "evening.n.01", "night.n.01"),
    ),
    "date": ("time period.n.01", "day.n.01", "month.n.02"),
    "money": ("medium of exchange.n.01", "monetary unit.n.01", "sum.n.01", "funds.n.01"),
    "percent": ("percentage.n.01",),
    "object": ("object.n.01",),
}
# Soon et al. 2001: "a simple ISA hierarchy", whose roots are person and object.
CLASS_PARENT: Mapping[str, str] = {
    **dict.fromkeys(("male", "female"), "person"),
    **dict.fromkeys(("organization", "location", "date", "time", "money", "percent"), "object"),
}


def related_classes(a: Sequence[str], b: Sequence[str]) -> np.ndarray:
    """Whether two semantic classes are the same, or one is the parent of the other (Soon et al. 2001, SEMCLASS).

    Args:
        a: (n,) classes, "" for none.
        b: (n,) classes.

    Returns:
        (n,) bool, False if a class is "".
    """
    names = ["", *SEMANTIC_CLASSES]
    related = np.eye(len(names), dtype=bool)
    for child, parent in CLASS_PARENT.items():
        related[names.index(child), names.index(parent)] = related[names.index(parent), names.index(child)] = True
    related[0, 0] = False
    number = {name: i for i, name in enumerate(names)}
    rows, columns = (np.array([number[name] for name in side], dtype=np.intp) for side in (a, b))
    return related[rows, columns]
