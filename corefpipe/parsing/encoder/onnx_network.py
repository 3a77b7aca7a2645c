"""The encoder's network as ONNX files, run by onnxruntime on one core."""

from __future__ import annotations

from typing import Any

import numpy as np

from corefpipe.network.onnx_session import open_session
from corefpipe.parsing.encoder.labels import TASKS
from corefpipe.parsing.encoder.parser import Scored
from corefpipe.parsing.encoder.windows import WINDOW, Batch

_OUTPUTS = ["arcs", "dependents", "heads", "words", *TASKS]
_AT_ONCE = 512  # relations per batch; each needs (labels, width) numbers


class OnnxNetwork:
    """A network (see `parser.Network`) from ONNX files.

    Each window is a separate batch: there is no padding, and quantization, which depends on the largest number of a
    batch, does not make the result for a window depend on others.

    Args:
        windows, relations: contents of the ONNX files.

    Raises:
        ModelError: onnxruntime is not installed, or it cannot read the files.
    """

    pieces = 1

    def __init__(self, windows: bytes, relations: bytes):
        self._windows, self._relations = _session(windows), _session(relations)
        self.window = int(self._windows.get_modelmeta().custom_metadata_map.get("window", WINDOW))

    def score(self, batch: Batch) -> Scored:
        """Scores of a batch of windows."""
        arcs, dependents, heads, words, *labels = self._windows.run(_OUTPUTS, batch)
        first, last = np.split(words, 2, axis=-1)
        return Scored(dict(zip(TASKS, labels, strict=True)), arcs, dependents, heads, (first + last) / 2)

    def relations(self, dependents: np.ndarray, heads: np.ndarray) -> np.ndarray:
        """(n,) numbers of the best relations."""
        parts = [
            self._relations.run(["dep"], {"dependents": dependents[i : i + _AT_ONCE], "heads": heads[i : i + _AT_ONCE]})
            for i in range(0, len(dependents), _AT_ONCE)
        ]
        return np.concatenate([part[0] for part in parts])


def _session(model: bytes) -> Any:
    return open_session(model, "the encoder's network", "Train it again")
