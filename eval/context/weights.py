"""The weights of a network: a base model with what was tuned on it, and their packing in 8 bits.

Weights of 8 bits have a scale per 64 numbers of a row. With one scale per row, the few large ones of MPNet's upper
layers cost 15 % of the last layer (norm of the difference); with one per 64 numbers, 3 %.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

GROUP = 64
"""Numbers of a row that share a scale."""
LARGEST = 127
_PARTS = {
    "q": "attention.attn.q",
    "k": "attention.attn.k",
    "v": "attention.attn.v",
    "o": "attention.attn.o",
    "an": "attention.LayerNorm",
    "i": "intermediate.dense",
    "f": "output.dense",
    "fn": "output.LayerNorm",
}
"""Names of a layer's parts in files of tuned weights, and in the base model."""
_KINDS = {"w": "weight", "b": "bias"}
OF_HEADS = {
    "query": "query.weight",
    "key": "key.weight",
    "mention": "mention.weight",
    "mention/b": "mention.bias",
    "mention/out": "mention_out.weight",
    "later": "later.weight",
    "earlier": "earlier.weight",
    "earlier/b": "earlier.bias",
    "later/part": "later_part.weight",
    "earlier/part": "earlier_part.weight",
    "product": "product.weight",
    "pair/out": "pair_out.weight",
    "head": "head.weight",
    "head/b": "head.bias",
    "head/out": "head_out.weight",
    "head/out/b": "head_out.bias",
    "edge/head": "edge_head.weight",
    "edge/word": "edge_word.weight",
    "edge/b": "edge_word.bias",
    "edge/out": "edge_out.weight",
}
TABLES = {name: f"{name.replace('/', '_')}.weight" for name in ("distance", "sentences", "speakers", "edge/distance")}
VECTORS = ("mention/out", "pair/out", "head/out")
"""Arrays of `corefpipe.network.heads.Heads` -> weights of `Linker`: matrices (turned), tables; which are vectors."""


def in_groups(matrix: np.ndarray, group: int = GROUP) -> tuple[np.ndarray, np.ndarray]:
    """(rows, groups, 64) int8 and (rows, groups) float32 scales of a matrix, each group of a row with its own."""
    groups = matrix.astype(np.float32).reshape(len(matrix), -1, group)
    scale = np.maximum(np.abs(groups).max(axis=2), 1e-8) / LARGEST
    return np.clip(np.round(groups / scale[:, :, None]), -LARGEST, LARGEST).astype(np.int8), scale


def unpacked(tensors: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Weights as float32: `NAME.q` times the scales `NAME.s`, other arrays as they are."""
    found = {}
    for name, array in tensors.items():
        if name.endswith(".q"):
            whole = array.astype(np.float32) * tensors[f"{name[:-2]}.s"].astype(np.float32)
            found[name[:-2]] = whole.reshape(len(array), -1)
        elif not (name.endswith(".s") and f"{name[:-2]}.q" in tensors):
            found[name] = array.astype(np.float32)
    return found


def base_weights(folder: Path) -> dict[str, np.ndarray]:
    """The weights of a base model, as Hugging Face names them."""
    return {name: array for name, array in load_file(folder / "model.safetensors").items() if "pooler" not in name}


def base_pieces(folder: Path) -> list[str]:
    """The word pieces of a base model by number."""
    vocabulary = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    return sorted(vocabulary, key=vocabulary.__getitem__)


def own_name(name: str) -> str:
    """The name of a weight in PyTorch, where names have no dots."""
    return name.replace(".", "/")


def tuned_weights(base: Mapping[str, np.ndarray], file: Path) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """The encoder's weights, those of a file of tuned ones in their places; and the weights of what is above it."""
    encoder, above = dict(base), {}
    for name, array in unpacked(load_file(file)).items():
        if name.startswith("enc.P."):
            layer, part, kind = name.removeprefix("enc.P.").split("_")
            encoder[f"encoder.layer.{layer}.{_PARTS[part]}.{_KINDS[kind]}"] = array
        else:
            above[name] = array
    return encoder, above


def head_arrays(above: Mapping[str, np.ndarray], scheme: int = 0) -> dict[str, np.ndarray]:
    """The arrays of `corefpipe.network.heads.Heads`, for one scheme of annotation.

    Args:
        above: the weights over the encoder.
        scheme: number of the scheme, 0 for OntoNotes'.
    """

    def turned(name: str) -> np.ndarray:
        return above[f"{name}.weight"].T

    return {
        "query": turned("Q"),
        "key": turned("C"),
        "mention": turned("m1"),
        "mention/b": above["m1.bias"] + above["mscheme.weight"][scheme],
        "mention/out": above["m2.weight"][0],
        "later": turned("A1"),
        "earlier": turned("A2"),
        "earlier/b": above["A2.bias"] + above["scheme.weight"][scheme],
        "later/part": turned("P1"),
        "earlier/part": turned("P2"),
        "product": turned("A3"),
        "distance": above["dist.weight"],
        "sentences": above["sdist.weight"],
        "speakers": above["spk.weight"],
        "pair/out": above["o.weight"][0],
        "head": turned("s1"),
        "head/b": above["s1.bias"],
        "head/out": above["s2.weight"][scheme],
        "head/out/b": above["s2.bias"][scheme : scheme + 1],
        "edge/head": turned("S1"),
        "edge/word": turned("S2"),
        "edge/b": above["S2.bias"],
        "edge/distance": above["srel.weight"],
        "edge/out": turned("so"),
    }
