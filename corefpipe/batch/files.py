"""What files are like on the disk: their size, their time, a digest of what is in them."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from corefpipe.batch.inputs import files_of
from corefpipe.errors import FormatError
from corefpipe.utils.digests import digest_of_files


def fingerprint(path: Path) -> tuple[int, int, str]:
    """(bytes, time of the last change in nanoseconds, SHA-256) of the files that are read as one.

    Raises:
        FormatError: one cannot be read.
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
