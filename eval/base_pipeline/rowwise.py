"""Dense layers as integer products: weights with a scale per column, inputs with one per row, computed in the graph.

The outliers of one word piece then do no harm to others. Inputs are divided by constants, and weights multiplied by
them, so that neither has columns of outliers (SmoothQuant; Xiao et al. 2023, α = ½).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto
from onnx_graph import OnnxGraph

from corefpipe.network.transformer import in_bytes

LEVELS, MIDDLE = np.array(127, np.float32), np.array(128, np.uint8)
LEAST = np.array(1e-8, np.float32)


class Graph(OnnxGraph):
    """A graph with such layers, or with those that show what they are given.

    Args:
        largest: (width,) largest input of each column of each dense layer, by the order in which inputs are first read;
            None for layers of floats whose inputs become outputs (see `largest_inputs`).
    """

    def __init__(self, largest: Sequence[np.ndarray] | None = None):
        super().__init__()
        self._largest = largest
        self.inputs: dict[str, tuple[str, str, np.ndarray]] = {}

    def dense(self, values: str, matrix: np.ndarray, bias: np.ndarray) -> str:
        """`values @ matrix + bias`."""
        if self._largest is None:
            self.inputs.setdefault(values, (values, values, matrix))
            return self("Add", self("MatMul", values, matrix), bias)
        if values not in self.inputs:
            self.inputs[values] = self._rounded(values, self._largest[len(self.inputs)], matrix)
        rounded, scale, by = self.inputs[values]
        whole = matrix * by[:, None]
        step = np.maximum(np.abs(whole).max(0), LEAST) / LEVELS
        stored = np.clip(np.round(whole / step), -LEVELS, LEVELS).astype(np.int8)
        product = self("Cast", self("MatMulInteger", rounded, stored, MIDDLE), to=TensorProto.FLOAT)
        return self("Add", self("Mul", self("Mul", product, scale), step.astype(np.float32)), bias)

    def _rounded(self, values: str, largest: np.ndarray, matrix: np.ndarray) -> tuple[str, str, np.ndarray]:
        """The values in 8 bits, what to multiply each row by, and the constants by which they are divided."""
        by = np.sqrt(np.maximum(largest, 1e-3) / np.maximum(np.abs(matrix).max(1), 1e-4)).astype(np.float32)
        divided = self("Mul", values, 1 / by)
        high = self("ReduceMax", self("Abs", divided), axes=[-1], keepdims=1)
        scale = self("Div", self("Max", high, LEAST), LEVELS)
        return self("QuantizeLinear", self("Div", divided, scale), np.array(1, np.float32), MIDDLE), scale, by

    def row(self, table: np.ndarray, index: str) -> str:
        """Rows of a table, each of 8 bits with a scale of its own."""
        rows, scale = in_bytes(table)
        whole = self("Cast", self("Gather", rows, index), to=TensorProto.FLOAT)
        return self("Mul", whole, self("Gather", scale[:, None], index))

    def gelu(self, values: str) -> str:
        """Approximate gelu, as the heads have it in training."""
        return self("FastGelu", values, domain="com.microsoft")


def largest_inputs(model: onnx.ModelProto, names: Sequence[str], batches: Iterable[dict[str, Any]]) -> list[np.ndarray]:
    """The largest value of each column of some results of a graph.

    Args:
        model: the graph.
        names: of the results.
        batches: what it is given.
    """
    shown = onnx.ModelProto()
    shown.CopyFrom(model)
    known = {one.name for one in shown.graph.output}
    shown.graph.output.extend(onnx.ValueInfoProto(name=name) for name in names if name not in known)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(shown.SerializeToString(), options)
    found = [np.zeros(1, dtype=np.float32) for _ in names]
    for batch in batches:
        for number, value in enumerate(session.run(list(names), batch)):
            found[number] = np.maximum(found[number], np.abs(value).reshape(-1, value.shape[-1]).max(0))
    return found
