"""Acronyms: "the World Health Organization" … "the WHO"."""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon import Lexicon
from corefpipe.resolver.constraints.mentions import document_numbers
from corefpipe.resolver.constraints.names import core_end, is_within, words_of_name
from corefpipe.resolver.constraints.registry import constraint


@constraint
@joinable
def acronyms(table: MentionTable) -> Constraints | None:
    """An acronym corefers with the nearest name whose initials it has: "the World Health Organization" … "the WHO"."""
    words = [
        [] if kind == "pronoun" and end - start == 1 else words_of_name(table, start, core_end(table, head, end))
        for kind, (start, end, head) in zip(table.values("kind"), table.triples(), strict=True)
    ]
    rows_of = _rows_by_initials(table, words)
    documents, found = document_numbers(table), []
    for row, own in enumerate(words if rows_of else ()):
        short = own[0].replace(".", "") if len(own) == 1 else ""
        rows = rows_of.get((documents[row], short), []) if sum(map(str.isupper, short)) > 1 else []
        nearest = _nearest(table, row, rows)
        if nearest is not None:
            found.append((min(row, nearest), max(row, nearest)))
    return Constraints(np.array(found)) if found else None


def _rows_by_initials(table: MentionTable, words: list[list[str]]) -> dict[tuple[int, str], list[int]]:
    """Document and initials -> rows of the names with these initials, ascending."""
    found: dict[tuple[int, str], list[int]] = {}
    for row, (document, kind, own) in enumerate(zip(document_numbers(table), table.values("kind"), words, strict=True)):
        # Taggers call "International Business Machines" no name.
        if kind == "name" or (kind == "nominal" and all(word[:1].isupper() for word in own)):
            for initials in _initials(table.lexicon, own):
                found.setdefault((document, initials), []).append(row)
    return found


def _nearest(table: MentionTable, row: int, rows: list[int]) -> int | None:
    """The last of these rows before a row, else the first after it, of mentions around which it is not."""
    triples, later = table.triples(), bisect_left(rows, row)
    nearest_first = chain(reversed(rows[:later]), rows[later:])
    return next((other for other in nearest_first if not is_within(triples[row], triples[other])), None)


def _initials(lexicon: Lexicon, words: list[str]) -> set[str]:
    """The acronyms that a name may have, with or without the letters of "of" and such: "BOJ", "BoJ", "BJ"."""
    named = [word for word in words if word.lower() not in lexicon.legal_forms and word[:1].isalpha()]
    if any(word.isupper() for word in named):
        return set()  # "U.S. Senate"
    every = "".join(word[0] for word in named)
    capitals = "".join(filter(str.isupper, every))
    return {capitals, every, every.upper()} if len(capitals) > 1 else set()
