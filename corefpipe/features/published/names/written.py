"""Attributes of names and citations as strings: as written, and the year of publication."""

from __future__ import annotations

import re

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, numeric
from corefpipe.features.engine.table import MentionTable

_DAUME = "Daumé & Marcu 2005, section 7.3"
_YEAR = re.compile(r"(?<!\d)(?:1[6-9]|20)\d\d(?!\d)")


@attribute()
def as_written(table: MentionTable) -> list[str]:
    """The words as written, separated by spaces, without a final 's."""
    found = []
    for start, end, _ in table.spans:
        words = table.parse.words[start:end]
        found.append(" ".join(words[:-1] if words[-1] in table.lexicon.possessive_marks and len(words) > 1 else words))
    return found


@attribute(source=_DAUME)
def publication_year(table: MentionTable) -> list[str]:
    """The last year in the string, 1600 to 2099."""
    years = [_YEAR.findall(name) for name in table["as_written"].names]
    return [years[code][-1] if years[code] else "" for code in table["as_written"].codes.tolist()]


@attribute()
def has_year(table: MentionTable) -> list[str]:
    """Whether the string contains a year."""
    return ["yes" if year else "" for year in table.values("publication_year")]


@numeric(0, 1, 2, 5, 10, source=_DAUME)
def year_distance(pairs: MentionPairs) -> np.ndarray:
    """Distance of the last years in both, in years; 0 if one has none, so combine it with `has_year` of both."""
    years = np.array([int(name or 0) for name in pairs.table["publication_year"].names], dtype=np.int64)
    ante, ana = (years[codes] for codes in pairs.codes("publication_year"))
    return np.where((ante > 0) & (ana > 0), np.abs(ante - ana), 0)
