"""Paths of local files, and URLs of whatever file systems fsspec knows (`s3://`, `gs://` …), as path objects.

A URL becomes a `UPath` of universal_pathlib, the extra `corefpipe[remote]`, which has the methods of `pathlib.Path`.
All kinds are followed but those of `REFUSED`; `file://` and chains such as `zip://x.txt::file:///y.zip` lead to local
files, `http://` and others to machines that this one can reach.
"""

from __future__ import annotations

import os
import re
import shutil
from os import PathLike
from pathlib import Path
from typing import Any, cast

from corefpipe.exceptions import CorefpipeError

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+(::[A-Za-z0-9+.-]+)*://")

REFUSED = frozenset(("blockcache", "data", "dir", "generic", "reference"))
"""Kinds of URLs that name no files by themselves: fsspec builds them from other file systems, or texts."""


def as_path(path: str | PathLike[str]) -> Path:
    """The path object of a path or URL.

    Raises:
        CorefpipeError: universal_pathlib, or what fsspec needs for this kind of URL, is not installed; a URL of a kind
            that is not followed, or whose file system cannot be reached.
    """
    if isinstance(path, Path) or is_url(path):
        return cast(Path, path)
    if not isinstance(path, str) or not _URL.match(path):
        return Path(path)
    kinds = path.partition("://")[0].lower().split("::")
    if not REFUSED.isdisjoint(kinds):
        raise CorefpipeError(
            f"URLs of the kind {kinds[0]}:// are not followed", cure="Give a file or folder itself", file=path
        )
    try:
        from upath import UPath
    except ModuleNotFoundError:
        raise CorefpipeError(
            "URLs need universal_pathlib, which is not installed",
            cure="pip install 'corefpipe[remote]', and what fsspec needs for this kind of URL, such as s3fs for s3://",
            file=path,
        ) from None
    try:
        url = UPath(path)
        _ = url.fs  # which imports what it needs
    except (ImportError, ValueError) as error:
        raise CorefpipeError(
            f"this file system cannot be used ({' '.join(str(error).split())})",
            cure="Install what fsspec needs for it, such as s3fs for s3:// and gcsfs for gs://",
            file=path,
        ) from None
    except Exception as error:  # of whatever kinds the file system raises
        raise CorefpipeError(
            f"this file system cannot be used ({type(error).__name__}: {' '.join(str(error).split()):.200})",
            cure="Check the address, and what this kind of URL needs",
            file=path,
        ) from error
    return cast(Path, url)


def local_path(path: str | PathLike[str]) -> Path:
    """The path object of a path of this machine, for programs that pass on what their users type.

    Raises:
        CorefpipeError: it is a URL.
    """
    if is_url(path) or (isinstance(path, str) and _URL.match(path)):
        raise CorefpipeError("a URL, and only local files are read here", cure="Give a path", file=str(path))
    return Path(path)


def is_url(path: object) -> bool:
    """Whether a path object is that of a URL."""
    return not isinstance(path, Path) and hasattr(path, "fs")


def place(path: Path) -> str:
    """The absolute path, or the URL, without `/` at its end: the same for all names of a file but links."""
    return str(path).rstrip("/") if is_url(path) else os.path.abspath(path)


def real_place(path: Path) -> str:
    """`place`, with links resolved."""
    return place(path) if is_url(path) else os.path.realpath(path)


def places_above(path: Path) -> list[str]:
    """The `place` of each folder above a file or folder, the nearest first."""
    return [place(parent) for parent in (path if is_url(path) else Path(place(path))).parents]


def relative(path: Path, root: str) -> str:
    """The name of a file relative to the `place` of a folder above it, with `/`."""
    if is_url(path):
        return place(path)[len(root) :].lstrip("/")
    return Path(os.path.relpath(path, root)).as_posix()


def common_place(paths: list[Path]) -> str:
    """The deepest folder, as a `place`, that contains some folders or is one of them.

    Raises:
        ValueError: there is none: other drives, other file systems.
    """
    places = [place(path) for path in paths]
    if not any(map(is_url, paths)):
        return os.path.commonpath(places)
    roots = {found[0] if (found := _URL.match(name)) else "" for name in places}
    if len(roots) > 1:
        raise ValueError("paths of several file systems")
    (root,) = roots
    return root + os.path.commonpath([name.removeprefix(root) for name in places])


def remove(path: Path) -> None:
    """Delete a file, or a folder with all that is in it, if it exists."""
    if not path.is_dir() or path.is_symlink():
        path.unlink(missing_ok=True)
    elif is_url(path):
        _file_system(path).rm(_inside(path), recursive=True)
    else:
        shutil.rmtree(path)


def upload(source: Path, target: Path) -> None:
    """Copy a local file to a URL, in place of an older one; on an object store it appears when it is complete.

    Raises:
        OSError: it cannot be written.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    _file_system(target).put_file(str(source), _inside(target))


def _file_system(path: Path) -> Any:
    return path.fs  # type: ignore[attr-defined]  # of a UPath


def _inside(path: Path) -> str:
    return path.path  # type: ignore[attr-defined]
