"""Correction of name boundaries: "City of" is joined with "New Orleans", and a dash after a name is removed.

In quotation marks, a surname and a comma are joined with the first name, as in e-mail: "Bell, Ann".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from corefpipe.parsing.quotes import PAUSES

_LEADS_ON = ("ADP", "DET")
_MARKS = frozenset("\"“”'")

Name = tuple[int, int, str]


def whole_names(names: Iterable[Name], words: Sequence[str], pos: Sequence[str]) -> list[Name]:
    """Join incomplete names with the name that follows, and remove dashes at their ends.

    Args:
        names: (start, end, label) in the order of the text.
        words: of the text.
        pos: universal part of speech of each word.

    Returns:
        (start, end, label); joined names have the label of the first.
    """
    found: list[Name] = []
    for start, end, label in names:
        goes_on = bool(found) and found[-1][1] == start and pos[start - 1] in _LEADS_ON
        if goes_on or (found and label == "PERSON" and _is_inverted(words, *found[-1], start, end)):
            start, _, label = found.pop()
        while end - start > 1 and words[end - 1] in PAUSES:
            end -= 1
        found.append((start, end, label))
    return found


def _is_inverted(words: Sequence[str], first: int, last: int, label: str, start: int, end: int) -> bool:
    """Whether a person's name and the next one are an inverted name in quotation marks: "Bell, Ann"."""
    if label != "PERSON" or start != last + 1 or words[last] != "," or not 0 < first < end < len(words):
        return False
    return words[first - 1] in _MARKS and words[end] in _MARKS
