"""Matrix products of spaCy's models by NumPy's library."""

from __future__ import annotations

from typing import Any

from spacy.language import Language
from thinc.api import Model, NumpyOps


def multiply_by_numpy(nlp: Language, *others: Model[Any, Any]) -> Language:
    """Let the models of a pipeline, and others, multiply matrices by NumPy, where they run on a CPU.

    thinc's own library, BLIS, is built for any processor, and on most it is several times slower.
    """
    ops = NumpyOps(use_blis=False)
    models: list[Any] = [getattr(pipe, "model", None) for _, pipe in nlp.pipeline]
    for model in (*(model for model in models if isinstance(model, Model)), *others):
        for node in model.walk():
            if type(node.ops) is NumpyOps:  # no GPU, nor Apple's library
                node.ops = ops
    return nlp
