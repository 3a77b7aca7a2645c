"""A model of the encoder as the arrays that `corefpipe.parsing.encoder.numpy_network` reads, with weights of 8 bits."""

from __future__ import annotations

import io

import numpy as np
from encoder import OF_HEAD, WORDS, layers_of
from learning import Model

from corefpipe.parsing.encoder.labels import TASKS
from corefpipe.parsing.encoder.numpy_network import SCALE

LARGEST = 127
SMALLEST = 2  # axes of an array with weights of 8 bits


def arrays_of(model: Model) -> dict[str, np.ndarray]:
    """All arrays: matrices turned so that `values @ matrix` holds, queries divided by the root of a head's width."""
    encoder = {name: np.asarray(array) for name, array in model.encoder.items()}
    heads = {name: np.asarray(array) for name, array in model.heads.items()}
    kind = encoder["embeddings.token_type_embeddings.weight"][0]
    found = {
        "of_head": np.array(OF_HEAD),
        "layers": np.array(layers_of(encoder)),
        "words": encoder[WORDS],
        "places": encoder["embeddings.position_embeddings.weight"] + kind,
        "looks": heads["look"],
        "norm": encoder["embeddings.LayerNorm.weight"],
        "norm/b": encoder["embeddings.LayerNorm.bias"],
    }
    for number in range(layers_of(encoder)):
        old, new = f"encoder.layer.{number}.", f"layer{number}/"
        parts = [f"{old}attention.self.{part}" for part in ("query", "key", "value")]
        scale = np.repeat([OF_HEAD**-0.5, 1.0, 1.0], len(encoder[f"{parts[0]}.weight"]))
        found[f"{new}qkv"] = np.concatenate([encoder[f"{part}.weight"] for part in parts]).T * scale
        found[f"{new}qkv/b"] = np.concatenate([encoder[f"{part}.bias"] for part in parts]) * scale
        for name, dense in (("out", "attention.output"), ("inner", "intermediate"), ("outer", "output")):
            found[new + name] = encoder[f"{old}{dense}.dense.weight"].T
            found[f"{new}{name}/b"] = encoder[f"{old}{dense}.dense.bias"]
        for name, norm in (("norm1", "attention.output"), ("norm2", "output")):
            found[new + name] = encoder[f"{old}{norm}.LayerNorm.weight"]
            found[f"{new}{name}/b"] = encoder[f"{old}{norm}.LayerNorm.bias"]
    names = [*TASKS, "shared", *(f"{kind}_{side}" for kind in ("arc", "rel") for side in ("dep", "head"))]
    found |= {name: heads[name] for one in names for name in (one, f"{one}/b")}
    return found | {name: heads[name] for name in ("arc", "arc/b", "rel", "rel_one", "rel/b")}


def packed(model: Model) -> bytes:
    """The file of a model; the columns' scales are within a hundredth of the largest weight of a row."""
    found: dict[str, np.ndarray] = {}
    for name, array in arrays_of(model).items():
        if array.ndim < SMALLEST:
            found[name] = array.astype(np.float32) if array.ndim else array
            continue
        rows = array.reshape(len(array), -1)
        scale = np.maximum(np.abs(rows).max(axis=1), 1e-9) / LARGEST
        found[name] = np.round(rows / scale[:, None]).astype(np.int8).reshape(array.shape)
        found[name + SCALE] = scale.astype(np.float32)
    out = io.BytesIO()
    np.savez(out, **found)
    return out.getvalue()
