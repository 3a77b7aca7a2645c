"""The encoder of a network as an ONNX file, run by onnxruntime on one core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from corefpipe.exceptions import ModelError
from corefpipe.network.onnx_session import open_session

CURE = "Give the folder of a whole network; if it belongs to an installed model, install that again"
"""Cure of errors in the files of a network."""
PIECES, VECTORS = "pieces", "vectors"
"""Name of the input, (n_pieces,) int64, and of the output, (n_pieces, width) float32."""


class OnnxEncoder:
    """Vectors of the word pieces of a window.

    Each window is run by itself: no time is lost with padding, and no result depends on what else is read.

    Args:
        model: contents of the ONNX file. The session is made when it is first needed, and again in another process.

    Raises:
        ModelError: onnxruntime is not installed, or it cannot read the file.
    """

    def __init__(self, model: bytes):
        self._model = model
        self._session: Any = None

    def __call__(self, pieces: np.ndarray, sizes: Sequence[int]) -> np.ndarray:
        """(n_pieces, width) float32 vectors (see `piece_reader.Encode`)."""
        if self._session is None:
            self._session = _session(self._model)
        windows = np.split(pieces, np.cumsum(sizes)[:-1])
        return np.concatenate([self._session.run([VECTORS], {PIECES: window})[0] for window in windows])

    def __getstate__(self) -> bytes:
        return self._model

    def __setstate__(self, model: bytes) -> None:
        self._model, self._session = model, None


def _session(model: bytes) -> Any:
    session = open_session(model, "the network", CURE)
    names = [one.name for one in session.get_inputs()], [one.name for one in session.get_outputs()]
    if names != ([PIECES], [VECTORS]):
        raise ModelError("the network has other inputs or outputs than an encoder", cure=CURE)
    return session
