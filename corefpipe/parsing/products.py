"""Matrix products of spaCy's models by NumPy's library, on one core."""

from __future__ import annotations

from threading import Lock
from typing import Any

from spacy.language import Language
from thinc.api import Model, NumpyOps
from threadpoolctl import ThreadpoolController


class OneThread:
    """A context in which NumPy multiplies matrices with one thread.

    With several, small products wait for the threads: ten times as long where another process needs a core. The number
    belongs to the process, so the first that enters sets it, and the last that leaves sets it back.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._controller: Any = None
        self._limit: Any = None

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            if self._inside == 1:
                # Made late, because it knows the libraries that are loaded when it is made.
                self._controller = self._controller or ThreadpoolController()
                self._limit = self._controller.limit(limits=1, user_api="blas")

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                self._limit.restore_original_limits()


ONE_THREAD = OneThread()


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
