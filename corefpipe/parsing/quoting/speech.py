"""Whether a quotation is speech, a thought or a text, or a word or title in quotation marks."""

from __future__ import annotations

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quoting.insertions import STOPS, says
from corefpipe.parsing.quoting.marks import begins
from corefpipe.parsing.quoting.matching import Quoted

_NEAR = 3
"""Tokens after a quotation in which a verb of saying is beside it."""
_WORDY = 5
"""Tokens of a quotation that is speech whatever its last token is."""


def is_speech(parse: Parse, one: Quoted) -> bool:
    """Whether a quotation is speech: not the name, term or ironic word that a sentence has in quotation marks.

    Speech follows a pause, a verb of saying with a comma or the beginning of a paragraph, and ends with a mark; within
    a sentence, right after a word, it is a sentence: She cried “You must go!” and left. In LitBank's training part
    1.0 % of the annotated speech fails this, and 71 % of the other quotations: terms and titles, some thoughts.
    """
    final = parse.words[one.end - 1]
    is_ended = not final[-1:].isalnum() or one.end - one.start > _WORDY or not one.is_closed
    if begins(parse, one.opening) or not parse.words[one.opening - 1][-1:].isalnum():
        return is_ended or _ends_paragraph(parse, one.after) or _is_said(parse, one.after)
    verbs = "pos" in parse.missing or any(pos in ("VERB", "AUX") for pos in parse.pos[one.start : one.end])
    return final in STOPS and verbs


def _is_said(parse: Parse, after: int) -> bool:
    """Whether a verb of saying is beside the end of a quotation."""
    if {"pos", "lemmas"} & parse.missing:
        return False
    return any(says(parse, token) for token in range(after, min(after + _NEAR, len(parse))))


def _ends_paragraph(parse: Parse, after: int) -> bool:
    """Whether nothing but a mark is in the paragraph from the token after a quotation."""
    return begins(parse, after) or begins(parse, after + 1)
