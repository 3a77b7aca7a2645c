"""Plain text of any length, read as far as it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO

from corefpipe.formats.files import check_utf8, decoded_pieces, lines_of
from corefpipe.formats.reading import Place, Reading
from corefpipe.streams.pieces import whole_blocks
from corefpipe.streams.stream import Stream
from corefpipe.streams.updates import Update


def lines_in(stream: BinaryIO, source: str) -> Iterator[str]:
    r"""The lines of a text, with their line breaks, `\n`; each is passed on when it is there.

    Args:
        stream: buffered, in UTF-8.
        source: its name, for errors.

    Raises:
        FormatError: it is not UTF-8, or has a line that is too long.
    """
    yield from lines_of(_pieces_in(stream, source))


def append_file(
    stream: Stream, file: BinaryIO, source: str, done: Callable[[int], object] = lambda size: None
) -> Iterator[Update]:
    """Append a text to a stream block by block, without having it in memory as a whole.

    Args:
        stream: the stream.
        file: buffered, in UTF-8.
        source: its name, for errors.
        done: called with the number of bytes after each block.

    Yields:
        What each block has changed.

    Raises:
        FormatError: it is not UTF-8, or has a line that is too long.
    """
    for block in whole_blocks(_pieces_in(file, source)):
        yield stream.append(block)
        done(len(block.encode()))


def _pieces_in(file: BinaryIO, source: str) -> Iterator[str]:
    """The text in pieces of whole lines, however many there are."""
    reading, number = Reading(), 1
    for piece in decoded_pieces(file, source, reading):
        reading.end()
        check_utf8([piece], Place(source), number)
        number += piece.count("\n")
        yield piece.replace("\r\n", "\n")
