"""The weights of an encoder by the names of Hugging Face, and as `corefpipe.network.transformer` reads them; no JAX."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from corefpipe.network.transformer import prefix_of

WIDTH, OF_HEAD = 384, 32
"""Of a vector, and of the part of it that one attention head reads."""
WORDS = "embeddings.word_embeddings.weight"
_PLACES, _KIND = "embeddings.position_embeddings.weight", "embeddings.token_type_embeddings.weight"
_NORM = "embeddings.LayerNorm"
_PARTS = ("query", "key", "value")
_DENSE = (("out", "attention.output"), ("inner", "intermediate"), ("outer", "output"))
_NORMS = (("norm1", "attention.output"), ("norm2", "output"))


def layers_of(weights: Mapping[str, object]) -> int:
    """The number of layers."""
    return 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer."))


def encoder_arrays(encoder: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """All arrays but the embeddings of pieces: matrices turned so that `values @ matrix` holds, queries divided by the
    root of a head's width.
    """
    found = {
        "of_head": np.array(OF_HEAD),
        "layers": np.array(layers_of(encoder)),
        "places": encoder[_PLACES] + encoder[_KIND][0],
        "norm": encoder[f"{_NORM}.weight"],
        "norm/b": encoder[f"{_NORM}.bias"],
    }
    for number in range(layers_of(encoder)):
        old, new = f"encoder.layer.{number}.", prefix_of(number)
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
    return found


def encoder_weights(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """What `encoder_arrays` made arrays of; the kinds of pieces are 0."""
    found = {
        _PLACES: arrays["places"],
        _KIND: np.zeros((1, arrays["places"].shape[1]), dtype=np.float32),
        f"{_NORM}.weight": arrays["norm"],
        f"{_NORM}.bias": arrays["norm/b"],
    }
    for number in range(int(arrays["layers"])):
        old, new = f"encoder.layer.{number}.", prefix_of(number)
        matrices, biases = np.split(arrays[f"{new}qkv"], 3, axis=1), np.split(arrays[f"{new}qkv/b"], 3)
        for part, matrix, bias, scale in zip(_PARTS, matrices, biases, (OF_HEAD**0.5, 1, 1), strict=True):
            found[f"{old}attention.self.{part}.weight"] = matrix.T * np.float32(scale)
            found[f"{old}attention.self.{part}.bias"] = bias * np.float32(scale)
        for name, dense in _DENSE:
            found[f"{old}{dense}.dense.weight"] = arrays[new + name].T
            found[f"{old}{dense}.dense.bias"] = arrays[f"{new}{name}/b"]
        for name, norm in _NORMS:
            found[f"{old}{norm}.LayerNorm.weight"] = arrays[new + name]
            found[f"{old}{norm}.LayerNorm.bias"] = arrays[f"{new}{name}/b"]
    return found
