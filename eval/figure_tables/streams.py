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
    """Words before, CPU seconds for a sentence, and their ratio to the first row."""
    found = result("stream", "result.json")["cost"]
    first = next(iter(found.values()))["seconds"]
    yield "words before", "CPU s", "ratio"
    for size, one in found.items():
        yield size.removesuffix(" words before"), f"{one['seconds']:.3f}", f"{one['seconds'] / first:.2f}"


@figure("stream length", readme("stream"))
def length() -> Rows:
    """Words, then peak memory and CPU seconds from the first word on."""
    yield "words", "peak MB", "CPU s"
    for words, one in result("stream", "result.json")["long"].items():
        yield words, f"{one['MB']:,}", f"{one['CPU seconds']:,}"
