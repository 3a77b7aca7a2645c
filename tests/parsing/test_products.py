"""Which library multiplies matrices."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import spacy
from thinc.api import Linear, NumpyOps, get_current_ops
from threadpoolctl import threadpool_info, threadpool_limits

from corefpipe.network.one_thread import ONE_THREAD
from corefpipe.parsing.pipelines import blank, load_base
from corefpipe.parsing.products import Products, multiply_by_numpy


class OtherOps(NumpyOps):
    """Those of a GPU or another processor's library."""


def test_a_base_pipeline_uses_numpy(tmp_path):
    trained = spacy.blank("en")
    trained.add_pipe("tagger").add_label("NN")
    trained.initialize()
    trained.to_disk(tmp_path / "base")
    nlp = load_base(str(tmp_path / "base"))
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


def threads():
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


def test_one_thread_at_a_time_and_then_as_many_as_before():
    with threadpool_limits(2, user_api="blas"):
        with ONE_THREAD, ONE_THREAD:
            assert threads() == {1}
        assert threads() == {2}


def test_as_many_as_before_however_threads_come_and_go():
    barrier = Barrier(4)

    def product(_):
        barrier.wait()
        return Products(use_blis=False).gemm(np.ones((3, 4), dtype="f"), np.ones((4, 2), dtype="f"))

    with threadpool_limits(2, user_api="blas"):
        with ThreadPoolExecutor(4) as pool:
            for found in pool.map(product, range(40)):
                assert (found == 4).all()
        assert threads() == {2}
