"""Open files: UTF-8 lines of plain or gzipped files within a size limit, and atomic writing."""

from __future__ import annotations

import io
import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from corefpipe.errors import FormatError
from corefpipe.formats.reading import MAX_UNPACKED, Place

MAX_LINE = 256 * 2**20
"""Longest line in bytes."""

_BOM = "\ufeff"
PIECE = 2**20
"""Number of bytes read at a time."""


def open_pieces(path: Path, max_unpacked: int = MAX_UNPACKED) -> Iterator[str]:
    """Yield the text of a file, plain or `.gz`, as `decoded_pieces` does.

    Args:
        path: the file.
        max_unpacked: largest size in bytes to which a `.gz` file may unpack.

    Raises:
        FormatError: the file cannot be opened, or is not a complete gzip file.
    """
    with open_binary(path) as stream:
        yield from decoded_pieces(stream, str(path), max_unpacked if path.suffix == ".gz" else None)


def decoded_lines(stream: BinaryIO, source: str, limit: int | None = None) -> Iterator[str]:
    """Yield the lines of a binary stream with their line ends; see `decoded_pieces`."""
    return lines_of(decoded_pieces(stream, source, limit))


def lines_of(pieces: Iterable[str]) -> Iterator[str]:
    r"""Yield the lines, with their line ends, of pieces of whole lines."""
    for piece in pieces:
        if 0 <= piece.find("\n") < len(piece) - 1:
            yield from io.StringIO(piece, newline="\n")
        else:
            yield piece


def decoded_pieces(stream: BinaryIO, source: str, limit: int | None = None) -> Iterator[str]:
    r"""Yield the text of a binary stream in pieces of one or more whole lines, with their line ends.

    `\n` and `\r\n` end a line; a byte order mark is removed. Invalid UTF-8 is decoded to lone surrogates, so that the
    reader of the document finds it (`check_utf8`) and only that document is refused.

    Args:
        stream: such as `sys.stdin.buffer`.
        source: name of the stream, for error messages.
        limit: largest number of bytes to read; None for no limit.
    """
    place = Place(source)
    size = number = length = 0  # bytes read; lines passed on; bytes of the line that has begun, which are in `begun`
    begun: list[bytes] = []
    buffered = cast(io.BufferedIOBase, stream)
    while True:
        try:
            # One read of the stream below: `read` would lose the text before damage and delay the lines of a pipe.
            raw = buffered.read1(min(PIECE, MAX_LINE))
        except (EOFError, OSError, zlib.error) as error:
            raise place.error(f"the file is truncated or damaged ({error})", "Download it again", number) from None
        size += len(raw)
        if limit is not None and size > limit:
            raise place.error(
                f"the file unpacks to more than {limit} bytes",
                "If you trust it, raise max_unpacked or unpack it first",
                number,
            )
        end = raw.rfind(b"\n") + 1
        if length + (raw.find(b"\n") + 1 if end else len(raw)) >= MAX_LINE:
            raise place.error(f"the line is longer than {MAX_LINE} bytes", "Is this a text file?", number + 1)
        if end or not raw:
            text = b"".join([*begun, raw[:end]]).decode("utf-8", "surrogateescape")
            if not number:
                text = text.removeprefix(_BOM)
            if text:
                yield text
            if not raw:
                return
            number += raw.count(b"\n")
            begun, length = [], 0
        begun.append(raw[end:])
        length += len(raw) - end


def check_utf8(lines: Sequence[str], place: Place, first: int = 1) -> None:
    """Raise an error for lines that were not valid UTF-8.

    Args:
        lines: lines or pieces as `decoded_pieces` gives them.
        place: file and document, for the error message.
        first: line number of the first line.

    Raises:
        FormatError: invalid UTF-8; the error names line and byte.
    """
    with suppress(UnicodeEncodeError):
        for line in lines:
            if not line.isascii():
                line.encode()
        return
    for number, line in enumerate(lines_of(lines), first):
        raw = line.encode("utf-8", "surrogateescape")
        try:
            raw.decode()
        except UnicodeDecodeError as error:
            encoding = "utf-16" if number == 1 and raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "latin1"
            raise place.error(
                f"byte {error.start + 1} of the line, 0x{raw[error.start]:02X}, is not UTF-8",
                f"Convert the file: `iconv -f {encoding} -t utf8 {place.source or 'FILE'} > NEW`",
                number,
            ) from None


def head(path: Path, size: int = 65536) -> str:
    """Return the first characters of a file, plain or `.gz`, to detect its format."""
    with open_binary(path) as stream:
        try:
            raw = stream.read(size)
        except (EOFError, OSError, zlib.error) as error:
            raise Place(str(path)).error(f"the file cannot be read ({error})", "Download or pack it again") from None
    return raw.decode("utf-8", "replace").removeprefix(_BOM)


@contextmanager
def atomic_writer(path: Path) -> Iterator[TextIO]:
    r"""Open a text stream that replaces the file only if no error occurs (UTF-8, `\n`; gzipped if named `.gz`).

    It is written to a temporary file beside the target. After an error the old file is unchanged and the temporary one
    deleted. Anything but a regular file (a pipe, `/dev/stdout`) is written directly.

    Raises:
        FormatError: the file cannot be created.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file() and not target.is_dir():
        with target.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    temporary = target.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        if target.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        binary = temporary.open("xb")
    except OSError as error:
        raise Place(str(path)).error(
            f"the file cannot be written ({error.strerror})", "Name a file in an existing folder to which you may write"
        ) from None
    try:
        with binary:
            packed = _gzip_writer(binary) if path.suffix == ".gz" else binary
            with io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as stream:
                yield stream
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o7777)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def open_binary(path: Path) -> BinaryIO:
    """Open a file for reading bytes; a `.gz` file is unpacked.

    Raises:
        FormatError: the file cannot be opened.
    """
    try:
        stream = path.open("rb")
    except OSError as error:
        cure = "Check the path" if isinstance(error, FileNotFoundError) else "Check its type and its permissions"
        message = "no such file" if isinstance(error, FileNotFoundError) else f"cannot be opened ({error.strerror})"
        raise FormatError(message, cure=cure, file=str(path)) from None
    if path.suffix != ".gz":
        return stream
    import gzip

    return cast(BinaryIO, io.BufferedReader(_Gzip(gzip.GzipFile(fileobj=stream), stream), 2**16))


class _Gzip(io.RawIOBase):
    """A gzip file that also closes the underlying file."""

    def __init__(self, unpacked: io.BufferedIOBase, packed: BinaryIO):
        self._unpacked = unpacked
        self._packed = packed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        return self._unpacked.readinto1(buffer)  # a single read of the stream below, as in `decoded_pieces`

    def close(self) -> None:
        self._packed.close()
        super().close()


def _gzip_writer(stream: BinaryIO) -> BinaryIO:
    import gzip

    # Without name and time, so that the same documents give the same bytes.
    return cast(BinaryIO, gzip.GzipFile(filename="", mode="wb", fileobj=stream, compresslevel=6, mtime=0))
