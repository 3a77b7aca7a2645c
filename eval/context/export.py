"""Write a network as the folder that `corefpipe.network` reads: an encoder as ONNX in 8 bits, heads, word pieces.

python eval/context/export.py --base all-mpnet-base-v2 --tuned teacher_all.safetensors --name all --out build/all
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from base_recipe import RELATIVE, distance_classes, layers_of
from onnx import TensorProto, helper
from onnx_graph import OnnxGraph
from weights import (
    GROUP,
    base_pieces,
    base_weights,
    head_arrays,
    in_groups,
    tuned_weights,
)

from corefpipe.network.files import NetworkSettings, network_files, write_network
from corefpipe.network.onnx_encoder import PIECES, VECTORS

HEADS = 12
LONGEST = 512
TYPES = "embeddings.token_type_embeddings.weight"
PRODUCTS = {"32": 0, "8": 4}
"""Bits of the inputs of products -> the setting of onnxruntime: 8 bits with a scale per 64 numbers, or floats."""


@dataclass(frozen=True)
class Kind:
    """How a kind of encoder names its parts, and where it differs.

    Attributes:
        parts, out, norm: the dense layers and the norm of attention, within a layer.
        first_place: number of the first position.
        epsilon: of norms.
    """

    parts: tuple[str, str, str]
    out: str
    norm: str
    first_place: int
    epsilon: float


MPNET = Kind(("attention.attn.q", "attention.attn.k", "attention.attn.v"), "attention.attn.o", "attention", 2, 1e-5)
BERT = Kind(
    ("attention.self.query", "attention.self.key", "attention.self.value"),
    "attention.output.dense",
    "attention.output",
    0,
    1e-12,
)


class Graph(OnnxGraph):
    """A graph whose weights are stored in 8 bits with a scale for each group of numbers.

    Args:
        products: bits of the inputs of products (see `PRODUCTS`).
    """

    def __init__(self, products: str) -> None:
        super().__init__()
        self._level = PRODUCTS[products]

    def dense(self, values: str, matrix: np.ndarray, bias: np.ndarray) -> str:
        """`values @ matrix.T + bias`, of weights in 8 bits."""
        rows, scale = in_groups(matrix)
        stored = (rows.astype(np.int16) + 128).astype(np.uint8)
        product = self(
            "MatMulNBits",
            values,
            stored,
            scale.ravel(),
            domain="com.microsoft",
            K=matrix.shape[1],
            N=matrix.shape[0],
            bits=8,
            block_size=GROUP,
            accuracy_level=self._level,
        )
        return self("Add", product, bias)

    def row(self, table: np.ndarray, index: str) -> str:
        """Rows of a table in 8 bits."""
        rows, scale = in_groups(table)
        whole = self("Cast", self("Gather", rows, index), to=TensorProto.FLOAT)
        scaled = self("Mul", whole, self("Gather", scale[:, :, None], index))
        return self("Reshape", scaled, np.array([-1, table.shape[1]]))


def encoder_model(weights: Mapping[str, np.ndarray], products: str = "8") -> onnx.ModelProto:
    """From word pieces to the vectors of the last layer: of MPNet (Song et al. 2020), or of BERT (Devlin et al. 2019).

    Args:
        weights: as Hugging Face names them.
        products: bits of the inputs of products (see `PRODUCTS`).
    """
    kind = MPNET if RELATIVE in weights else BERT
    g = Graph(products)
    length = g("Shape", PIECES)
    first = np.array(kind.first_place)
    place = g("Range", first, g("Add", g("Squeeze", length), first), np.array(1))
    places = weights["embeddings.position_embeddings.weight"]
    if TYPES in weights:
        places = places + weights[TYPES][0]
    words = g.row(weights["embeddings.word_embeddings.weight"], PIECES)
    hidden = _norm(g, weights, "embeddings", g("Add", words, g("Gather", places, place)), kind.epsilon)
    # One batch: (1, n, width).
    hidden = g("Unsqueeze", hidden, np.array([0]))
    bias = _relative(g, weights[RELATIVE], length) if RELATIVE in weights else ""
    for number in range(layers_of(weights)):
        name = f"encoder.layer.{number}"
        parts = [_dense(g, weights, f"{name}.{part}", hidden) for part in kind.parts]
        found = g("MultiHeadAttention", *parts, "", "", bias, domain="com.microsoft", num_heads=HEADS)
        found = _dense(g, weights, f"{name}.{kind.out}", found)
        hidden = _norm(g, weights, f"{name}.{kind.norm}", g("Add", hidden, found), kind.epsilon)
        found = g("Gelu", _dense(g, weights, f"{name}.intermediate.dense", hidden), domain="com.microsoft")
        found = _dense(g, weights, f"{name}.output.dense", found)
        hidden = _norm(g, weights, f"{name}.output", g("Add", hidden, found), kind.epsilon)
    g.nodes.append(helper.make_node("Squeeze", [hidden, g.constant(np.array([0]))], [VECTORS]))
    return g.model({PIECES: (TensorProto.INT64, ["n"])}, {VECTORS: (TensorProto.FLOAT, ["n", "width"])})


def _dense(g: Graph, weights: Mapping[str, np.ndarray], name: str, values: str) -> str:
    return g.dense(values, weights[f"{name}.weight"], weights[f"{name}.bias"])


def _norm(g: Graph, weights: Mapping[str, np.ndarray], name: str, values: str, epsilon: float) -> str:
    own = (weights[f"{name}.LayerNorm.weight"], weights[f"{name}.LayerNorm.bias"])
    return g("LayerNormalization", values, *own, axis=-1, epsilon=epsilon)


def _relative(g: Graph, table: np.ndarray, length: str) -> str:
    """(1, heads, n, n) what the distance of two pieces adds to their attention."""
    classes = distance_classes(LONGEST)
    both = g("Concat", length, length, axis=0)
    some = g("Slice", classes, np.array([0, 0]), both, np.array([0, 1]))
    return g("Unsqueeze", g("Gather", table.T, some, axis=1), np.array([0]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", type=Path, required=True, help="folder of the base model")
    parser.add_argument("--tuned", type=Path, required=True, help="file of tuned weights")
    parser.add_argument("--name", required=True)
    parser.add_argument("--around", type=int, default=0, help="pieces that a window shares with its neighbours")
    parser.add_argument("--products", choices=PRODUCTS, default="8", help="bits of the inputs of products")
    parser.add_argument("--licence", default="")
    parser.add_argument("--trained-on", nargs="*", default=[])
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    encoder, above = tuned_weights(base_weights(args.base), args.tuned)
    settings = NetworkSettings(
        args.name, LONGEST, args.around, 8, "[UNK]", "<s>", "</s>", args.licence, list(args.trained_on)
    )
    model = encoder_model(encoder, args.products)
    files = network_files(settings, model.SerializeToString(), head_arrays(above), base_pieces(args.base))
    write_network(files, args.out)
    print(args.out, {name: round(len(data) / 1e6, 1) for name, data in files.items()})


if __name__ == "__main__":
    main()
