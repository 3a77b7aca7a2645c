"""Streams in a worker process, which has those that were used last; it makes the others from what the server keeps.

The server keeps of each stream a state and the pieces after it. A new state is asked for after several pieces, as it
costs about as much as a piece: 1 to 2 MB with a window of 1,000 words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from corefpipe.exceptions import CorefpipeError
from corefpipe.serving.resolving import Answer, TextResolver, problem_of, text_resolver

if TYPE_CHECKING:
    from corefpipe.streams import Stream

_MOST = 16
"""Streams that a process has, at most; each takes about 4 MB with a window of 1,000 words."""


class Opening(NamedTuple):
    """How a stream is opened (see `corefpipe.Stream`)."""

    name: str
    window: int
    revise: int


class Piece(NamedTuple):
    """A piece of a stream: its text, and who says it or ""."""

    text: str
    speaker: str


class History(NamedTuple):
    """A stream up to some piece.

    Attributes:
        opening: how it was opened.
        state: an earlier state; None for that at the opening.
        since: the pieces after the state.
    """

    opening: Opening
    state: bytes | None
    since: tuple[Piece, ...]


class Place(NamedTuple):
    """A stream up to some piece, for a process that may have it.

    Attributes:
        id: of the stream.
        pieces: number of its pieces.
        history: of which the stream is made; None if the process probably has it.
    """

    id: str
    pieces: int
    history: History | None


class Reply(NamedTuple):
    """What a process says of a stream.

    Attributes:
        answer: for the client.
        state: the new state, if it was asked for and the piece was appended.
    """

    answer: Answer
    state: bytes | None = None


class _Streams:
    """The streams of this process, the last ones last."""

    def __init__(self, resolver: TextResolver):
        self._resolver = resolver
        self._streams: dict[str, Stream] = {}

    def find(self, place: Place) -> Stream | None:
        """The stream, which is made if its history is given; None if it is not here."""
        nlp = self._resolver.pipeline()
        stream = self._streams.pop(place.id, None)
        if stream is None or stream.pieces != place.pieces or stream.nlp is not nlp:
            if place.history is None:
                return None
            stream = self._made(place.history)
        self._streams[place.id] = stream
        if len(self._streams) > _MOST:
            del self._streams[next(iter(self._streams))]
        return stream

    def forget(self, id: str) -> None:
        """Remove a stream that may be damaged."""
        self._streams.pop(id, None)

    def _made(self, history: History) -> Stream:
        from corefpipe.streams import Stream

        model, nlp = self._resolver.resolver, self._resolver.pipeline()
        if history.state is None:
            name, window, revise = history.opening
            stream = Stream(model, name=name, window=window, revise=revise, nlp=nlp)
        else:
            stream = Stream.from_bytes(history.state, model, nlp=nlp)
        for piece in history.since:
            stream.append(piece.text, speaker=piece.speaker)
        return stream


_streams: _Streams | None = None
"""Set in worker processes when the first stream comes."""


def _here() -> _Streams:
    global _streams
    if _streams is None:
        _streams = _Streams(text_resolver())
    return _streams


def append(place: Place, piece: Piece, save: bool) -> Reply | None:
    """Append a piece to a stream in a worker process.

    Args:
        place: the stream, as it is before.
        piece: the piece.
        save: whether to return the state.

    Returns:
        What has changed; None if the process does not have the stream.
    """
    from corefpipe.streams.records import record_of

    try:
        stream = _here().find(place)
        if stream is None:
            return None
        update = stream.append(piece.text, speaker=piece.speaker)
        answer = Answer.of({"piece": stream.pieces, **record_of(update)})
        return Reply(answer, stream.to_bytes() if save else None)
    except CorefpipeError as error:  # nothing was appended
        return Reply(Answer.of(problem_of(error)))
    except Exception as error:  # any error is answered
        _here().forget(place.id)
        return Reply(Answer.of(problem_of(error)))


def chains(place: Place) -> Reply | None:
    """The chains of a stream in a worker process; None if the process does not have it."""
    from corefpipe.streams.records import chains_record

    stream = _here().find(place)
    if stream is None:
        return None
    return Reply(Answer.of({"id": place.id, "pieces": stream.pieces, **chains_record(stream)}))
