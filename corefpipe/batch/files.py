"""What files are like on the disk: their size, their time, a digest of what is in them."""

from __future__ import annotations

import hashlib
import shutil
from contextlib import suppress
from pathlib import Path

from corefpipe.batch.inputs import files_of
from corefpipe.errors import FormatError


def fingerprint(path: Path) -> tuple[int, int, str]:
    """(bytes, time of the last change in nanoseconds, SHA-256) of the files that are read as one.

    Raises:
        FormatError: one cannot be read.
    """
    found = hashlib.sha256()
    try:
        size, mtime_ns = state_of(path)
        for file in files_of(path):
            with file.open("rb") as stream:
                found.update(hashlib.file_digest(stream, "sha256").digest())
    except OSError as error:
        raise FormatError(
            f"the file cannot be read ({error.strerror})", cure="Check the path, and its permissions", file=str(path)
        ) from None
    return size, mtime_ns, found.hexdigest()


def size_of(path: Path) -> int | None:
    """Bytes of a file, or of the files of a folder; None where there is neither."""
    with suppress(OSError):
        return sum(file.stat().st_size for file in path.iterdir()) if path.is_dir() else path.stat().st_size
    return None


def remove(path: Path) -> None:
    """Deletes a file or folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def state_of(path: Path) -> tuple[int, int]:
    """(bytes, time of the last change in nanoseconds) of the files that are read as one."""
    found = [file.stat() for file in files_of(path)]
    return sum(each.st_size for each in found), max(each.st_mtime_ns for each in found)
