"""The files of a network: settings, encoder or layers, and heads, in a folder or in bytes; no pickle.

`network.toml` says how the network reads, `heads.npz` scores the vectors of words. An encoder of its own is
`encoder.onnx`, with its word pieces, one per line, in `pieces.txt`, or, over the embeddings and the pieces of a base
pipeline, `encoder.npz`. Layers over the vectors of a base pipeline are `layers.npz`; a network that has neither scores
these vectors as they are. `SHA256SUMS` has the digests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from corefpipe.exceptions import ModelError
from corefpipe.network.context import Context
from corefpipe.network.embedded import EmbeddedEncoder, EmbeddedReader
from corefpipe.network.heads import Heads
from corefpipe.network.layers import LayerReader, Layers
from corefpipe.network.onnx_encoder import CURE, OnnxEncoder
from corefpipe.network.piece_reader import PieceReader
from corefpipe.network.pieces import WordPieces
from corefpipe.network.text import TextReader
from corefpipe.utils.arrays import read_arrays
from corefpipe.utils.digests import SUMS, check_sums, sums_of
from corefpipe.utils.folders import write_files
from corefpipe.utils.packaged_files import kept_files
from corefpipe.utils.toml import decoded_toml, from_toml, to_toml

SETTINGS, ENCODER, HEADS, PIECES = ("network.toml", "encoder.onnx", "heads.npz", "pieces.txt")
EMBEDDED, LAYERS = "encoder.npz", "layers.npz"
OF_ENCODER = (SETTINGS, ENCODER, HEADS, PIECES)
OF_EMBEDDED, OF_LAYERS, OF_VECTORS = (SETTINGS, EMBEDDED, HEADS), (SETTINGS, LAYERS, HEADS), (SETTINGS, HEADS)
"""The files of a network with an encoder of its own, of one over embeddings, of one of layers, and of heads alone."""
FORMAT = 1
"""Version of the folder; raised by changes that older code cannot read."""
LONGEST_WINDOW = 4096
Read = TypeVar("Read")
_KINDS: Mapping[str, type | tuple[type, ...]] = {
    "format": int,
    "name": str,
    "window": int,
    "around": int,
    "pieces_of_word": int,
    "unknown": str,
    "begin": str,
    "end": str,
    "over": str,
    "licence": str,
    "trained_on": list,
}


@dataclass(slots=True, frozen=True)
class NetworkSettings:
    """What `network.toml` says.

    Attributes:
        name: of the network.
        window, around: see `PieceReader` and `LayerReader`; only the first has an `around`.
        pieces_of_word: pieces of a word that are read; the others are left out.
        unknown, begin, end: the pieces for unknown ones, and for the ends of a window.
        licence: of the weights.
        trained_on: names of the corpora.
        over: digest of the network whose embeddings an encoder reads, or whose vectors layers read; "" for neither.
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
    over: str = ""

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
    """The files of a network with an encoder of its own, by name.

    Args:
        settings: how it reads.
        encoder: contents of the ONNX file.
        heads: the arrays of `Heads`; they are stored in 16 bits.
        pieces: the word pieces by number.
    """
    contents = (settings.text().encode(), encoder, _npz(_in_16_bits(heads)), "\n".join(pieces).encode())
    return _with_sums(dict(zip(OF_ENCODER, contents, strict=True)))


def files_over_base(
    settings: NetworkSettings, kind: tuple[str, ...], arrays: Mapping[str, np.ndarray], heads: Mapping[str, np.ndarray]
) -> dict[str, bytes]:
    """The files of a network over the embeddings or the vectors of a base pipeline, by name.

    Args:
        settings: how it reads.
        kind: `OF_EMBEDDED`, `OF_LAYERS` or `OF_VECTORS`.
        arrays: those of `EmbeddedEncoder` or of `Layers`, as they are stored; none for `OF_VECTORS`.
        heads: the arrays of `Heads`; they are stored in 16 bits.
    """
    stored = [_npz(arrays)] if arrays else []
    contents = (settings.text().encode(), *stored, _npz(_in_16_bits(heads)))
    return _with_sums(dict(zip(kind, contents, strict=True)))


