"""Mentions as a reader finds them in a file, and the check for spans that are annotated twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from corefpipe.formats.reading import Place, Reading


@dataclass(slots=True)
class Span:
    """A mention as it is read from a file.

    In a CoNLL-U document with empty nodes, start, end and fragments are positions among words and empty nodes.

    Attributes:
        start: index of the first word.
        end: index after the last word.
        entity: id of the entity.
        line: line number at which the mention begins in the file; 0 if unknown.
        fields: what follows the entity's id in the opening bracket (CoNLL-U).
        fragments: as in `Mention`.
        column: number of the character in that line, from 1; 0 if unknown.
    """

    start: int
    end: int
    entity: str
    line: int
    fields: str = ""
    fragments: tuple[tuple[int, int], ...] = ()
    column: int = 0


def settle_repeats(spans: Sequence[Span], words: Sequence[str], place: Place, reading: Reading) -> list[Span]:
    """Apply `reading.repeats` to spans that are annotated twice, and return the spans that remain, in order.

    Two discontinuous mentions are the same span if all their parts are the same.

    Raises:
        FormatError: a span is annotated twice, and `reading.repeats` is `error`.
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
                f'the span "{text if len(text) < 60 else text[:57] + "..."}" is annotated {where}',
                "Delete one of the two",
                span.line or None,
                column=span.column or None,
                repeats="first",
            )
            if reading.repeats == "error":
                raise error
            reading.report.repeats.append(error)
            if reading.repeats == "first":
                continue
        kept.append(span)
    return kept
