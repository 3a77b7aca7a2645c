"""The phrases that mark the lines of a letter, as patterns compiled from the word lists of a language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from corefpipe.lexicon import Lexicon


@dataclass(slots=True, frozen=True)
class LetterPhrases:
    """Patterns that match the start of a line; `closing` and `attribution` match the whole line.

    Attributes:
        greeting: "Dear Ann", "Good morning".
        warm_greeting: a greeting that begins a letter even if no name follows: "Dear diary".
        closing: "Best wishes,".
        header: "From: Ann Lee"; its first group is the name of the field.
        attribution: the line above a quoted part: "On Tuesday Ann wrote:".
        forwarding: "-- Forwarded message --".
        introduction: "This is Ann".
    """

    greeting: re.Pattern[str]
    warm_greeting: re.Pattern[str]
    closing: re.Pattern[str]
    header: re.Pattern[str]
    attribution: re.Pattern[str]
    forwarding: re.Pattern[str]
    introduction: re.Pattern[str]


@cache
def letter_phrases(lexicon: Lexicon) -> LetterPhrases:
    """The patterns of a language; those whose word lists are empty match nothing."""
    my = f"(?:{_any(lexicon.greeting_determiners)} )?"
    closing = rf"{_any(lexicon.closings)}|{_any(lexicon.closing_pronouns)}\b.*|x+"
    before, after = _any(lexicon.closing_modifiers), _any(lexicon.after_closings)
    fields = _any(lexicon.sender_fields | lexicon.recipient_fields | lexicon.other_fields)
    return LetterPhrases(
        greeting=_compiled(rf"{my}{_any(lexicon.greetings)}\b"),
        warm_greeting=_compiled(rf"{my}{_any(lexicon.warm_greetings)}\b"),
        closing=_compiled(rf"(?:{before}\s)?(?:{closing})(?:\s{after}\b.*)?[,.!]?$"),
        header=_compiled(rf"({fields})\s*:"),
        attribution=_compiled(rf".*\b{_any(lexicon.attributions)}\s*:$"),
        forwarding=_compiled(rf"-+ .*\b{_any(lexicon.forwardings)}\b"),
        introduction=_compiled(rf"{_any(lexicon.introductions)}\b"),
    )


def _any(phrases: Iterable[str]) -> str:
    """A pattern for any of the phrases, longest first; if there are none, a pattern that matches nothing."""
    return f"(?:{'|'.join(map(re.escape, sorted(phrases, key=len, reverse=True))) or '(?!)'})"


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
