"""What a piece of text changes in the chains of a stream."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class StreamMention(NamedTuple):
    """A mention of a stream.

    >>> stream = corefpipe.Stream()
    >>> [mention.text for mention in stream.append("Ann lost her keys.").mentions]
    ['Ann', 'her']

    Attributes:
        start, end: in words of the stream; `end` is after the last.
        entity: id of its entity, which no other entity of the stream ever has.
        text: its words.
    """

    start: int
    end: int
    entity: str
    text: str


class Update(NamedTuple):
    """What a piece of text changed.

    >>> stream = corefpipe.Stream()
    >>> update = stream.append("Ann lost her keys.")
    >>> update.sentences, update.removed
    (1, ())

    Attributes:
        start, end: the words of the piece; `end` is after the last.
        sentences: number of sentences of the stream.
        mentions: those that are new, or have another entity, in text order. Earlier ones that were alone appear with
            the first mention that joins them.
        removed: (start, end) of mentions that are none any more: a revision found others, or their entity has lost its
            other mentions.
    """

    start: int
    end: int
    sentences: int
    mentions: tuple[StreamMention, ...]
    removed: tuple[tuple[int, int], ...] = ()


def joined_update(updates: Iterable[Update], start: int, end: int, sentences: int) -> Update:
    """What several blocks of a piece changed, one after the other; the other arguments are those of an `Update`."""
    mentions: dict[tuple[int, int], StreamMention] = {}
    removed: set[tuple[int, int]] = set()
    for update in updates:
        for span in update.removed:
            mentions.pop(span, None)
        found = {(one.start, one.end): one for one in update.mentions}
        removed = (removed | {*update.removed}) - found.keys()
        mentions |= found
    in_order = sorted(mentions, key=lambda span: (span[0], -span[1]))
    return Update(start, end, sentences, tuple(mentions[span] for span in in_order), tuple(sorted(removed)))
