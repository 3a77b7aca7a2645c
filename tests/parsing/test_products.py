"""Which library multiplies matrices."""

from __future__ import annotations

from thinc.api import NumpyOps, get_current_ops, set_current_ops, use_ops

from corefpipe.parsing.pipelines import load_base
from corefpipe.parsing.products import numpy_products


class OtherOps(NumpyOps):
    """Those of a GPU or another processor's library."""


def test_a_base_pipeline_uses_numpy():
    nlp = load_base("en")
    models = [pipe.model for _, pipe in nlp.pipeline if hasattr(pipe, "model")]
    assert models
    assert not any(node.ops.use_blis for model in models for node in model.walk())
    assert get_current_ops().use_blis


def test_other_ops_are_left_alone():
    with use_ops("numpy"):
        set_current_ops(OtherOps())
        with numpy_products():
            assert type(get_current_ops()) is OtherOps
