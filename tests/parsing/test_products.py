"""Which library multiplies matrices."""

from __future__ import annotations

import numpy as np
from thinc.api import Linear, NumpyOps, get_current_ops

from corefpipe.parsing.pipelines import blank, load_base
from corefpipe.parsing.products import multiply_by_numpy


class OtherOps(NumpyOps):
    """Those of a GPU or another processor's library."""


def test_a_base_pipeline_uses_numpy():
    nlp = load_base("en")
    models = [pipe.model for _, pipe in nlp.pipeline if hasattr(pipe, "model")]
    assert models
    assert not any(node.ops.use_blis for model in models for node in model.walk())
    assert get_current_ops().use_blis


def test_other_ops_are_left_alone():
    model = Linear(2, 3).initialize()
    model.ops = own = OtherOps()
    multiply_by_numpy(blank("en"), model)
    assert model.ops is own


def test_the_products_are_the_same():
    model = Linear(4, 3).initialize(X=np.ones((2, 3), dtype="f"))
    values = np.arange(15, dtype="f").reshape(5, 3)
    before = model.predict(values)
    multiply_by_numpy(blank("en"), model)
    assert np.allclose(before, model.predict(values), atol=1e-5)
