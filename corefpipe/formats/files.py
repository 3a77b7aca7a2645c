"""Files in and out: UTF-8 lines from plain or gzip files within a size limit, and writing that is all or nothing."""

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
"""Bytes of the longest line that is read."""

_BOM = "\ufeff"
_PIECE = 2**20
"""Bytes that are read at a time."""


def open_pieces(path: Path, max_unpacked: int = MAX_UNPACKED) -> Iterator[str]:
    """The text of a file, plain or `.gz`, as `decoded_pieces` gives it.

    Args:
        path: the file.
        max_unpacked: bytes that it may unpack to, if it is packed.

    Raises:
        FormatError: the file cannot be opened, or is not a complete gzip file.
    """
    with open_binary(path) as stream:
        yield from decoded_pieces(stream, str(path), max_unpacked if path.suffix == ".gz" else None)


def decoded_lines(stream: BinaryIO, source: str, limit: int | None = None) -> Iterator[str]:
    """The lines of a binary stream with their line ends; see `decoded_pieces`."""
    return lines_of(decoded_pieces(stream, source, limit))


def lines_of(pieces: Iterable[str]) -> Iterator[str]:
    r"""The lines, with their line ends, of pieces of text that end where a line ends."""
    for piece in pieces:
        if 0 <= piece.find("\n") < len(piece) - 1:
            yield from io.StringIO(piece, newline="\n")
        else:
            yield piece


def decoded_pieces(stream: BinaryIO, source: str, limit: int | None = None) -> Iterator[str]:
    r"""The text of a binary stream, piece by piece, each of one whole line or several with their line ends.

    `\n` and `\r\n` end a line; a byte order mark is left out. Bytes that are no UTF-8 come as lone surrogates, so that
    the reader of the document finds them (`check_utf8`) and only that document is refused.

    Args:
        stream: such as `sys.stdin.buffer`.
        source: name of the stream for the errors.
        limit: how many bytes to read at most, if there is a limit.
    """
    place = Place(source)
    size = number = length = 0  # bytes read; lines passed on; bytes of the line that has begun, which are in `begun`
    begun: list[bytes] = []
    buffered = cast(io.BufferedIOBase, stream)
    while True:
        try:
            # One read of what lies below: `read` would lose what stands before a damage, and let a pipe's lines wait.
            raw = buffered.read1(min(_PIECE, MAX_LINE))
        except (EOFError, OSError, zlib.error) as error:
            raise place.error(f"the file breaks off or is damaged ({error})", "Fetch it again", number) from None
        size += len(raw)
        if limit is not None and size > limit:
            raise place.error(
                f"the file unpacks to more than {limit} bytes",
                "If it is no trap, raise max_unpacked, or unpack it first",
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
    """Refuses lines that were no UTF-8.

    Args:
        lines: lines or pieces as `decoded_pieces` gives them.
        place: file and document, for the error.
        first: line number of the first.
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
    """The first characters of a file, plain or `.gz`, for sniffing."""
    with open_binary(path) as stream:
        try:
            raw = stream.read(size)
        except (EOFError, OSError, zlib.error) as error:
            raise Place(str(path)).error(f"the file cannot be read ({error})", "Fetch or pack it again") from None
    return raw.decode("utf-8", "replace").removeprefix(_BOM)


@contextmanager
def atomic_writer(path: Path) -> Iterator[TextIO]:
    r"""A text stream (UTF-8, `\n`; packed if the name ends in `.gz`) that becomes the file when all went well.

    It is written beside the file and takes its place at the end. When anything fails the old file is untouched and
    nothing is left over. What is no regular file (a pipe, `/dev/stdout`) is written directly.

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
            f"the file cannot be written ({error.strerror})", "Name a file in a folder that exists and is yours"
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
    """The bytes of a file, plain or unpacked.

    Raises:
        FormatError: it cannot be opened.
    """
    try:
        stream = path.open("rb")
    except OSError as error:
        cure = "Check the path" if isinstance(error, FileNotFoundError) else "Check what it is, and its permissions"
        message = "no such file" if isinstance(error, FileNotFoundError) else f"cannot be opened ({error.strerror})"
        raise FormatError(message, cure=cure, file=str(path)) from None
    if path.suffix != ".gz":
        return stream
    import gzip

    return cast(BinaryIO, io.BufferedReader(_Gzip(gzip.GzipFile(fileobj=stream), stream), 2**16))


class _Gzip(io.RawIOBase):
    """A gzip file that closes the file below it too."""

    def __init__(self, unpacked: io.BufferedIOBase, packed: BinaryIO):
        self._unpacked = unpacked
        self._packed = packed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        return self._unpacked.readinto1(buffer)  # one read of what lies below, as in `decoded_pieces`

    def close(self) -> None:
        self._packed.close()
        super().close()


def _gzip_writer(stream: BinaryIO) -> BinaryIO:
    import gzip

    # Neither name nor time of writing inside: the same documents give the same bytes.
    return cast(BinaryIO, gzip.GzipFile(filename="", mode="wb", fileobj=stream, compresslevel=6, mtime=0))
