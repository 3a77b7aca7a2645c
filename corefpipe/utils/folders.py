"""Folders whose files belong together: they are replaced all at once, whenever the process is interrupted.

New files are written to a subfolder. When they are complete, the subfolder is renamed to `NEW`, and from then on its
files count (`current`), before and while they are moved to their places (`put_in_place`).
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path

from corefpipe.exceptions import SettingError

NEW = ".new"
"""Subfolder with complete files that are not in their places yet."""
_STAGED, _OLD = ".staged", ".old"
LEFTOVERS = (NEW, _STAGED, _OLD)
"""Subfolders that an interrupted process may leave behind."""


def replace_files(folder: Path, write: Callable[[Path], None]) -> None:
    """Write files and subfolders into a folder, in place of those of the same names; after an error all is as before.

    Args:
        folder: the folder; created with its parents if it does not exist.
        write: writes them into an empty folder.
    """
    created = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    staged = folder / _STAGED
    try:
        put_in_place(folder)
        shutil.rmtree(staged, ignore_errors=True)
        staged.mkdir()
        write(staged)
        staged.rename(folder / NEW)
    except BaseException:
        shutil.rmtree(staged, ignore_errors=True)
        if created:
            with suppress(OSError):  # not empty: other files
                folder.rmdir()
        raise
    put_in_place(folder)


def write_files(files: Mapping[str, bytes], folder: Path) -> None:
    """Write files with these names and contents into a folder; `partial(write_files, files)` is for `replace_files`."""
    for name, content in files.items():
        (folder / name).write_bytes(content)


def put_in_place(folder: Path) -> None:
    """Move complete new files to their places, also those of an earlier process that was killed."""
    new, old = folder / NEW, folder / _OLD
    shutil.rmtree(old, ignore_errors=True)
    if not new.is_dir():
        return
    for entry in sorted(new.iterdir()):
        target = folder / entry.name
        if target.is_dir():
            target.rename(old)
        os.replace(entry, target)
        shutil.rmtree(old, ignore_errors=True)
    new.rmdir()


def current(folder: Path, name: str) -> Path:
    """Where a file or subfolder is: in its place, or among the new ones of a process that was killed."""
    return folder / NEW / name if (folder / NEW / name).exists() else folder / name


def try_folder(folder: Path) -> None:
    """Create a file in a folder, and the folder if there is none, and delete them again.

    Permissions do not tell whether that is possible: root has all of them in /proc.

    Raises:
        OSError: it is not.
    """
    missing = [place for place in (folder, *folder.absolute().parents) if not os.path.exists(place)]
    created = []
    try:
        for place in reversed(missing):
            place.mkdir()
            created.append(place)
        with tempfile.TemporaryFile(dir=folder):
            pass
    finally:
        for place in reversed(created):
            with suppress(OSError):  # not empty: files of another process
                place.rmdir()


def check_writable_folder(folder: Path) -> None:
    """Check, by trying it, that files can be written to a folder, which need not exist.

    Raises:
        SettingError: it cannot be created or written to.
    """
    try:
        try_folder(folder)
    except OSError as error:
        what = "written to" if os.path.isdir(folder) else "created"
        raise SettingError(
            f"the folder cannot be {what} ({error.strerror})",
            cure="Name a folder to which you may write, or a new one in such a folder",
            file=str(folder),
        ) from None


def check_output_folder(folder: Path, own: Collection[str], what: str) -> None:
    """Check that files can be written to a folder, and that it has none but our own.

    Args:
        folder: the folder, which need not exist.
        own: names of the files and subfolders that may be there.
        what: what the folder is for, in the error: "the model".

    Raises:
        SettingError: it is a file, cannot be created or written to, or has other files.
    """
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise SettingError("a file, not a folder", cure=f"Name a folder for {what}", file=str(folder))
    check_writable_folder(folder)
    others = sorted({path.name for path in folder.iterdir()} - {*own, *LEFTOVERS}) if folder.is_dir() else []
    if others:
        listed = ", ".join(others[:3]) + (" …" if len(others) > 3 else "")
        cure = f"Name a new folder for {what}"
        raise SettingError(f"the folder has other files ({listed})", cure=cure, file=str(folder))
