"""Write a network as the folder that `corefpipe.network` reads: an encoder as ONNX in 8 bits, heads, word pieces.

python eval/context/export.py --base all-mpnet-base-v2 --tuned teacher_all.safetensors --name all --out build/all
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from weights import GROUP, base_pieces, base_weights, head_arrays, in_groups, tuned_weights

from corefpipe.network.files import NetworkSettings, network_files, write_network
from corefpipe.network.onnx_encoder import PIECES, VECTORS

OPSET = 17
HEADS = 12
EPSILON = 1e-5
LONGEST = 512
FIRST_PLACE = 2  # of the positions of the base model
PRODUCTS = {"32": 0, "8": 4}
"""Bits of the inputs of products -> the setting of onnxruntime: 8 bits with a scale per 64 numbers, or floats."""


class Graph:
    """Collects the nodes and the weights of an ONNX graph; each method returns the name of its result.

    Args:
        products: bits of the inputs of products (see `PRODUCTS`).
    """

    def __init__(self, products: str) -> None:
        self.nodes: list[Any] = []
        self.weights: dict[str, np.ndarray] = {}
        self._level = PRODUCTS[products]

    def __call__(self, kind: str, *inputs: str | np.ndarray, domain: str = "", **settings: Any) -> str:
        names = [one if isinstance(one, str) else self.constant(one) for one in inputs]
        result = f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, names, [result], domain=domain, **settings))
        return result

    def constant(self, array: np.ndarray) -> str:
        """A weight."""
        name = f"weight_{len(self.weights)}"
        self.weights[name] = np.array(array, order="C")
        return name

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

    def model(self) -> onnx.ModelProto:
        """The graph as a model."""
        graph = helper.make_graph(
            self.nodes,
            "encoder",
            [helper.make_tensor_value_info(PIECES, TensorProto.INT64, ["n"])],
            [helper.make_tensor_value_info(VECTORS, TensorProto.FLOAT, ["n", "width"])],
            [numpy_helper.from_array(array, name) for name, array in self.weights.items()],
        )
        sets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(graph, opset_imports=sets, ir_version=9)


def encoder_model(weights: Mapping[str, np.ndarray], products: str = "8") -> onnx.ModelProto:
    """MPNet (Song et al. 2020) from word pieces to the vectors of its last layer."""
    g = Graph(products)
    length = g("Shape", PIECES)
    size = g("Squeeze", length)
    place = g("Range", np.array(FIRST_PLACE), g("Add", size, np.array(FIRST_PLACE)), np.array(1))
    words = g.row(weights["embeddings.word_embeddings.weight"], PIECES)
    hidden = g("Add", words, g("Gather", weights["embeddings.position_embeddings.weight"], place))
    hidden = _norm(g, weights, "embeddings", hidden)
    # One batch: (1, n, width).
    hidden = g("Unsqueeze", hidden, np.array([0]))
    bias = _relative(g, weights["encoder.relative_attention_bias.weight"], length)
    layers = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer."))
    for number in range(layers):
        name = f"encoder.layer.{number}"
        query, key, value = (_dense(g, weights, f"{name}.attention.attn.{part}", hidden) for part in "qkv")
        found = g("MultiHeadAttention", query, key, value, "", "", bias, domain="com.microsoft", num_heads=HEADS)
        found = _dense(g, weights, f"{name}.attention.attn.o", found)
        hidden = _norm(g, weights, f"{name}.attention", g("Add", hidden, found))
        found = g("Gelu", _dense(g, weights, f"{name}.intermediate.dense", hidden), domain="com.microsoft")
        found = _dense(g, weights, f"{name}.output.dense", found)
        hidden = _norm(g, weights, f"{name}.output", g("Add", hidden, found))
    g.nodes.append(helper.make_node("Squeeze", [hidden, g.constant(np.array([0]))], [VECTORS]))
    return g.model()


def _dense(g: Graph, weights: Mapping[str, np.ndarray], name: str, values: str) -> str:
    return g.dense(values, weights[f"{name}.weight"], weights[f"{name}.bias"])


def _norm(g: Graph, weights: Mapping[str, np.ndarray], name: str, values: str) -> str:
    own = (weights[f"{name}.LayerNorm.weight"], weights[f"{name}.LayerNorm.bias"])
    return g("LayerNormalization", values, *own, axis=-1, epsilon=EPSILON)


def _relative(g: Graph, table: np.ndarray, length: str) -> str:
    """(1, heads, n, n) what the distance of two pieces adds to their attention."""
    classes = _classes(LONGEST)
    both = g("Concat", length, length, axis=0)
    some = g("Slice", classes, np.array([0, 0]), both, np.array([0, 1]))
    return g("Unsqueeze", g("Gather", table.T, some, axis=1), np.array([0]))


def _classes(length: int) -> np.ndarray:
    """(length, length) the class of the distance of each piece (column) from each other one, of 32."""
    back = np.arange(length)[:, None] - np.arange(length)[None]
    far = np.abs(back)
    large = 8 + (np.log(np.maximum(far, 1).astype(np.float32) / 8) / np.log(16) * 8).astype(np.int64)
    return np.where(back < 0, 16, 0) + np.where(far < 8, far, np.minimum(large, 15))


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
