"""Distances between names and citations as strings (Daumé & Marcu 2005, section 7.3), counted in letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from corefpipe.clustering.comparing import similarity
from corefpipe.clustering.comparing.abbreviations import abbreviation
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import numeric

_SOURCE = "Daumé & Marcu 2005, section 7.3"
_LETTERS = (0, 1, 2, 4, 8, 16)
_NORMALISED = "normalised by the length of the longer one"

Distance = Callable[[Sequence[str], Sequence[str], bool], np.ndarray]


def _last_word(name: str) -> str:
    return name.lower().rpartition(" ")[2]


def _first_word(name: str) -> str:
    return name.lower().partition(" ")[0]


def _register(
    name: str, doc: str, distance: Distance, part: Callable[[str], str], bins: tuple[int, ...] = _LETTERS
) -> None:
    """Register a numeric feature with the parameter `normalised`: a distance between parts of the two strings."""

    def compute(pairs: MentionPairs, normalised: bool = False) -> np.ndarray:
        def of_values(ante: list[str], ana: list[str]) -> np.ndarray:
            parts = {value: part(value) for value in {*ante, *ana}}
            return distance([parts[value] for value in ante], [parts[value] for value in ana], normalised)

        # A set may use both the number and its bins.
        return pairs.once((name, normalised), lambda: pairs.by_value("as_written", of_values))

    compute.__name__ = name
    compute.__doc__ = doc
    numeric(*bins, source=_SOURCE)(compute)


_register(
    "string_edit_distance",
    f"Edit distance of the strings, in lower case; {_NORMALISED}.",
    similarity.edit_distance,
    str.lower,
)
_register(
    "last_word_edit_distance",
    f"Edit distance of the last words, in lower case: the head of a name, the family name; {_NORMALISED}.",
    similarity.edit_distance,
    _last_word,
)
_register(
    "first_word_edit_distance",
    f"Edit distance of the first words, in lower case: the given name; {_NORMALISED}.",
    similarity.edit_distance,
    _first_word,
)
_register(
    "common_substring_length",
    f"Length of the longest common substring, in lower case; {_NORMALISED}.",
    similarity.common_substring,
    str.lower,
)
_register(
    "common_subsequence_length",
    f"Length of the longest common subsequence, in lower case; {_NORMALISED}.",
    similarity.common_subsequence,
    str.lower,
)
_register(
    "abbreviation_edit_distance",
    f'Edit distance of the abbreviations, "GWB" for George W. Bush, "IBM" for itself; {_NORMALISED}.',
    similarity.edit_distance,
    abbreviation,
    (0, 1, 2, 3, 4),
)
