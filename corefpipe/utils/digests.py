"""SHA-256 digests of bytes and of the contents of files, independent of where the files are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from corefpipe.errors import FormatError


def digest_of_bytes(*parts: bytes | memoryview) -> str:
    """Digest of one or more buffers; the boundaries between them matter."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(hashlib.sha256(part).digest())
    return whole.hexdigest()


def digest_of_files(paths: Iterable[Path]) -> str:
    """Digest of files and folders: of contents, and in folders of the names of files; compiled Python is ignored.

    Raises:
        FormatError: no such file, or one that cannot be read.
    """
    whole = hashlib.sha256()
    for path in paths:
        for file in _inside(path):
            name = file.relative_to(path).as_posix()
            try:
                with file.open("rb") as stream:
                    content = hashlib.file_digest(stream, "sha256").hexdigest()
            except FileNotFoundError:
                raise FormatError("no such file", cure="Check the path", file=str(file)) from None
            except OSError as error:
                cure = "Check the path, and its permissions"
                raise FormatError(f"the file cannot be read ({error.strerror})", cure=cure, file=str(file)) from None
            whole.update(f"{name}\0{content}\n".encode("utf-8", "surrogateescape"))
    return whole.hexdigest()


def _inside(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.is_file() and file.suffix != ".pyc")
