"""Read `.npz` files that may be hostile: what an array declares is checked before memory is taken for it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from io import BytesIO
from math import prod
from pathlib import Path
from tokenize import TokenError
from typing import IO
from zipfile import BadZipFile, ZipFile, ZipInfo

import numpy as np
from numpy.lib import format as npy

FREE = 64 * 2**20
"""Size in bytes to which any file may unpack."""
RATIO = 100
"""Number of times its own size to which a larger file may unpack; files of features and weights unpack to 5 to 20."""
LARGEST_WEIGHT = 1_000_000_000
"""Size of weights up to which their sums and products are finite in single precision; trained ones are below 100."""
_KINDS = "biuf"  # booleans and numbers


def read_arrays(file: bytes | Path) -> dict[str, np.ndarray]:
    """The arrays of an `.npz` file: numbers and booleans, and single byte strings.

    Args:
        file: its path, or its bytes.

    Raises:
        OSError: it cannot be opened.
        ValueError: it is damaged; or has objects, numbers that are not finite, or unpacks to far more than its size.
    """
    size = len(file) if isinstance(file, bytes) else file.stat().st_size
    try:
        with ZipFile(BytesIO(file) if isinstance(file, bytes) else file) as archive:
            members = {one.filename.removesuffix(".npy"): one for one in archive.infolist()}
            if len(members) < len(archive.infolist()):
                raise ValueError("an array that stands in it twice")
            limit = max(FREE, RATIO * size)
            if sum(one.file_size for one in members.values()) > limit:
                raise ValueError(f"arrays of over {limit} bytes in a file of {size}")
            return {name: _read(archive, member, name) for name, member in members.items()}
    except (EOFError, BadZipFile, zlib.error, NotImplementedError, RuntimeError) as error:
        # The last two: unknown compression, encryption.
        raise ValueError(" ".join(str(error).split()) or "it is cut short") from error


def _read(archive: ZipFile, member: ZipInfo, name: str) -> np.ndarray:
    with archive.open(member) as stream:
        shape, dtype = _header(stream, name)
        declared = stream.tell() + prod(shape) * dtype.itemsize
        if declared != member.file_size:
            raise ValueError(f"{name} declares {declared} bytes and has {member.file_size}")
        stream.seek(0)
        array: np.ndarray = npy.read_array(stream, allow_pickle=False)
    if dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{name} has numbers that are not finite")
    return array


def _header(stream: IO[bytes], name: str) -> tuple[tuple[int, ...], np.dtype]:
    """Shape and type that an array declares."""
    version = npy.read_magic(stream)
    if version not in _HEADERS:
        raise ValueError(f"{name} is in version {version} of NumPy's format")
    try:
        shape, _, dtype = _HEADERS[version](stream)
    except (RecursionError, MemoryError, SyntaxError, TokenError) as error:  # NumPy parses it as Python
        raise ValueError(f"{name} has no valid header") from error
    if dtype.kind not in _KINDS and not (dtype.kind == "S" and shape == ()):
        raise ValueError(f"{name} has values of type {dtype}, not numbers")
    return shape, dtype


_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def as_weights(array: np.ndarray, name: str) -> np.ndarray:
    """Weights as they are calculated with, float32.

    Raises:
        ValueError: some are not finite in this precision, or so large that sums of them might not be.
    """
    with np.errstate(over="ignore"):
        found = array.astype(np.float32)
    if not (np.abs(found) <= LARGEST_WEIGHT).all():
        raise ValueError(f"{name} has weights above {LARGEST_WEIGHT:,}")
    return found


def check_kinds(arrays: Mapping[str, np.ndarray], kinds: Mapping[str, str]) -> None:
    """Check that there are exactly the expected arrays, each of an expected kind.

    Args:
        arrays: the arrays by name.
        kinds: name -> kinds of NumPy types, such as "f" for floats, "iu" for integers.

    Raises:
        ValueError: an array is missing, unknown or of another kind.
    """
    for name in kinds:
        if name not in arrays:
            raise ValueError(f"the array {name} is missing")
    for name, array in arrays.items():
        if name not in kinds:
            raise ValueError(f"an array {name}, which nothing uses")
        if array.dtype.kind not in kinds[name]:
            raise ValueError(f"{name} has values of type {array.dtype}")
