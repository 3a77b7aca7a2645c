"""Matrix products of spaCy's models with NumPy's BLAS, on one core."""

from __future__ import annotations

from typing import Any

from spacy.language import Language
from thinc.api import Model, NumpyOps

from corefpipe.network.one_thread import ONE_THREAD


class Products(NumpyOps):
    """thinc's CPU operations with NumPy's matrix products: thinc's own BLAS is not optimized for the processor."""

    def gemm(self, x: Any, y: Any, out: Any = None, trans1: bool = False, trans2: bool = False) -> Any:
        """The product of two matrices."""
        with ONE_THREAD:
            return super().gemm(x, y, out=out, trans1=trans1, trans2=trans2)


def multiply_by_numpy(nlp: Language, *others: Model[Any, Any]) -> Language:
    """Make the models of a pipeline, and others, use NumPy for matrix products if they run on a CPU."""
    ops = Products(use_blis=False)
    models: list[Any] = [getattr(pipe, "model", None) for _, pipe in nlp.pipeline]
    for model in (*(model for model in models if isinstance(model, Model)), *others):
        for node in model.walk():
            if type(node.ops) is NumpyOps:  # no GPU, nor Apple's library
                node.ops = ops
    return nlp
