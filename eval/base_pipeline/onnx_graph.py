"""Collect an ONNX graph node by node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

OPSET = 17
Shape = tuple[int, list[str | int] | None]
"""Type of the numbers, and the axes, if they are known."""


class OnnxGraph:
    """Collects the nodes and the weights of an ONNX graph; each method returns the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: dict[str, np.ndarray] = {}

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

    def named(self, name: str, result: str) -> None:
        """Give a result the name of an output."""
        self.nodes.append(helper.make_node("Identity", [result], [name]))

    def model(self, inputs: Mapping[str, Shape], outputs: Mapping[str, Shape]) -> onnx.ModelProto:
        """The graph as a model."""
        given, found = (
            [helper.make_tensor_value_info(name, kind, axes) for name, (kind, axes) in ends.items()]
            for ends in (inputs, outputs)
        )
        weights = [numpy_helper.from_array(array, name) for name, array in self.weights.items()]
        graph = helper.make_graph(self.nodes, "encoder", given, found, weights)
        sets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(graph, opset_imports=sets, ir_version=9)
