"""Size, modification time and digest of input files, and deletion of results."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from corefpipe.batch.inputs import files_of
from corefpipe.errors import FormatError
from corefpipe.utils.digests import digest_of_files


def fingerprint(path: Path) -> tuple[int, int, str]:
    """(size in bytes, modification time in nanoseconds, SHA-256) of an input, its companion file included.

    Raises:
        FormatError: a file cannot be read.
    """
    try:
        size, mtime_ns = state_of(path)
        digest = digest_of_files(files_of(path))
    except OSError as error:
        raise FormatError(
            f"the file cannot be read ({error.strerror})", cure="Check the path, and its permissions", file=str(path)
        ) from None
    return size, mtime_ns, digest


def size_of(path: Path) -> int | None:
    """Size in bytes of a file, or of the files in a folder; None if the path does not exist."""
    with suppress(OSError):
        return sum(file.stat().st_size for file in path.iterdir()) if path.is_dir() else path.stat().st_size
    return None


def remove(path: Path) -> None:
    """Delete a file or folder, if it exists."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def state_of(path: Path) -> tuple[int, int]:
    """(size in bytes, modification time in nanoseconds) of an input, its companion file included."""
    found = [file.stat() for file in files_of(path)]
    return sum(each.st_size for each in found), max(each.st_mtime_ns for each in found)
