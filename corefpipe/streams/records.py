"""What happens in a stream as records of JSON, from which a program can build the chains.

From each record take out the mentions `removed`, then put in `mentions`, each with its `entity` in place of the one it
had: these are the mentions so far. A record that is `resumed` begins anew with all mentions.
"""

from __future__ import annotations

from typing import Any

from corefpipe.streams.stream import Stream
from corefpipe.streams.updates import StreamMention, Update

Record = dict[str, Any]


def record_of(update: Update) -> Record:
    """What a piece changed: its words, the mentions that are new or have another entity, and the removed ones."""
    return {
        "start": update.start,
        "end": update.end,
        "sentences": update.sentences,
        "mentions": [mention._asdict() for mention in update.mentions],
        "removed": [{"start": start, "end": end} for start, end in update.removed],
    }


def whole_record(stream: Stream) -> Record:
    """A stream as if all of it were one piece."""
    document = stream.document()
    mentions = (StreamMention(m.start, m.end, m.entity, document.surface(m)) for m in document.mentions)
    return record_of(Update(0, len(stream), len(document.sentence_starts), tuple(mentions)))


def chains_record(stream: Stream) -> Record:
    """The chains so far, in order of their first mentions."""
    document = stream.document()
    return {
        "name": stream.name,
        "words": len(stream),
        "sentences": len(document.sentence_starts),
        "chains": [
            {"id": id, "mentions": [{"start": m.start, "end": m.end, "text": document.surface(m)} for m in mentions]}
            for id, mentions in stream.chains().items()
        ],
    }
