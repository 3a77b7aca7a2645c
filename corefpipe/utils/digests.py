"""SHA-256 digests of bytes and of the contents of files, independent of where the files are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from corefpipe.exceptions import FormatError, ModelError

SUMS = "SHA256SUMS"
"""File with the digests of the other files of a folder, one `DIGEST  NAME` per line, as `sha256sum --check` reads it.

It detects damage. Whoever changes the other files on purpose deletes it, or writes it anew with `sha256sum`.
"""


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
        for name, content in _digests(path).items():
            whole.update(f"{name}\0{content}\n".encode("utf-8", "surrogateescape"))
    return whole.hexdigest()


def sums_of(files: Mapping[str, bytes]) -> bytes:
    """The file `SUMS` for files by name."""
    return _to_lines({name: hashlib.sha256(data).hexdigest() for name, data in files.items()})


def check_sums(sums: bytes, files: Mapping[str, bytes], folder: str) -> None:
    """Compare files with their digests.

    Args:
        sums: the file `SUMS`.
        files: the files by name.
        folder: their folder, for the error.

    Raises:
        ModelError: a file differs from its digest, or is missing.
    """
    _compare(sums, {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}, folder)


def write_folder_sums(folder: Path) -> None:
    """Write `SUMS` for all files of a folder and its subfolders."""
    (folder / SUMS).unlink(missing_ok=True)
    (folder / SUMS).write_bytes(_to_lines(_digests(folder)))


def check_folder(folder: Path) -> None:
    """Compare the files of a folder with their digests; a folder without `SUMS` is not checked.

    Raises:
        ModelError: a file differs from its digest, or is missing.
    """
    if (folder / SUMS).is_file():
        _compare((folder / SUMS).read_bytes(), _digests(folder), str(folder))


def _digests(path: Path) -> dict[str, str]:
    """The digest of each file by its name relative to the path."""
    found = {}
    for file in _inside(path):
        try:
            with file.open("rb") as stream:
                found["." if file == path else file.relative_to(path).as_posix()] = hashlib.file_digest(
                    stream, "sha256"
                ).hexdigest()
        except FileNotFoundError:
            raise FormatError("no such file", cure="Check the path", file=str(file)) from None
        except OSError as error:
            cure = "Check the path, and its permissions"
            raise FormatError(f"the file cannot be read ({error.strerror})", cure=cure, file=str(file)) from None
    return found


def _inside(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.is_file() and file.suffix != ".pyc")


def _to_lines(digests: Mapping[str, str]) -> bytes:
    return "".join(f"{digest}  {name}\n" for name, digest in digests.items()).encode()


def _compare(sums: bytes, found: Mapping[str, str], folder: str) -> None:
    for line in sums.decode("utf-8", "replace").splitlines():
        digest, _, name = line.partition("  ")
        if found.get(name) != digest:
            what = "has changed since it was written, or is damaged" if name in found else "is missing"
            raise ModelError(
                f"{name or SUMS} {what} (its SHA-256 digest in {SUMS})",
                cure=f"Copy or train the model again; if you changed it on purpose, delete {SUMS}",
                file=folder,
            )
