"""A tiny network with random weights, for tests of what reads with one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from corefpipe.network.context import Context
from corefpipe.network.files import NetworkSettings, context_of, network_files
from corefpipe.network.onnx_encoder import PIECES, VECTORS

WIDTH, HIDDEN = 8, 6
LETTERS = "abcdefghijklmnopqrstuvwxyz"
VOCABULARY = ["[UNK]", "[CLS]", "[SEP]", *LETTERS, *(f"##{letter}" for letter in LETTERS), ".", ",", "'"]
Arrays = dict[str, np.ndarray]
_OF_WORDS = (
    "query",
    "key",
    "mention",
    "later",
    "earlier",
    "later/part",
    "earlier/part",
    "head",
    "edge/head",
    "edge/word",
)


def head_arrays(seed: int = 0) -> dict[str, np.ndarray]:
    """Random arrays of `corefpipe.network.heads.Heads`."""
    random = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(_OF_WORDS, (WIDTH, HIDDEN))
    shapes |= dict.fromkeys(
        ("mention/b", "mention/out", "earlier/b", "pair/out", "head/b", "head/out", "edge/b"), (HIDDEN,)
    )
    shapes |= {"product": (HIDDEN, HIDDEN), "distance": (16, HIDDEN), "sentences": (16, HIDDEN)}
    shapes |= {"speakers": (3, HIDDEN), "head/out/b": (1,), "edge/distance": (97, HIDDEN), "edge/out": (HIDDEN, 2)}
    return {name: random.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


def layer_arrays(given: int, width: int, layers: int = 2, heads: int = 2, seed: int = 0) -> dict[str, np.ndarray]:
    """Random arrays of `corefpipe.network.layers.Layers`, with attention heads of four numbers."""
    random = np.random.default_rng(seed)
    found = {"distances": random.normal(size=(32, heads))}
    found |= _norm(random, "enter/norm", given) | _dense(random, "enter", given, width)
    found |= _norm(random, "enter/norm2", width)
    return _single(found | _transformer(random, width, layers, heads))


def embedded_arrays(width: int, layers: int = 2, heads: int = 2, longest: int = 24, seed: int = 0) -> Arrays:
    """Random arrays of `corefpipe.network.embedded.EmbeddedEncoder`, with attention heads of four numbers."""
    random = np.random.default_rng(seed)
    found = {"places": random.normal(size=(longest, width)) / 2} | _norm(random, "norm", width)
    return _single(found | _transformer(random, width, layers, heads))


def _transformer(random: np.random.Generator, width: int, layers: int, heads: int) -> Arrays:
    found = {"layers": np.array(layers), "of_head": np.array(4)}
    for number in range(layers):
        own = f"layer{number}/"
        found |= _dense(random, f"{own}qkv", width, 12 * heads) | _dense(random, f"{own}out", 4 * heads, width)
        found |= _dense(random, f"{own}inner", width, 2 * width) | _dense(random, f"{own}outer", 2 * width, width)
        found |= _norm(random, f"{own}norm1", width) | _norm(random, f"{own}norm2", width)
    return found


def _dense(random: np.random.Generator, name: str, rows: int, columns: int) -> Arrays:
    return {name: random.normal(size=(rows, columns)) / rows**0.5, f"{name}/b": random.normal(size=columns) / 9}


def _norm(random: np.random.Generator, name: str, size: int) -> Arrays:
    return {name: 1 + random.normal(size=size) / 9, f"{name}/b": random.normal(size=size) / 9}


def _single(arrays: Arrays) -> Arrays:
    return {name: array.astype(np.float32) if array.ndim else array for name, array in arrays.items()}


def norm_by_hand(arrays: Arrays) -> Callable[[np.ndarray, str], np.ndarray]:
    """Layer normalization of a vector by the weights of a name."""

    def norm(v: np.ndarray, name: str) -> np.ndarray:
        v = v - v.mean()
        found: np.ndarray = v / np.sqrt((v * v).mean() + 1e-12) * arrays[name] + arrays[f"{name}/b"]
        return found

    return norm


def dense_by_hand(arrays: Arrays) -> Callable[[np.ndarray, str], np.ndarray]:
    """A dense layer of a vector by the weights of a name."""
    return lambda v, name: v @ arrays[name] + arrays[f"{name}/b"]


def gelu_by_hand(v: np.ndarray) -> np.ndarray:
    """Gelu by tanh."""
    return 0.5 * v * (1 + np.tanh(np.sqrt(2 / np.pi) * (v + 0.044715 * v**3)))


def encoder_bytes(seed: int = 0) -> bytes:
    """An encoder as ONNX: the vector of a piece is a row of a table plus half of the mean of all."""
    table = np.random.default_rng(seed).normal(size=(len(VOCABULARY), WIDTH)).astype(np.float32)
    nodes = [
        helper.make_node("Gather", ["table", PIECES], ["rows"]),
        helper.make_node("ReduceMean", ["rows"], ["mean"], axes=[0], keepdims=1),
        helper.make_node("Mul", ["mean", "half"], ["around"]),
        helper.make_node("Add", ["rows", "around"], [VECTORS]),
    ]
    graph = helper.make_graph(
        nodes,
        "encoder",
        [helper.make_tensor_value_info(PIECES, TensorProto.INT64, ["n"])],
        [helper.make_tensor_value_info(VECTORS, TensorProto.FLOAT, ["n", WIDTH])],
        [numpy_helper.from_array(table, "table"), numpy_helper.from_array(np.array(0.5, dtype=np.float32), "half")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    found: bytes = model.SerializeToString()
    return found


def tiny_files(seed: int = 0, window: int = 40) -> dict[str, bytes]:
    """The files of a tiny network by name."""
    return network_files(NetworkSettings("tiny", window), encoder_bytes(seed), head_arrays(seed), VOCABULARY)


def tiny_context(seed: int = 0, window: int = 40) -> Context:
    """A tiny network."""
    return context_of(tiny_files(seed, window), "tiny")
