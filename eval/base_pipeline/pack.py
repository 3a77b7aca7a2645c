"""A model of the encoder as the arrays that `corefpipe.parsing.encoder.numpy_network` reads, in 8 bits; and back."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from encoder import OF_HEAD, WIDTH, WORDS, layers_of
from examples import Labels
from learning import Model

from corefpipe.network.transformer import SCALE, stored, whole
from corefpipe.parsing.encoder.files import ARRAYS, LABELS, PIECES, read_files, read_labels, read_pieces
from corefpipe.parsing.encoder.labels import TASKS
from corefpipe.parsing.encoder.windows import WINDOW
from corefpipe.utils.arrays import read_arrays

_PARTS = ("query", "key", "value")
_DENSE = (("out", "attention.output"), ("inner", "intermediate"), ("outer", "output"))
_NORMS = (("norm1", "attention.output"), ("norm2", "output"))
_OF_HEADS = [*TASKS, "shared", *(f"{kind}_{side}" for kind in ("arc", "rel") for side in ("dep", "head"))]
_OF_PAIRS = ("arc", "arc/b", "rel", "rel_one", "rel/b")


def arrays_of(model: Model) -> dict[str, np.ndarray]:
    """All arrays: matrices turned so that `values @ matrix` holds, queries divided by the root of a head's width."""
    encoder = {name: np.asarray(array) for name, array in model.encoder.items()}
    heads = {name: np.asarray(array) for name, array in model.heads.items()}
    kind = encoder["embeddings.token_type_embeddings.weight"][0]
    found = {
        "of_head": np.array(OF_HEAD),
        "layers": np.array(layers_of(encoder)),
        "window": np.array(model.window),
        "words": encoder[WORDS],
        "places": encoder["embeddings.position_embeddings.weight"] + kind,
        "looks": heads["look"],
        "norm": encoder["embeddings.LayerNorm.weight"],
        "norm/b": encoder["embeddings.LayerNorm.bias"],
    }
    for number in range(layers_of(encoder)):
        old, new = f"encoder.layer.{number}.", f"layer{number}/"
        parts = [f"{old}attention.self.{part}" for part in _PARTS]
        scale = np.repeat([OF_HEAD**-0.5, 1.0, 1.0], len(encoder[f"{parts[0]}.weight"]))
        found[f"{new}qkv"] = np.concatenate([encoder[f"{part}.weight"] for part in parts]).T * scale
        found[f"{new}qkv/b"] = np.concatenate([encoder[f"{part}.bias"] for part in parts]) * scale
        for name, dense in _DENSE:
            found[new + name] = encoder[f"{old}{dense}.dense.weight"].T
            found[f"{new}{name}/b"] = encoder[f"{old}{dense}.dense.bias"]
        for name, norm in _NORMS:
            found[new + name] = encoder[f"{old}{norm}.LayerNorm.weight"]
            found[f"{new}{name}/b"] = encoder[f"{old}{norm}.LayerNorm.bias"]
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
    encoder = {
        WORDS: arrays["words"],
        "embeddings.position_embeddings.weight": arrays["places"],
        "embeddings.token_type_embeddings.weight": np.zeros((1, WIDTH), dtype=np.float32),
        "embeddings.LayerNorm.weight": arrays["norm"],
        "embeddings.LayerNorm.bias": arrays["norm/b"],
    }
    for number in range(int(arrays["layers"])):
        old, new = f"encoder.layer.{number}.", f"layer{number}/"
        matrices, biases = np.split(arrays[f"{new}qkv"], 3, axis=1), np.split(arrays[f"{new}qkv/b"], 3)
        for part, matrix, bias, scale in zip(_PARTS, matrices, biases, (OF_HEAD**0.5, 1, 1), strict=True):
            encoder[f"{old}attention.self.{part}.weight"] = matrix.T * np.float32(scale)
            encoder[f"{old}attention.self.{part}.bias"] = bias * np.float32(scale)
        for name, dense in _DENSE:
            encoder[f"{old}{dense}.dense.weight"] = arrays[new + name].T
            encoder[f"{old}{dense}.dense.bias"] = arrays[f"{new}{name}/b"]
        for name, norm in _NORMS:
            encoder[f"{old}{norm}.LayerNorm.weight"] = arrays[new + name]
            encoder[f"{old}{norm}.LayerNorm.bias"] = arrays[f"{new}{name}/b"]
    heads = {name: arrays[name] for name in _of_heads()} | {"look": arrays["looks"]}
    window = int(arrays.get("window", WINDOW))
    return Model(encoder, heads, Labels(read_labels(files)), read_pieces(files), window)
