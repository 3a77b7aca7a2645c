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


@figure("stream growth", readme("reliability"))
def growth() -> Rows:
    """Input, its size, CPU seconds at a quarter, half and all of it, and the exponent."""
    yield "input", "size", "CPU, s: a quarter", "half", "all", "exponent"
    for name, row in result("reliability", "streams.json")["growth"].items():
        yield name, f"{row['size']:,}", *(f"{one:.2f}" for one in row["seconds"]), f"{row['exponent']:.2f}"


@figure("stream attacks", readme("reliability"))
def attacks() -> Rows:
    """What was attacked, and what happened how often."""
    found = result("reliability", "streams.json")
    yield "attack", "results"
    for name, counts in (*found["states"].items(), ("strange first pieces", found["pieces"])):
        yield name, ", ".join(f"{count} {what}" for what, count in counts.items())


@figure("stream memory", readme("reliability"))
def memory() -> Rows:
    """Number of streams, MB for each, its words and its state."""
    found = result("reliability", "streams.json")["memory"]
    yield "streams", "MB per stream", "words of each", "MB of a state"
    for number, megabytes in found["MB per stream, of so many"].items():
        yield number, f"{megabytes:.1f}", f"{found['words']:,}", f"{found['MB of a state']:.2f}"


@figure("stream server", readme("reliability"))
def server() -> Rows:
    """Number of open streams, MB of the server and of the processes below it."""
    yield "open streams", "server, MB", "processes below it, MB"
    for name, row in result("reliability", "streams.json")["server"].items():
        yield name, f"{row['server']:,}", f"{row['processes below it']:,}"
