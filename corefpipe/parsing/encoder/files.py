"""The files of an encoder: its labels, its word pieces, and its network as NumPy arrays or ONNX."""

from __future__ import annotations

import json
from collections.abc import Mapping
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
