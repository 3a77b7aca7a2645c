"""Years that were named: "They met in 1999. That year, …"."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.years import years_named
from corefpipe.resolver.constraints.registry import constraint


@constraint
@joinable
def years(table: MentionTable) -> Constraints | None:
    """The phrase "that year" means the one year named just before: "They met in 1999. That year, …"."""
    rows = {(start, end): row for row, (start, end, _) in enumerate(table.triples())}
    found = []
    for span, years_before in years_named(table.parse):
        before = [rows[year, year + 1] for year in years_before if (year, year + 1) in rows]
        if span in rows and len({table.parse.words[year] for year in years_before}) == 1 and before:
            found.append((before[-1], rows[span]))
    return Constraints(np.array(found)) if found else None
