"""Names that end in their middle: "City of" goes on with "New Orleans", and a dash after a name is no part of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from corefpipe.parsing.quotes import PAUSES

_LEADS_ON = ("ADP", "DET")

Name = tuple[int, int, str]


def whole_names(names: Iterable[Name], words: Sequence[str], pos: Sequence[str]) -> list[Name]:
    """Names where one that ends in a preposition or determiner is joined with the name that follows at once.

    Args:
        names: (start, end, label) in the order of the text.
        words: of the text.
        pos: universal part of speech of each word.

    Returns:
        (start, end, label); joined names have the label of the first.
    """
    found: list[Name] = []
    for start, end, label in names:
        if found and found[-1][1] == start and pos[start - 1] in _LEADS_ON:
            start, _, label = found.pop()
        while end - start > 1 and words[end - 1] in PAUSES:
            end -= 1
        found.append((start, end, label))
    return found
