"""Years that were named: "They met in 1999. That year, …"."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.years import is_year, years_named
from corefpipe.resolver.constraints.mentions import document_numbers
from corefpipe.resolver.constraints.registry import constraint


@constraint
@joinable
def years(table: MentionTable) -> Constraints | None:
    """That year is the one year that its sentence or the one before names: "They met in 1999. That year, …"."""
    parse, rows = table.parse, {(start, end): row for row, (start, end, _) in enumerate(table.triples())}
    named = [(row, parse.sentences[span[0]]) for span in years_named(parse) if (row := rows.get(span)) is not None]
    if not named:
        return None
    of_sentence: dict[int, list[int]] = {}
    for (start, end), row in rows.items():
        if end - start == 1 and is_year(parse, start):
            of_sentence.setdefault(parse.sentences[start], []).append(row)
    documents = document_numbers(table)
    found = []
    for row, sentence in named:
        before = [one for number in (sentence - 1, sentence) for one in of_sentence.get(number, ()) if one < row]
        numbers = {parse.words[table.triples()[one][0]] for one in before}
        if len(numbers) == 1 and documents[before[-1]] == documents[row]:
            found.append((before[-1], row))
    return Constraints(np.array(found)) if found else None
