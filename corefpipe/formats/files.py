"""UTF-8 lines of plain or gzipped files within limits, and atomic writing."""

from __future__ import annotations

import io
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from corefpipe.exceptions import FormatError
from corefpipe.formats.binary import refuse_binary
from corefpipe.formats.opening import open_binary
from corefpipe.formats.reading import Place, Reading
from corefpipe.utils.paths import is_url, upload
from corefpipe.utils.text import encodable

MAX_LINE = 32 * 2**20
"""Longest line in bytes. JSON takes up to 25 times that in memory."""

WHERE_TO_WRITE = "Name a file in an existing folder to which you may write"
"""The cure for a file that cannot be written."""

BOM = "\ufeff"
"""The byte order mark, which readers remove from the beginning of a file."""
PIECE = 2**20
"""Number of bytes read at a time."""


def open_pieces(path: Path, reading: Reading) -> Iterator[str]:
    """Yield the text of a file, plain or gzipped, as `decoded_pieces` does.

    Raises:
        FormatError: the file cannot be opened, or is not a complete gzip file.
    """
    with open_binary(path) as stream:
        yield from decoded_pieces(stream, str(path), reading)


def lines_of(pieces: Iterable[str]) -> Iterator[str]:
    r"""Yield the lines, with their line ends, of pieces of whole lines."""
    for piece in pieces:
        if 0 <= piece.find("\n") < len(piece) - 1:
            yield from io.StringIO(piece, newline="\n")
        else:
            yield piece


def decoded_pieces(stream: BinaryIO, source: str, reading: Reading) -> Iterator[str]:
    r"""Yield the text of a binary stream in pieces of one or more whole lines, with their line ends.

    `\n` and `\r\n` end a line; a byte order mark is removed. Invalid UTF-8 is decoded to lone surrogates, so that the
    reader of the document finds it (`check_utf8`) and only that document is refused.

    Args:
        stream: such as `sys.stdin.buffer`.
        source: name of the stream, for error messages.
        reading: counts what is read of a document, and refuses one that is too long.

    Raises:
        FormatError: the stream is damaged, is not text, or has a document or line that is too long.
    """
    place = Place(source)
    number = length = 0  # lines passed on; bytes of the line that has begun, which are in `begun`
    first = True
    begun: list[bytes] = []
    buffered = cast(io.BufferedIOBase, stream)
    while True:
        try:
            # One read of the stream below: `read` would lose the text before damage and delay the lines of a pipe.
            raw = buffered.read1(min(PIECE, MAX_LINE, max(reading.max_document // 64, 1)))
        except (EOFError, OSError, zlib.error) as error:
            raise place.error(f"the file is truncated or damaged ({error})", "Download it again", number) from None
        except FormatError as error:
            error.line = number + 1
            raise
        if first:
            refuse_binary(raw, place)
            first = False
        reading.count(len(raw), raw.count(b"\n"), source, number + 1)
        end = raw.rfind(b"\n") + 1
        if length + (raw.find(b"\n") + 1 if end else len(raw)) >= MAX_LINE:
            cure = "Split it into several lines or documents; is this a text file?"
            raise place.error(f"the line is longer than {MAX_LINE} bytes", cure, number + 1)
        if end or not raw:
            text = b"".join([*begun, raw[:end]]).decode("utf-8", "surrogateescape")
            if not number:
                text = text.removeprefix(BOM)
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
            # cp1252 is Latin-1 with quotation marks and dashes in place of control characters that no text has.
            encoding = "utf-16" if number == 1 and raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp1252"
            raise place.error(
                f"byte {error.start + 1} of the line, 0x{raw[error.start]:02X}, is not UTF-8",
                f"Convert the file: `{place.conversion(f'iconv -f {encoding} -t utf8')}`",
                number,
            ) from None


@contextmanager
def atomic_writer(path: Path) -> Iterator[TextIO]:
    r"""Open a text stream that replaces the file only if no error occurs (UTF-8, `\n`; gzipped if named `.gz`).

    It is written to a temporary file beside the target. After an error the old file is unchanged and the temporary one
    deleted. Anything but a regular file (a pipe, `/dev/stdout`) is written directly; what goes to a URL is uploaded
    when it is complete.

    Raises:
        FormatError: the file cannot be created, or UTF-8 cannot represent the text.
    """
    if is_url(path):
        with _uploaded(path) as stream:
            yield stream
        return
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    target = Path(os.path.realpath(path))  # of a pipe it may be no path at all
    temporary = target.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        if target.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        binary = temporary.open("xb")
    except OSError as error:
        raise Place(str(path)).error(f"the file cannot be written ({error.strerror})", WHERE_TO_WRITE) from None
    try:
        with binary:
            packed = _gzip_writer(binary) if path.suffix == ".gz" else binary
            with io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as stream:
                yield stream
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o7777)
        temporary.replace(target)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, UnicodeEncodeError):
            text = encodable(error.object[max(error.start - 20, 0) : error.end + 20])
            message = f"the text contains half of a surrogate pair, {text!r}"
            raise Place(str(path)).error(message, "Replace it, for example by U+FFFD") from None
        raise


@contextmanager
def _uploaded(path: Path) -> Iterator[TextIO]:
    """Open a local file that is copied to a URL if no error occurs."""
    with tempfile.TemporaryDirectory() as folder:
        local = Path(folder) / Path(path.name).name
        with atomic_writer(local) as stream:
            yield stream
        try:
            upload(local, path)
        except OSError as error:
            raise Place(str(path)).error(
                f"the file cannot be written ({error.strerror or error})", "Check the address, and your permissions"
            ) from None


def _gzip_writer(stream: BinaryIO) -> BinaryIO:
    import gzip

    # Without name and time, so that the same documents give the same bytes.
    return cast(BinaryIO, gzip.GzipFile(filename="", mode="wb", fileobj=stream, compresslevel=6, mtime=0))
