"""Labels of the network: BIO tags of names, classes of capitalization."""

from __future__ import annotations

from collections.abc import Sequence

TASKS = ("tag", "morph", "type", "name", "start")
"""Tasks in which the network labels each word; it also predicts heads, and relations ("dep")."""


def names_of_tags(tags: Sequence[str]) -> list[tuple[int, int, str]]:
    """(start, end, label) of the names in BIO tags; an I- without a B- begins a name."""
    found: list[tuple[int, int, str]] = []
    for i, tag in enumerate(tags):
        if tag == "O":
            continue
        if tag[0] == "I" and found and found[-1][1] == i and found[-1][2] == tag[2:]:
            found[-1] = (found[-1][0], i + 1, tag[2:])
        else:
            found.append((i, i + 1, tag[2:]))
    return found


UNKNOWN, JOINED, SPACE, BREAK = range(4)
"""The gap before a word: unknown, none, a space, a line break."""
_GAPS = 4
LOOKS = 6 * _GAPS


def look_of(form: str, gap: int, pieces: int) -> list[int]:
    """For each piece of a word, the class of its capitalization and gap; 0 is reserved for special pieces.

    The pieces themselves are in lower case.
    """
    case = _GAPS * _case_of(form)
    return [case + gap, *[case + JOINED] * (pieces - 1)]


def _case_of(form: str) -> int:
    """The class of a word's capitalization, from 1 on."""
    if not any(letter.isalpha() for letter in form):
        return 1
    if form.islower():
        return 2
    if form.isupper():
        return 3 if len(form) > 1 else 4
    return 4 if form[0].isupper() and form[1:].islower() else 5
