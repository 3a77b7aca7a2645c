"""F1 on a part of GAP, of parsed documents."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from parts import Annotated

from corefpipe import write
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolving import resolve_docs
from corefpipe.scoring.gap import gap_score


def gap_scores(resolver: Resolver, annotated: Sequence[Annotated], file: Path) -> dict[str, float]:
    """F1 in percent, overall and by the gender of the pronoun.

    Args:
        resolver: the model.
        annotated: the parsed documents of the part.
        file: the part as a table.
    """
    with tempfile.TemporaryDirectory() as folder:
        predictions = Path(folder) / "predictions.tsv"
        write((found.document() for found in resolve_docs(annotated, resolver)), predictions, "gap")
        found = gap_score(file, predictions)
    return {rows: round(100 * found[rows].f1, 1) for rows in ("overall", "masculine", "feminine")}
