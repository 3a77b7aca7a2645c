"""Reader of SecondString's files of names and records."""

from __future__ import annotations

from pathlib import Path

import numpy as np


def read_strings(path: Path) -> tuple[list[str], np.ndarray, np.ndarray]:
    """The strings of a file, its fields joined by spaces, and (n,) int their clusters and relations (sources).

    A line has relation, key and fields, separated by tabs.
    """
    rows = [line.split("\t") for line in path.read_text(encoding="utf8", errors="replace").splitlines()]
    cluster = np.unique([row[1].strip() for row in rows], return_inverse=True)[1]
    relation = np.unique([row[0] for row in rows], return_inverse=True)[1]
    return [" ".join(" ".join(row[2:]).split()) for row in rows], cluster, relation
