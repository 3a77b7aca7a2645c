"""Follow lines that arrive: each is resolved at once, and the state is kept in a file."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from corefpipe.dialogue.lines import LineTurns
from corefpipe.parsing.turns import parse_turn
from corefpipe.streams.records import Record, record_of, whole_record
from corefpipe.streams.stream import Stream
from corefpipe.utils.arriving import Arriving
from corefpipe.utils.processes import signals_deferred

_PAUSE = 1.0
"""Seconds after which the state is saved again, at the earliest."""
_SHARE = 10
"""The same in units of what saving takes, so that it takes at most a tenth of the time."""


class StateFile:
    """The file in which the state of a stream is kept.

    Args:
        path: the file.
    """

    def __init__(self, path: Path):
        self._path = path
        self._saved = 0  # number of pieces
        self._due = 0.0  # when it is saved again, at the earliest

    def restore(self, stream: Stream) -> Stream:
        """The stream of the file with the model of another; this other itself if there is no file.

        Raises:
            ModelError: the file has no state, or one of another version or model.
        """
        if not self._path.exists():
            return stream
        found = Stream.from_disk(self._path, stream.model, nlp=stream.nlp)
        self._saved = found.pieces
        return found

    def save(self, stream: Stream) -> None:
        """Save the state, if it has changed."""
        if self._saved != stream.pieces:
            start = time.monotonic()
            stream.to_disk(self._path)
            end = time.monotonic()
            self._saved, self._due = stream.pieces, end + max(_PAUSE, _SHARE * (end - start))

    def seconds_left(self, stream: Stream) -> float | None:
        """Seconds until the state is to be saved; None if it has not changed."""
        return max(self._due - time.monotonic(), 0.0) if self._saved != stream.pieces else None


def follow(
    lines: Arriving[str],
    stream: Stream,
    write: Callable[[Record], None],
    *,
    state: StateFile | None = None,
    speakers: bool = False,
) -> None:
    """Append each line to a stream, and write what it changes.

    Args:
        lines: a blank one is a paragraph break.
        stream: one that has pieces goes on after them; the first record then has all of its mentions (`resumed`).
        write: takes one record per line, with the number of the line as `line`, counted from 1.
        state: where the state is kept. It never has more lines than were written; it is saved about every second, and
            at the end, also after Ctrl-C or an error in the lines.
        speakers: whether lines begin with the names of their speakers; the record then has the `speaker`.

    Raises:
        FormatError: a line is not UTF-8; or the state cannot be written.
    """
    turns = LineTurns() if speakers else None
    if stream.pieces:
        write({"line": stream.pieces, "resumed": True, **whole_record(stream)})
    written = True
    try:
        while (line := _next(lines, stream, state)) is not None:
            with signals_deferred():
                written = False
                write({"line": stream.pieces + 1, **_append(stream, line, turns)})
                written = True
    finally:
        if state is not None and written:
            with signals_deferred():
                state.save(stream)


def _next(lines: Arriving[str], stream: Stream, state: StateFile | None) -> str | None:
    """Wait for the next line, and save the state when it is time."""
    if state is None:
        return lines.next()
    left = state.seconds_left(stream)
    if left != 0:
        try:
            return lines.next(left)
        except TimeoutError:
            pass  # none came until the state is to be saved
    state.save(stream)
    return lines.next()


def _append(stream: Stream, line: str, turns: LineTurns | None) -> Record:
    if turns is None:
        return record_of(stream.append(line))
    turn = turns(line)
    if turn is None:
        update = stream.append(line, speaker=turns.speaker)
    else:
        update = stream.append(parse_turn(line, turn, stream.nlp))
    return {"speaker": turns.speaker, **record_of(update)}
