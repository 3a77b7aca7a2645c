"""The encoder of a network as an ONNX file, run by onnxruntime on one core."""

from __future__ import annotations

from typing import Any

import numpy as np

from corefpipe.exceptions import ModelError

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

    def __call__(self, pieces: np.ndarray) -> np.ndarray:
        """(n_pieces, width) float32 vectors."""
        if self._session is None:
            self._session = _session(self._model)
        found: np.ndarray
        (found,) = self._session.run([VECTORS], {PIECES: pieces})
        return found

    def __getstate__(self) -> bytes:
        return self._model

    def __setstate__(self, model: bytes) -> None:
        self._model, self._session = model, None


def _session(model: bytes) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise ModelError(
            "this model needs onnxruntime, which is not installed", cure="pip install 'corefpipe[encoder]'"
        ) from error
    options = onnxruntime.SessionOptions()
    # As the rest of corefpipe: one thread a process.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises kinds of its own
        what = " ".join(str(error).split())
        raise ModelError(f"the network cannot be read: {what:.200}", cure=CURE) from error
    names = [one.name for one in session.get_inputs()], [one.name for one in session.get_outputs()]
    if names != ([PIECES], [VECTORS]):
        raise ModelError("the network has other inputs or outputs than an encoder", cure=CURE)
    return session
