"""Quotations: which tokens stand in one, and who is said to speak."""

from __future__ import annotations

from dataclasses import dataclass

from corefpipe.parse import Parse

_CLOSING = {"“": "”", "``": "''", "«": "»", "„": "“", "‘": "’", '"': '"'}
_LONGEST = 400  # tokens; a mark whose partner is farther off is a stray one
_NEAR = 12  # tokens outside a quotation in which its speaker is named


@dataclass(slots=True, frozen=True)
class Quotes:
    """The quotations of a document.

    Attributes:
        number: of each token, the number of its quotation from 0, or -1.
        speaker: of each quotation, the token that heads its speaker's mention, or -1.
    """

    number: list[int]
    speaker: list[int]


def find_quotes(parse: Parse) -> Quotes:
    """Quotations between marks, with the subject of the nearest verb of saying outside."""
    spans = _spans(parse)
    number = [-1] * len(parse)
    for i, (start, end) in enumerate(spans):
        number[start:end] = [i] * (end - start)
    return Quotes(number, [_speaker(parse, number, start, end) for start, end in spans])


def _spans(parse: Parse) -> list[tuple[int, int]]:
    """(first token after the opening mark, closing mark) of each quotation."""
    spans: list[tuple[int, int]] = []
    opened, closing = -1, ""
    for token, word in enumerate(parse.words):
        if opened >= 0 and token - opened > _LONGEST:
            opened = -1
        if opened >= 0 and word == closing:
            spans.append((opened + 1, token))
            opened = -1
        # A quotation within a quotation belongs to the outer one.
        elif word in _CLOSING and (opened < 0 or word == parse.words[opened]):
            opened, closing = token, _CLOSING[word]
    return spans


def _speaker(parse: Parse, number: list[int], start: int, end: int) -> int:
    # After the quotation ("…" said Ann) more often than before (Ann said: "…").
    after = range(end + 1, min(end + 1 + _NEAR, len(parse)))
    before = range(start - 2, max(start - 2 - _NEAR, -1), -1)
    for side in (after, before):
        for token in side:
            if number[token] >= 0 or parse.sentences[token] - parse.sentences[end if side is after else start] not in (
                0,
                1,
                -1,
            ):
                break
            if parse.lemmas[token] in parse.lexicon.speech_verbs and parse.pos[token] == "VERB":
                for child in parse.children[token]:
                    if parse.deps[child] == "nsubj" and number[child] < 0:
                        return child
    return -1