def _in_16_bits(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {name: array.astype(np.float16) for name, array in arrays.items()}


def _npz(arrays: Mapping[str, np.ndarray]) -> bytes:
    stored = BytesIO()
    np.savez(stored, **dict[str, Any](arrays))
    return stored.getvalue()


def _with_sums(files: dict[str, bytes]) -> dict[str, bytes]:
    return {**files, SUMS: sums_of(files)}


def write_network(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of a network to a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    write_files(files, folder)


def read_network_files(folder: Path) -> dict[str, bytes]:
    """The files of the network in a folder, those that are there."""
    names = {*OF_ENCODER, *OF_EMBEDDED, *OF_LAYERS, SUMS}
    return {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}


def load_context(folder: str | Path) -> Context:
    """The network in a folder.

    Raises:
        ModelError: there is none, or it is damaged.
    """
    files = read_network_files(Path(folder))
    return replace(context_of(files, str(folder)), files=kept_files(Path(folder), files))


def context_of(files: Mapping[str, bytes], where: str) -> Context:
    """The network of some files.

    Args:
        files: by name (see `read_network_files`).
        where: their folder, for errors.

    Raises:
        ModelError: files that are missing, damaged or do not fit each other.
    """
    else_wanted = OF_ENCODER if PIECES in files else OF_VECTORS
    wanted = next((kind for kind in (OF_LAYERS, OF_EMBEDDED, OF_ENCODER) if kind[1] in files), else_wanted)
    missing = [name for name in wanted if name not in files]
    if missing:
        raise ModelError(f"no network: {', '.join(missing)} missing", cure=CURE, file=where)
    if SUMS in files:
        check_sums(files[SUMS], {name: data for name, data in files.items() if name != SUMS}, where)
    settings = _readable(SETTINGS, where, lambda: NetworkSettings.read(decoded_toml(files[SETTINGS])))
    if wanted is OF_VECTORS and not settings.over:
        raise ModelError(f"no network: {ENCODER} missing", cure=CURE, file=where)
    heads = _readable(HEADS, where, lambda: Heads(read_arrays(files[HEADS])))
    reader: TextReader
    if LAYERS in files:
        layers = _readable(LAYERS, where, lambda: _layers(files[LAYERS], heads))
        reader = LayerReader(layers, settings.over, settings.window)
    elif wanted is OF_VECTORS:
        reader = LayerReader(None, settings.over, settings.window)
    elif EMBEDDED in files:
        encoder = _readable(EMBEDDED, where, lambda: _embedded(files[EMBEDDED], heads, settings))
        reader = EmbeddedReader(encoder, settings.over, settings.window, settings.pieces_of_word)
    else:
        ends = settings.unknown, settings.begin, settings.end
        listed = files[PIECES]
        pieces = _readable(
            PIECES, where, lambda: WordPieces(listed.decode().split("\n"), *ends, settings.pieces_of_word)
        )
        reader = PieceReader(OnnxEncoder(files[ENCODER]), pieces, heads.width, settings.window, settings.around)
    return Context(reader, heads, settings.name, files)


def _layers(data: bytes, heads: Heads) -> Layers:
    layers = Layers(read_arrays(data))
    _check_width(layers.width, heads)
    return layers


def _embedded(data: bytes, heads: Heads, settings: NetworkSettings) -> EmbeddedEncoder:
    encoder = EmbeddedEncoder(read_arrays(data))
    _check_width(encoder.width, heads)
    if settings.window > encoder.longest:
        raise ValueError(f"a window of {settings.window} pieces, but places for {encoder.longest}")
    return encoder


def _check_width(width: int, heads: Heads) -> None:
    if width != heads.width:
        raise ValueError(f"vectors of {width} numbers, of which the heads read {heads.width}")


def _readable(name: str, where: str, read: Callable[[], Read]) -> Read:
    """What is read from a file; ModelError if that fails."""
    try:
        return read()
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        what = f"no piece {error}" if isinstance(error, KeyError) else " ".join(str(error).split())
        raise ModelError(f"the network cannot be read: {what}", cure=CURE, file=f"{where}/{name}") from error
