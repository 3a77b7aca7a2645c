"""The files of an encoder: its labels, its word pieces, and its network as NumPy arrays or ONNX."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from corefpipe.exceptions import ModelError
from corefpipe.parsing.encoder.numpy_network import NumpyNetwork
from corefpipe.parsing.encoder.onnx_network import OnnxNetwork
from corefpipe.parsing.encoder.parser import Network
from corefpipe.utils.digests import digest_of_bytes

LABELS, PIECES = "labels.json", "pieces.txt"
"""The labels of each task, and the word pieces."""
ARRAYS = "network.npz"
"""A network that NumPy runs."""
WINDOWS, RELATIONS = "windows.onnx", "relations.onnx"
"""The network of windows, and that of relations, for onnxruntime."""
_PACKAGE = Path(__file__).resolve().parents[2]


@dataclass(slots=True, frozen=True)
class EncoderFiles:
    """The files of a loaded encoder, from which it can be saved.

    The files of a packaged model are read again when needed, which saves at least 15 MB per process; those of other
    folders, which may be deleted, are kept in memory.

    Attributes:
        kept: name -> contents.
        folder: folder of a packaged model; None for others.
    """

    kept: Mapping[str, bytes] = field(default_factory=dict)
    folder: Path | None = None

    @classmethod
    def of(cls, folder: Path, contents: Mapping[str, bytes]) -> EncoderFiles:
        """The files of a folder with these contents."""
        packaged = folder.resolve().is_relative_to(_PACKAGE)
        return cls(folder=folder.resolve()) if packaged else cls(contents)

    def contents(self) -> Mapping[str, bytes]:
        """Name -> contents of each file."""
        return self.kept if self.folder is None else read_files(self.folder)


def read_files(folder: Path) -> dict[str, bytes]:
    """The contents of the files of a folder.

    Raises:
        ModelError: a file is missing.
    """
    onnx = (folder / WINDOWS).is_file() or (folder / RELATIONS).is_file()
    names = (LABELS, PIECES, *((WINDOWS, RELATIONS) if onnx else (ARRAYS,)))
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        raise ModelError(f"no encoder: {', '.join(missing)} missing", cure="Train it again", file=str(folder))
    return {name: (folder / name).read_bytes() for name in names}


def digest_of(files: Mapping[str, bytes]) -> str:
    """Digest of an encoder's files, by which context networks identify it."""
    return digest_of_bytes(*(files[name] for name in sorted(files)))


def read_labels(files: Mapping[str, bytes]) -> dict[str, list[str]]:
    """The labels of each task by number."""
    return {task: [str(value) for value in values] for task, values in json.loads(files[LABELS]).items()}


def read_pieces(files: Mapping[str, bytes]) -> list[str]:
    """The word pieces by number."""
    return files[PIECES].decode().split("\n")


def read_network(files: Mapping[str, bytes]) -> Network:
    """The network.

    Raises:
        ModelError: it cannot be read, or its library is not installed.
    """
    if ARRAYS in files:
        return NumpyNetwork(files[ARRAYS])
    return OnnxNetwork(files[WINDOWS], files[RELATIONS])
