"""Quotations: which tokens stand in one, who is said to speak, and how the turns of a dialogue follow each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from corefpipe.parsing.parse import Parse

_CLOSING = {"“": "”", "``": "''", "«": "»", "„": "“", "‘": "’", '"': '"'}
_PLAIN = "'"  # a quotation mark only where a document has no other: mostly it is an apostrophe
_PAUSES = (",", ";", ":", "-", "--", "–", "—")
_LONGEST = 400  # tokens; a mark whose partner is farther off is a stray one
_NEAR = 12  # tokens outside a quotation in which its speaker is named
_FAR = 60  # tokens between two quotations that need not belong to one dialogue


@dataclass(slots=True, frozen=True)
class Quotes:
    """The quotations of a document.

    Attributes:
        number: of each token, the number of its quotation from 0, or -1.
        speaker: of each quotation, the token that heads its speaker's mention, or -1.
        turn: of each quotation, the number of its turn: what one speaker says, interrupted or not by "he said".
        step: of each turn but the first, how it follows the one before: "next" where nothing stands between them,
            "said" where the speaker of the first is named there, "told" after other narration, "far" after much.
    """

    number: list[int]
    speaker: list[int]
    turn: list[int]
    step: list[str]


def find_quotes(parse: Parse) -> Quotes:
    """Quotations between marks, with the subject of the nearest verb of saying outside."""
    spans = _spans(parse)
    number = [-1] * len(parse)
    for i, (start, end) in enumerate(spans):
        number[start:end] = [i] * (end - start)
    speaker = [_speaker(parse, number, start, end) for start, end in spans]
    turn, step = [0] * bool(spans), []
    for (_, end), (start, _) in pairwise(spans):
        how = _step(parse, end + 1, start - 1)
        step += [how] * bool(how)
        turn.append(len(step))
    # What is said of one quotation of a turn goes for the others.
    named = dict(zip(reversed(turn), reversed(speaker), strict=True))
    named |= {at: who for at, who in zip(reversed(turn), reversed(speaker), strict=True) if who >= 0}
    return Quotes(number, [named[at] for at in turn], turn, step)


def _spans(parse: Parse) -> list[tuple[int, int]]:
    """(first token after the opening mark, closing mark) of each quotation."""
    marks = _CLOSING
    if not any(word in _CLOSING for word in parse.words):
        marks = {_PLAIN: _PLAIN}
    spans: list[tuple[int, int]] = []
    opened, closing = -1, ""
    for token, word in enumerate(parse.words):
        if opened >= 0 and token - opened > _LONGEST:
            opened = -1
        if word == _PLAIN and parse.tags[token] == "POS":
            continue
        if opened >= 0 and word == closing:
            spans.append((opened + 1, token))
            opened = -1
        # A quotation within a quotation belongs to the outer one.
        elif word in marks and (opened < 0 or word == parse.words[opened]):
            opened, closing = token, marks[word]
    return spans


def _step(parse: Parse, start: int, end: int) -> str:
    """How one quotation follows another, by the tokens between the two; "" where it goes on with it."""
    between = [i for i in range(start, end) if not parse.words[i].isspace()]
    if not between:
        return "next"
    if len(between) > _FAR:
        return "far"
    said = any(parse.pos[i] == "VERB" and parse.lemmas[i] in parse.lexicon.speech_verbs for i in between)
    # “Go,” said Ann, “or stay.” But: “Go.” Ann said, “I stay.”
    pause = parse.words[between[-1]] in _PAUSES and parse.words[start - 2] != "."
    if said and pause and parse.paragraphs[start - 1] == parse.paragraphs[end]:
        return ""
    return "said" if said else "told"


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
