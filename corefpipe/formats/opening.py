"""Open files and streams as bytes: the beginning can be looked at, and gzip is recognised and unpacked."""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from typing import BinaryIO, cast

from corefpipe.exceptions import FormatError
from corefpipe.formats.reading import Place

HEAD = 2**16
"""Number of bytes by which a format is recognised."""

MAX_RATIO = 200
"""A gzip file that unpacks to more than this times its size is a decompression bomb; text unpacks to 3 to 30 times."""

UNCHECKED = 16 * 2**20
"""Number of unpacked bytes from which the ratio is checked: small files of the same few lines exceed it."""

_GZIP = b"\x1f\x8b"


def open_binary(path: Path) -> BinaryIO:
    """Open a file for reading bytes; gzip is unpacked.

    Raises:
        FormatError: the file cannot be opened, or is named `.gz` and is not gzip.
    """
    return unpacked(open_file(path), str(path), owned=True)


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading bytes as they are.

    Raises:
        FormatError: the file cannot be opened.
    """
    try:
        stream = path.open("rb")
    except OSError as error:
        cure = "Check the path" if isinstance(error, FileNotFoundError) else "Check its type and its permissions"
        message = (
            "no such file" if isinstance(error, FileNotFoundError) else f"cannot be opened ({error.strerror or error})"
        )
        raise FormatError(message, cure=cure, file=str(path)) from None
    # Some file systems of fsspec have unbuffered files.
    return stream if hasattr(stream, "read1") else _buffered(cast(io.RawIOBase, stream))


def unpacked(stream: BinaryIO, source: str, owned: bool = False) -> BinaryIO:
    """A binary stream as it is or, if it begins as gzip or is named `.gz`, unpacked.

    Args:
        stream: a buffered stream, such as `sys.stdin.buffer`.
        source: its name.
        owned: whether closing the result closes the stream.

    Raises:
        FormatError: the stream cannot be read.
    """
    beginning = _beginning(stream, source)
    whole = _Replayed(beginning, stream, owned)
    if not beginning.startswith(_GZIP) and not source.endswith(".gz"):
        return _buffered(whole)
    return _buffered(_Unpacked(whole, source))


def peeked(stream: BinaryIO, source: str) -> tuple[bytes, BinaryIO]:
    """The first `HEAD` bytes of a stream, and a stream of all its bytes.

    Raises:
        FormatError: the stream cannot be read.
    """
    beginning = _beginning(stream, source)
    return beginning, _buffered(_Replayed(beginning, stream, owned=True))


def head(path: Path) -> bytes:
    """The first bytes of a file, unpacked.

    Raises:
        FormatError: the file cannot be read.
    """
    with open_binary(path) as stream:
        return _beginning(stream, str(path))


def _beginning(stream: BinaryIO, source: str) -> bytes:
    try:
        return stream.read(HEAD)
    except (EOFError, OSError, zlib.error) as error:
        raise Place(source).error(f"the file cannot be read ({error})", "Download or pack it again") from None


def _buffered(raw: io.RawIOBase) -> BinaryIO:
    return cast(BinaryIO, io.BufferedReader(raw, HEAD))


class _Replayed(io.RawIOBase):
    """A stream whose first bytes were read already, and come again; counts the bytes that were read."""

    def __init__(self, beginning: bytes, stream: BinaryIO, owned: bool):
        self._beginning = beginning
        self._stream = cast(io.BufferedIOBase, stream)
        self._owned = owned
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        # A single read of the stream below: a read of all that is asked for would lose the text before damage in the
        # file, and delay the lines of a pipe.
        piece = self._beginning[: len(buffer)] or self._stream.read1(len(buffer))
        self._beginning = self._beginning[len(piece) :]
        buffer[: len(piece)] = piece
        self.count += len(piece)
        return len(piece)

    def close(self) -> None:
        if self._owned:
            self._stream.close()
        super().close()


class _Unpacked(io.RawIOBase):
    """The unpacked bytes of a gzip stream."""

    def __init__(self, packed: _Replayed, source: str):
        import gzip

        self._packed = packed
        self._gzip = gzip.GzipFile(fileobj=_buffered(packed))
        self._source = source
        self._size = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        size = self._gzip.readinto1(buffer)
        self._size += size
        if self._size > max(UNCHECKED, MAX_RATIO * self._packed.count):
            raise FormatError(
                f"the file unpacks to more than {MAX_RATIO} times its size",
                cure="Text does not: it may be made to fill the memory. If you trust it, unpack it first",
                file=self._source,
            )
        return size

    def close(self) -> None:
        self._packed.close()
        super().close()
