"""Matrix products of spaCy's models by NumPy's library, on one core."""

from __future__ import annotations

from typing import Any

from spacy.language import Language
from thinc.api import Model, NumpyOps

from corefpipe.network.one_thread import ONE_THREAD


class Products(NumpyOps):
    """thinc's operations on a CPU with the matrix products of NumPy: thinc's own library is built for any processor."""

    def gemm(self, x: Any, y: Any, out: Any = None, trans1: bool = False, trans2: bool = False) -> Any:
        """The product of two matrices."""
        with ONE_THREAD:
            return super().gemm(x, y, out=out, trans1=trans1, trans2=trans2)


def multiply_by_numpy(nlp: Language, *others: Model[Any, Any]) -> Language:
    """Let the models of a pipeline, and others, multiply matrices by NumPy, where they run on a CPU."""
    ops = Products(use_blis=False)
    models: list[Any] = [getattr(pipe, "model", None) for _, pipe in nlp.pipeline]
    for model in (*(model for model in models if isinstance(model, Model)), *others):
        for node in model.walk():
            if type(node.ops) is NumpyOps:  # no GPU, nor Apple's library
                node.ops = ops
    return nlp
