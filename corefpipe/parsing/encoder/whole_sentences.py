"""Sentences that are cut in their middle: "When she came, | Mary slept", "Where is it, | Bo?", "Dear | Tom"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from corefpipe.parsing.encoder.labels import BREAK, SPACE

_SUBORDINATING = frozenset(
    """
    after although as because before despite even given if in once provided since though unless until when whenever
    where whereas wherever whether while without
    """.split()
)
"""Words that begin a clause or phrase before a main clause (Huddleston & Pullum 2002, chapter 11)."""

_STOPS = (["."], ["?"], ["!"])
_BEFORE_NAMES = frozenset({"dear"})


def whole_sentences(
    starts: Iterable[int], words: Sequence[str], gaps: Sequence[int], known: Sequence[int]
) -> list[int]:
    """The starts of sentences without those that cut one in its middle.

    Args:
        starts: words at which sentences start, ascending.
        words: of a run.
        gaps: what stands before each word (see `corefpipe.parsing.encoder.labels`).
        known: for each word 1 if a sentence is known to start there, else 0 or -1.

    Returns:
        The starts that remain; the first one always does.
    """
    found: list[int] = []
    for start in starts:
        if found and gaps[start] != BREAK and known[start] != 1:
            before = words[start - 1].lower()
            # "Yours, Anna" has no stop.
            is_name = gaps[start] == SPACE and words[start + 1 : start + 2] in _STOPS
            if before in _BEFORE_NAMES or (before == "," and (is_name or words[found[-1]].lower() in _SUBORDINATING)):
                continue
        found.append(start)
    return found
