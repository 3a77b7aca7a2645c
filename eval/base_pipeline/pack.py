"""A model of the encoder as the arrays that `corefpipe.parsing.encoder.numpy_network` reads, in 8 bits; and back."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from bert_arrays import WORDS, encoder_arrays, encoder_weights
from examples import Labels
from learning import Model

from corefpipe.network.transformer import SCALE, stored, whole
from corefpipe.parsing.encoder.files import ARRAYS, LABELS, PIECES, read_files, read_labels, read_pieces
from corefpipe.parsing.encoder.labels import TASKS
from corefpipe.parsing.encoder.windows import WINDOW
from corefpipe.utils.arrays import read_arrays

_OF_HEADS = [*TASKS, "shared", *(f"{kind}_{side}" for kind in ("arc", "rel") for side in ("dep", "head"))]
_OF_PAIRS = ("arc", "arc/b", "rel", "rel_one", "rel/b")


def arrays_of(model: Model) -> dict[str, np.ndarray]:
    """All arrays (see `encoder_arrays`)."""
    encoder = {name: np.asarray(array) for name, array in model.encoder.items()}
    heads = {name: np.asarray(array) for name, array in model.heads.items()}
    found = {"window": np.array(model.window), "words": encoder[WORDS], "looks": heads["look"]}
    found |= encoder_arrays(encoder)
    return found | {name: heads[name] for name in _of_heads()}


def _of_heads() -> Iterator[str]:
    """The arrays over the encoder but the looks."""
    yield from (name for one in _OF_HEADS for name in (one, f"{one}/b"))
    yield from _OF_PAIRS


def packed(model: Model) -> bytes:
    """The file of a model; the columns' scales are within a hundredth of the largest weight of a row."""
    out = io.BytesIO()
    np.savez(out, **dict[str, Any](stored(arrays_of(model))))
    return out.getvalue()


def write_files(model: Model, out: Path) -> None:
    """Write the files of the component's network."""
    (out / ARRAYS).write_bytes(packed(model))
    write_words(model, out)


def write_words(model: Model, out: Path) -> None:
    """Write the labels and the word pieces."""
    (out / LABELS).write_text(json.dumps(model.labels.values, ensure_ascii=False), encoding="utf-8")
    (out / PIECES).write_text("\n".join(model.pieces), encoding="utf-8")


def unpacked(folder: Path) -> Model:
    """The model in the folder of a component: what `packed` and `arrays_of` made of it, to go on teaching it."""
    files = read_files(folder)
    packed_arrays = read_arrays(files[ARRAYS])
    arrays = {name: whole(packed_arrays, name) for name in packed_arrays if not name.endswith(SCALE)}
    encoder = {WORDS: arrays["words"], **encoder_weights(arrays)}
    heads = {name: arrays[name] for name in _of_heads()} | {"look": arrays["looks"]}
    window = int(arrays.get("window", WINDOW))
    return Model(encoder, heads, Labels(read_labels(files)), read_pieces(files), window)
