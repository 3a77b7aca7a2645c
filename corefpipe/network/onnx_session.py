"""Sessions of onnxruntime, on one core."""

from __future__ import annotations

from typing import Any

from corefpipe.exceptions import ModelError

_SLOWER = ["SkipLayerNormFusion"]
"""Fusions of onnxruntime that take longer than what they replace."""


def open_session(model: bytes, what: str, cure: str) -> Any:
    """Open an ONNX file.

    Args:
        model: contents of the file.
        what: what it is, for errors.
        cure: of a file that cannot be read.

    Raises:
        ModelError: onnxruntime is not installed, or it cannot read the file.
    """
    try:
        import onnxruntime
    except ImportError as error:
        raise ModelError(
            f"{what} needs onnxruntime, which is not installed", cure="pip install 'corefpipe[encoder]'"
        ) from error
    options = onnxruntime.SessionOptions()
    # As the rest of corefpipe: one thread a process.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Without it, processors that lack VNNI add products of eight bits with saturation.
    options.add_session_config_entry("session.x64quantprecision", "1")
    try:
        return onnxruntime.InferenceSession(
            model, options, providers=["CPUExecutionProvider"], disabled_optimizers=_SLOWER
        )
    except Exception as error:  # onnxruntime raises kinds of its own
        found = " ".join(str(error).split())
        raise ModelError(f"{what} cannot be read: {found:.200}", cure=cure) from error
