"""Files in and out: UTF-8 lines from plain or gzip files within a size limit, and writing that is all or nothing."""

from __future__ import annotations

import io
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from corefpipe.errors import FormatError
from corefpipe.formats.reading import Place

MAX_LINE = 256 * 2**20
"""Bytes of the longest line that is read."""

MAX_UNPACKED = 4 * 2**30
"""Bytes that a compressed file may unpack to: a small file cannot fill the memory or run for ever."""

_BOM = b"\xef\xbb\xbf"


def open_lines(path: Path) -> Iterator[str]:
    """The lines of a file, plain or `.gz`, as `decoded_lines` gives them.

    Raises:
        FormatError: the file cannot be opened, or is not a complete gzip file.
    """
    with _open(path) as stream:
        yield from decoded_lines(stream, str(path), MAX_UNPACKED if path.suffix == ".gz" else None)


def decoded_lines(stream: BinaryIO, source: str, limit: int | None = None) -> Iterator[str]:
    r"""Lines of a binary stream with their line ends; `\n` and `\r\n` end a line; a byte order mark is left out.

    Bytes that are no UTF-8 come as lone surrogates, so that the reader of the document finds them (`check_utf8`) and
    only that document is refused.

    Args:
        stream: such as `sys.stdin.buffer`.
        source: name of the stream for the errors.
        limit: how many bytes to read at most, if there is a limit.
    """
    place = Place(source)
    size = number = 0
    while True:
        try:
            raw = stream.readline(MAX_LINE)
        except (EOFError, OSError, zlib.error) as error:
            raise place.error(f"the file breaks off or is damaged ({error})", "Fetch it again", number) from None
        if not raw:
            return
        number += 1
        size += len(raw)
        if len(raw) == MAX_LINE:
            raise place.error(f"the line is longer than {MAX_LINE} bytes", "Is this a text file?", number)
        if limit is not None and size > limit:
            raise place.error(f"the file unpacks to more than {limit} bytes", "Unpack it, and read it unpacked", number)
        if number == 1:
            raw = raw.removeprefix(_BOM)
        yield raw.decode("utf-8", "surrogateescape")


def check_utf8(lines: Sequence[str], place: Place, first: int = 1) -> None:
    """Refuses lines that were no UTF-8.

    Args:
        lines: lines as `decoded_lines` gives them.
        place: file and document, for the error.
        first: line number of the first.
    """
    with suppress(UnicodeEncodeError):
        "".join(lines).encode()
        return
    for number, line in enumerate(lines, first):
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
    with _open(path) as stream:
        try:
            raw = stream.read(size)
        except (EOFError, OSError, zlib.error) as error:
            raise Place(str(path)).error(f"the file cannot be read ({error})", "Fetch or pack it again") from None
    return raw.removeprefix(_BOM).decode("utf-8", "replace")


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


def _open(path: Path) -> BinaryIO:
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
        return self._unpacked.readinto(buffer)

    def close(self) -> None:
        self._packed.close()
        super().close()


def _gzip_writer(stream: BinaryIO) -> BinaryIO:
    import gzip

    # Neither name nor time of writing inside: the same documents give the same bytes.
    return cast(BinaryIO, gzip.GzipFile(filename="", mode="wb", fileobj=stream, compresslevel=6, mtime=0))
