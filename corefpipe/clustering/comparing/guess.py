"""Guess from the values of fields which comparators suit them."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from corefpipe.clustering.comparing.forms import as_date, as_number, as_written
from corefpipe.clustering.items import ItemSets
from corefpipe.exceptions import CorefpipeWarning, LinksError

_NEARLY_ALL = 0.95  # share of the values of a field from which on they count as all
_SAMPLE = 5000  # values looked at
_LONG = 3.5  # words of the average value from which on a field is text, not a name

NUMBERS = ("equal", "difference", "relative", "edit")
DATES = ("equal", "days", "years", "edit")
SETS = ("jaccard",)
CATEGORIES = ("equal", "edit")
NAMES = ("equal", "edit", "jaro_winkler", "soft_tfidf", "word_overlap", "initials")
TEXTS = (
    "equal", "edit", "jaro_winkler", "subsequence", "tfidf", "soft_tfidf", "misspelt_words", "word_overlap",
    "word_containment", "digit_overlap", "first_word", "last_word", "abbreviation",
)  # fmt: skip


def guess_comparators(items: ItemSets) -> dict[str, list[str]]:
    """Field -> names of comparators (see `Comparison.guess`).

    Raises:
        LinksError: no field has a value.
    """
    found = {}
    for field, column in items.columns.items():
        values = [value for value in column.tolist() if value is not None]
        if values:
            found[field] = list(_of_values(values[:: -(-len(values) // _SAMPLE)]))
        else:
            warnings.warn(
                f"the field {field!r} has no value in any of {items.n_items} records: it is not compared",
                CorefpipeWarning,
                stacklevel=3,
            )
    if not found:
        raise LinksError(
            f"all values of {', '.join(items.fields)} are missing in all {items.n_items} records",
            cure="At least one field needs values to compare",
        )
    return found


def _of_values(values: Sequence[Any]) -> tuple[str, ...]:
    """The comparators for some values of a field."""
    if _share(isinstance(value, frozenset) for value in values) >= _NEARLY_ALL:
        return SETS
    if _share(as_number(value) is not None for value in values) >= _NEARLY_ALL:
        return NUMBERS
    if _share(as_date(value) is not None for value in values) >= _NEARLY_ALL:
        return DATES
    words = [len(as_written(value).split()) for value in values]
    if np.mean(words) > _LONG:
        return TEXTS
    if len(values) >= 100 and len(set(values)) <= max(10, len(values) // 100):
        return CATEGORIES
    return NAMES


def _share(holds: Any) -> float:
    return float(np.mean([bool(one) for one in holds]))
