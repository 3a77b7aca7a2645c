"""What a piece of text changes in the chains of a stream."""

from __future__ import annotations

from typing import NamedTuple


class StreamMention(NamedTuple):
    """A mention of a stream.

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
