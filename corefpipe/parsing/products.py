"""Matrix products of spaCy's models by NumPy's library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from thinc.api import NumpyOps, get_current_ops, use_ops


@contextmanager
def numpy_products() -> Iterator[None]:
    """Let the models that are made or loaded within multiply matrices by NumPy, if they run on a CPU.

    thinc's own library, BLIS, is built for any processor, and on most it is several times slower.
    """
    if type(get_current_ops()) is not NumpyOps:  # a GPU, or Apple's library
        yield
        return
    with use_ops("numpy", use_blis=False):
        yield
