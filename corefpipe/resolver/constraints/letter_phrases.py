"""The phrases by which the lines of a letter are recognised, as patterns made of the lists of a language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from corefpipe.lexicon import Lexicon

LONGEST_NAME = 5
"""Most words of a name, with titles."""


@dataclass(slots=True, frozen=True)
class LetterPhrases:
    """Patterns of a language, for the beginnings of lines; `closing` and `attribution` fit whole lines.

    Attributes:
        greeting: "Dear Ann", "Good morning".
        warm_greeting: of these, one that opens a letter even before no name: "Dear diary".
        closing: "Best wishes,".
        header: "From: Ann Lee"; its first group is the field.
        attribution: "On Tuesday Ann wrote:".
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
    """The patterns of a language; without lists they fit nothing."""
    my = f"(?:{_any(lexicon.greeting_determiners)} )?"
    closing = rf"{_any(lexicon.closings)}|{_any(lexicon.closing_pronouns)}\b.*|x+"
    before, after = _any(lexicon.closing_modifiers), _any(lexicon.after_closings)
    fields = _any(lexicon.sender_fields | lexicon.receiver_fields | lexicon.other_fields)
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
    """A pattern for any of some phrases, the longest that fits; for none of them one that fits nothing."""
    return f"(?:{'|'.join(map(re.escape, sorted(phrases, key=len, reverse=True))) or '(?!)'})"


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
