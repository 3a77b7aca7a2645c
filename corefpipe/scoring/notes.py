"""Sentences on what a scoring run left out or took from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corefpipe.scoring.heads import FIRST
from corefpipe.scoring.matching import Matching
from corefpipe.scoring.policy import Policy
from corefpipe.utils.text import counted


def notes_of(matchings: Sequence[Matching], policy: Policy) -> list[str]:
    """Return a sentence per repeated span, and on zeros that do not count, heads that are not annotated, singletons."""
    return [*(note for matching in matchings for note in matching.notes), *_sums(matchings, policy)]


def _sums(matchings: Sequence[Matching], policy: Policy) -> Iterator[str]:
    zeros = _sides([matching.left_out for matching in matchings], "zero")
    if zeros:
        yield f"mentions without words are left out: {zeros} (zeros='dependent', --zeros dependent counts them)"
    heads = _sides([matching.headless for matching in matchings], "mention")
    if heads:
        source = "the first word" if policy.heads == FIRST else "the dependency tree"
        yield (
            f"the head is not annotated in {heads} of several words: it is taken from {source} "
            f"(heads={policy.heads!r}, --heads {policy.heads})"
        )
    yield from _guidelines(matchings, policy)


_MANY = 20
"""Number of singletons on one side, none on the other, from which on it cannot be chance."""


def _guidelines(matchings: Sequence[Matching], policy: Policy) -> Iterator[str]:
    """A sentence if one side annotates singletons and the other none: they follow different guidelines."""
    sums = [sum(side) for side in zip(*(matching.singletons for matching in matchings), strict=True)] or [0, 0]
    chains = [sum(side) for side in zip(*(matching.annotated for matching in matchings), strict=True)] or [0, 0]
    for one, other in ((0, 1), (1, 0)):
        if sums[one] >= _MANY and not sums[other] and chains[other]:
            names = ("key", "response")
            counts = "are dropped" if policy.singletons == "drop" else "count (singletons='drop' or --singletons drop)"
            yield (
                f"the {names[one]} has {sums[one]:,} singletons, which {counts}, and the {names[other]} has none: the "
                "two follow different guidelines, and so the scores are lower than they would be. Our models follow "
                "OntoNotes, which has no singletons, nor links to appositions and predicates, as GUM has"
            )


def _sides(numbers: Sequence[tuple[int, int]], what: str) -> str:
    """Text such as "2 zeros of the key and 1 zero of the response"; "" if there are none."""
    sums = [sum(side) for side in zip(*numbers, strict=True)] or [0, 0]
    parts = [f"{counted(n, what)} of the {side}" for n, side in zip(sums, ("key", "response"), strict=True) if n]
    return " and ".join(parts)
