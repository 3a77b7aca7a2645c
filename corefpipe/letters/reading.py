"""Read a letter or an e-mail thread: the sender ("I") and the recipient ("you") of each token."""

from __future__ import annotations

from dataclasses import dataclass

from corefpipe.letters.messages import Thread
from corefpipe.letters.names import Span
from corefpipe.letters.phrases import letter_phrases
from corefpipe.parsing.parse import Parse

UNKNOWN = -1
"""Number of a recipient who has no name and no message."""


@dataclass(slots=True, frozen=True)
class Letter:
    """A letter, or a thread of messages. People are numbered.

    Attributes:
        names: the person and the tokens (start, end) of each name, with the greeting before it.
        senders: for each token the sender of its message, the referent of "I".
        recipients: for each token the recipient of its message, the referent of "you", or `UNKNOWN`.
        in_body: for each token, False in headers, attributions, signatures and greetings (in the name, if it has one).
        greeted: the last token of each greeting without a name ("Dear diary") -> the sender.
    """

    names: list[tuple[int, Span]]
    senders: list[int]
    recipients: list[int]
    in_body: list[bool]
    greeted: dict[int, int]


def may_be_letter(parse: Parse, start: int, end: int) -> bool:
    """Whether the tokens of a document may be a letter: they have several lines, or begin with a greeting."""
    if start == end:
        return False
    greeting = letter_phrases(parse.lexicon).greeting
    return parse.lines[start] < parse.lines[end - 1] or greeting.match(parse.words[start]) is not None


def read_letter(parse: Parse) -> Letter | None:
    """The layout of a document that is a letter or a thread; None for any other."""
    thread = Thread(parse) if len(parse) else None
    if thread is None or not thread.is_letter:
        return None
    person, is_known = thread.roles.people()
    return Letter(
        [(person[role], tokens) for role, tokens in thread.roles.mentions],
        [person[message.sender] for message in thread.message_of],
        [person[message.recipient] if is_known[message.recipient] else UNKNOWN for message in thread.message_of],
        thread.in_body,
        {token: person[sender] for token, sender in thread.greeted.items()},
    )
