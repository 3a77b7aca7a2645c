"""The signatures of messages: their lines, and the sender's names in them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from corefpipe.letters.lines import Line
from corefpipe.letters.names import MAX_NAME_TOKENS, Span, is_person, signing_name
from corefpipe.letters.phrases import letter_phrases
from corefpipe.parsing.parse import Parse

_MAX_LINES = 6  # of a signature
_MAX_LINE_WORDS = 2 * MAX_NAME_TOKENS  # of a line in a signature


@dataclass(slots=True, frozen=True)
class Signature:
    """The signature of a message.

    Attributes:
        lines: its lines, without the closing.
        name: the name of the sender.
        mention: the name with the text before it on its line: "xx Tom".
        other_names: further names of the sender, each on a separate line: "Tom", then "Tom Hill".
    """

    lines: list[Line]
    name: Span
    mention: Span
    other_names: list[Span]


def find_signature(parse: Parse, lines: list[Line], in_letter: bool) -> Signature | None:
    """The signature of a message; None if it has none.

    Args:
        parse: the document.
        lines: of the message.
        in_letter: whether the document is known to be a letter, so that a signature needs no closing.
    """
    signature = _signature_lines(parse, lines, in_letter)
    named = [(line, name) for line in signature if (name := signing_name(parse, *line.span))]
    of_people = [(line, name) for line, name in named if is_person(parse, *name)]
    if not named or not (of_people or named[0][0] is signature[0]):
        return None
    first_line, name = (of_people or named)[0]
    others = [other for line, other in named if line is not first_line and _is_same_person(parse, name, other)]
    return Signature(signature, name, (first_line.start, name[1]), others)


def _signature_lines(parse: Parse, lines: list[Line], in_letter: bool) -> list[Line]:
    """The lines after the closing; without a closing, the last lines of a message of a letter."""
    start = next((n for n in range(2, len(lines)) if _is_closing(parse, lines[n - 1])), len(lines))
    if start == len(lines) and in_letter:
        while start > 1 and len(lines) - start < _MAX_LINES and _may_be_in_signature(parse, lines[start - 1]):
            start -= 1
    return list(takewhile(lambda line: _may_be_in_signature(parse, line), lines[start : start + _MAX_LINES]))


def _is_closing(parse: Parse, line: Line) -> bool:
    """Whether a line is a closing, such as "Best wishes,"."""
    return len(line) <= MAX_NAME_TOKENS and letter_phrases(parse.lexicon).closing.match(line.text) is not None


def _may_be_in_signature(parse: Parse, line: Line) -> bool:
    """Whether a line is a name, or short, mostly capitalised or numbers, and without the end of a sentence."""
    words = [word for word in parse.words[slice(*line.span)] if any(map(str.isalnum, word))]
    last = parse.words[line.end - 1]
    if not words or len(words) > _MAX_LINE_WORDS or last in ("?", "!", ":"):
        return False
    if signing_name(parse, *line.span):
        return True
    return sum(not word.islower() for word in words) * 2 > len(words) and last != "."


def _is_same_person(parse: Parse, name: Span, other: Span) -> bool:
    """Whether two names of a signature have a common word, or first names of which one is short for the other."""
    words, others = parse.lower[slice(*name)], parse.lower[slice(*other)]
    return not set(words).isdisjoint(others) or parse.lexicon.are_nicknames(words[0], others[0])
