"""The files of a network: settings, encoder, heads and word pieces, in a folder or in bytes; no pickle.

`network.toml` says how the network reads; `encoder.onnx` gives the vectors of word pieces, `heads.npz` scores of them;
`pieces.txt` has the word pieces, one per line; `SHA256SUMS` the digests of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from corefpipe.exceptions import ModelError
from corefpipe.network.context import Context
from corefpipe.network.heads import Heads
from corefpipe.network.onnx_encoder import CURE, OnnxEncoder
from corefpipe.network.pieces import WordPieces
from corefpipe.utils.arrays import read_arrays
from corefpipe.utils.digests import SUMS, check_sums, sums_of
from corefpipe.utils.folders import write_files
from corefpipe.utils.toml import decoded_toml, from_toml, to_toml

SETTINGS, ENCODER, HEADS, PIECES = FILES = ("network.toml", "encoder.onnx", "heads.npz", "pieces.txt")
FORMAT = 1
"""Version of the folder; raised by changes that older code cannot read."""
LONGEST_WINDOW = 4096
_KINDS: Mapping[str, type | tuple[type, ...]] = {
    "format": int,
    "name": str,
    "window": int,
    "around": int,
    "pieces_of_word": int,
    "unknown": str,
    "begin": str,
    "end": str,
    "licence": str,
    "trained_on": list,
}


@dataclass(slots=True, frozen=True)
class NetworkSettings:
    """What `network.toml` says.

    Attributes:
        name: of the network.
        window, around: see `Context`.
        pieces_of_word: pieces of a word that are read; the others are left out.
        unknown, begin, end: the pieces for unknown ones, and for the ends of a window.
        licence: of the weights.
        trained_on: names of the corpora.
    """

    name: str
    window: int = 512
    around: int = 0
    pieces_of_word: int = 8
    unknown: str = "[UNK]"
    begin: str = "[CLS]"
    end: str = "[SEP]"
    licence: str = ""
    trained_on: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, text: str) -> NetworkSettings:
        """Read the text of `network.toml`; ValueError where it is none, or has a wrong value."""
        table: dict[str, Any] = from_toml(text)
        if table.get("format") != FORMAT:
            raise ValueError(f"a network of format {table.get('format')}; this corefpipe reads format {FORMAT}")
        for key, value in table.items():
            if key not in _KINDS:
                raise ValueError(f"unknown key '{key}'")
            if type(value) is not _KINDS[key]:
                raise ValueError(f"{key} is {value!r:.60}")
        found = cls(**{key: value for key, value in table.items() if key != "format"})
        if not 8 <= found.window <= LONGEST_WINDOW or not 0 <= found.around <= found.window // 4:
            raise ValueError(f"a window of {found.window} pieces with {found.around} around it")
        if found.pieces_of_word < 1:
            raise ValueError(f"{found.pieces_of_word} pieces of a word")
        return found

    def text(self) -> str:
        """The text of `network.toml`."""
        return to_toml({"format": FORMAT, **{name: getattr(self, name) for name in self.__slots__}})


def network_files(
    settings: NetworkSettings, encoder: bytes, heads: Mapping[str, np.ndarray], pieces: list[str]
) -> dict[str, bytes]:
    """The files of a network by name.

    Args:
        settings: how it reads.
        encoder: contents of the ONNX file.
        heads: the arrays of `Heads`; they are stored in 16 bits.
        pieces: the word pieces by number.
    """
    arrays = BytesIO()
    stored: dict[str, Any] = {name: array.astype(np.float16) for name, array in heads.items()}
    np.savez(arrays, **stored)
    contents = (settings.text().encode(), encoder, arrays.getvalue(), "\n".join(pieces).encode())
    files = dict(zip(FILES, contents, strict=True))
    return {**files, SUMS: sums_of(files)}


def write_network(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of a network to a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    write_files(files, folder)


def read_network_files(folder: Path) -> dict[str, bytes]:
    """The files of the network in a folder, those that are there."""
    return {name: (folder / name).read_bytes() for name in (*FILES, SUMS) if (folder / name).is_file()}


def load_context(folder: str | Path) -> Context:
    """The network in a folder.

    Raises:
        ModelError: there is none, or it is damaged.
    """
    return context_of(read_network_files(Path(folder)), str(folder))


def context_of(files: Mapping[str, bytes], where: str) -> Context:
    """The network of some files.

    Args:
        files: by name (see `read_network_files`).
        where: their folder, for errors.

    Raises:
        ModelError: files that are missing, damaged or do not fit each other.
    """
    missing = [name for name in FILES if name not in files]
    if missing:
        raise ModelError(f"no network: {', '.join(missing)} missing", cure=CURE, file=where)
    if SUMS in files:
        check_sums(files[SUMS], {name: data for name, data in files.items() if name != SUMS}, where)
    part = SETTINGS
    try:
        settings = NetworkSettings.read(decoded_toml(files[SETTINGS]))
        part = HEADS
        heads = Heads(read_arrays(files[HEADS]))
        part = PIECES
        pieces = WordPieces(
            files[PIECES].decode().split("\n"),
            settings.unknown,
            settings.begin,
            settings.end,
            settings.pieces_of_word,
        )
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        what = f"no piece {error}" if isinstance(error, KeyError) else " ".join(str(error).split())
        raise ModelError(f"the network cannot be read: {what}", cure=CURE, file=f"{where}/{part}") from error
    encoder = OnnxEncoder(files[ENCODER])
    return Context(encoder, heads, pieces, settings.window, settings.around, settings.name, files)
