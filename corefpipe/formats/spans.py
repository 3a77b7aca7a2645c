"""Mentions as a reader finds them in a file, and the check for spans that are annotated twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from corefpipe.formats.reading import Place, Reading


@dataclass(slots=True)
class Span:
    """A mention as its brackets tell it: words start to end (half-open), opened in this line of the file.

    `fields` is what follows the entity's id in the opening bracket; `fragments` as in `Mention`. In a document with
    empty nodes all are positions in the row of words and empty nodes (`nodes.py`).
    """

    start: int
    end: int
    entity: str
    line: int
    fields: str = ""
    fragments: tuple[tuple[int, int], ...] = ()


def settle_repeats(spans: Sequence[Span], words: Sequence[str], place: Place, reading: Reading) -> list[Span]:
    """The spans, in reading order, after what `reading.repeats` says about those that stand twice.

    Two discontinuous mentions are the same span if all their parts are.
    """
    if len({(span.start, span.end, span.fragments) for span in spans}) == len(spans):
        return list(spans)
    seen: dict[tuple[int, int, tuple[tuple[int, int], ...]], Span] = {}
    kept = []
    for span in spans:
        first = seen.setdefault((span.start, span.end, span.fragments), span)
        if first is not span:
            text = " ".join(words[span.start : min(span.end, span.start + 30)])
            where = (
                f"twice in chain {span.entity}"
                if first.entity == span.entity
                else f"in chain {first.entity} and in chain {span.entity}"
            )
            error = place.error(
                f'the span "{text if len(text) < 60 else text[:57] + "..."}" stands {where}',
                'Delete one of the two, or read with repeats="first" or "keep"',
                span.line or None,
            )
            if reading.repeats == "error":
                raise error
            reading.report.repeats.append(error)
            if reading.repeats == "first":
                continue
        kept.append(span)
    return kept
