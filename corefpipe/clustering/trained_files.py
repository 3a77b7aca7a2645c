"""The files of a trained clusterer in a folder: written all or none, with digests, and read with checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from corefpipe.exceptions import ModelError
from corefpipe.utils.digests import SUMS, check_sums, sums_of
from corefpipe.utils.folders import current, replace_files, write_files


def write_trained(files: Mapping[str, bytes], folder: Path) -> None:
    """Write files and their digests into a folder, in place of those that are there."""
    replace_files(folder, partial(write_files, {**files, SUMS: sums_of(files)}))


def read_trained(folder: Path, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, bytes]:
    """The contents of files by name; without `SUMS` they are not compared with their digests.

    Raises:
        ModelError: a file of another digest.
        OSError: one of the required files is missing or cannot be read.
    """
    places = {name: current(folder, name) for name in (*required, *optional, SUMS)}
    files = {name: path.read_bytes() for name, path in places.items() if path.is_file() or name in required}
    sums = files.pop(SUMS, None)
    if sums is not None:
        check_sums(sums, files, str(folder))
    return files


@contextmanager
def read_errors(folder: Path, settings: str, what: str, written_by: str, again: str) -> Iterator[None]:
    """Context manager that makes errors of reading a trained clusterer tell the folder and the cure.

    Args:
        folder: the folder.
        settings: name of the file without which there is no clusterer.
        what: what is read, for errors, such as "clusterer".
        written_by: what writes such a folder, for errors.
        again: what makes a new one, for errors, such as "Train it again".

    Raises:
        ModelError: files that are missing, damaged or cannot be read.
    """
    if not current(folder, settings).is_file():
        cure = f"Name a folder that {written_by} wrote"
        raise ModelError(f"there is no {settings}, so no {what}", cure=cure, file=str(folder))
    try:
        yield
    except ModelError as error:
        error.file = str(folder)
        raise
    except (ValueError, LookupError, TypeError, OSError, EOFError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise ModelError(f"no clusterer can be read: {reason}", cure=again, file=str(folder)) from error
