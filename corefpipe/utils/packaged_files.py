"""Contents of files of this package, which need not stay in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parents[1]


class PackagedFiles(Mapping[str, bytes]):
    """Files of a folder of this package: name -> contents, read when they are asked for.

    Pickles have the contents: another machine may have the package in another place.
    """

    def __init__(self, folder: Path, names: tuple[str, ...]):
        self._folder, self._names = folder, names

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        return (self._folder / name).read_bytes()

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


def kept_files(folder: Path, contents: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The files of a folder with these contents, from which a model can be saved.

    Those of a packaged model are read again when needed; those of other folders, which may be deleted, are kept in
    memory.
    """
    folder = folder.resolve()
    return PackagedFiles(folder, tuple(contents)) if folder.is_relative_to(_PACKAGE) else contents
