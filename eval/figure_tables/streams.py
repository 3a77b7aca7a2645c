"""Tables of streams."""

from __future__ import annotations

from figure_tables.registry import Rows, figure, readme, result


@figure("stream", readme("stream"))
def accuracy() -> Rows:
    """Corpus, then CoNLL by the number of sentences that are revised, and of whole documents."""
    found = result("stream", "result.json")["accuracy"]
    hows = list(next(iter(found.values())))
    yield "", *(how if how == "whole" else f"{how} sentence{'s' * (how[-1] != '1')}" for how in hows)
    for corpus, scores in found.items():
        yield corpus, *(f"{scores[how]:.1f}" if how in scores else "" for how in hows)


@figure("stream cost", readme("stream"))
def cost() -> Rows:
    """See `_costs`: up to a million words."""
    yield from _costs("cost")


@figure("stream long cost", readme("stream"))
def long_cost() -> Rows:
    """See `_costs`: up to ten million words."""
    yield from _costs("long cost")


def _costs(part: str) -> Rows:
    """Words before, CPU seconds for a sentence, their ratio to the first row, CPU seconds for all, peak memory."""
    found = result("stream", "result.json")[part]
    first = next(iter(found.values()))["sentence"]
    yield "words before", "sentence, CPU s", "ratio", "all, CPU s", "peak MB"
    for size, one in found.items():
        seconds = one["sentence"]
        yield size, f"{seconds:.3f}", f"{seconds / first:.2f}", f"{one['CPU seconds']:,}", f"{one['MB']:,}"
