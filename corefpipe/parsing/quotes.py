"""Quotations, and the turns of the dialogue that they form."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quoting.insertions import says
from corefpipe.parsing.quoting.matching import Quoted
from corefpipe.parsing.quoting.spans import quoted_spans
from corefpipe.parsing.quoting.speech import is_speech

__all__ = ["PAUSES", "NestedQuote", "Quotes", "find_quotes", "says"]

PAUSES = (",", ";", ":", "-", "--", "–", "—")
"""Marks after which a sentence continues."""
_FAR = 60  # tokens between two quotations above which they may belong to different dialogues


class NestedQuote(NamedTuple):
    """A quotation within another: what somebody else said, by the speaker of the outer one, or a title.

    Attributes:
        start, end: its tokens, without the marks.
        number: of the outermost quotation around it.
        depth: number of quotations around it, at least 1.
        speech: as in `Quotes`.
    """

    start: int
    end: int
    number: int
    depth: int
    speech: bool


@dataclass(slots=True, frozen=True)
class Quotes:
    """The quotations of a document.

    Attributes:
        number: per token, the number of its quotation from 0, or -1.
        turn: per quotation, the number of its turn: speech of one speaker, possibly interrupted by "he said".
        step: per turn except the first, what separates it from the turn before: "next" for nothing, "said" for text
            with a speech verb, "told" for other narration, "far" for long narration.
        speech: per quotation, whether it is speech, a thought or a text; not a word or title in quotation marks.
        outside: per quotation, its first token and the token after its last one, with its marks; a mark may be missing.
        nested: the quotations within others, in text order; `number` is that of the outer one in all of its tokens.
    """

    number: list[int]
    turn: list[int]
    step: list[str]
    speech: list[bool]
    outside: list[tuple[int, int]]
    nested: list[NestedQuote]

    def ends(self) -> dict[int, tuple[int, int]]:
        """Number of a quotation -> its first and last token, if it has any."""
        found: dict[int, tuple[int, int]] = {}
        for token, number in enumerate(self.number):
            if number >= 0:
                found[number] = (found.get(number, (token, token))[0], token)
        return found


def find_quotes(parse: Parse) -> Quotes:
    """Find the quotations between quotation marks, and after dashes."""
    found = [one for bounds in pairwise(parse.bounds) for one in quoted_spans(parse, *bounds)]
    spans = [one for one in found if not one.outer]
    number = [-1] * len(parse)
    for i, one in enumerate(spans):
        number[one.start : one.end] = [i] * (one.end - one.start)
    turn, step = _turns(parse, spans)
    nested = [
        NestedQuote(one.start, one.end, number[one.start], one.outer, is_speech(parse, one))
        for one in found
        if one.outer and number[one.start] >= 0
    ]
    # All quotations of a turn are speech if one is.
    is_said = [False] * (len(step) + 1)
    for at, one in zip(turn, spans, strict=True):
        is_said[at] |= is_speech(parse, one)
    outside = [(one.opening, one.after) for one in spans]
    return Quotes(number, turn, step, [is_said[at] for at in turn], outside, nested)


def _turns(parse: Parse, spans: list[Quoted]) -> tuple[list[int], list[str]]:
    """The turn of each quotation, and the steps from turn to turn."""
    turn, step = [0] * bool(spans), list[str]()
    for one, other in pairwise(spans):
        how = _step(parse, one, other)
        step += [how] * bool(how)
        turn.append(len(step))
    return turn, step


def _step(parse: Parse, one: Quoted, other: Quoted) -> str:
    """The step from one quotation to the next, by the tokens between their marks; "" if it continues the same turn."""
    if parse.document_at(one.start) != parse.document_at(other.start):
        return "far"
    if one.goes_on:
        return ""
    between = range(one.after, other.opening)
    if not between:
        return "next"
    if len(between) > _FAR:
        return "far"
    said = any(says(parse, i) for i in between)
    # “Go,” said Ann, “or stay.” “Go”--Ann smiled--“or stay.” But: “Go.” Ann said, “I stay.”
    final = parse.words[one.end - 1]
    pause = parse.words[between[-1]] in PAUSES and final != "."
    is_open = said or final in PAUSES or parse.words[between[0]] in PAUSES
    if is_open and pause and parse.paragraphs[one.start] == parse.paragraphs[other.start]:
        return ""
    return "said" if said else "told"
