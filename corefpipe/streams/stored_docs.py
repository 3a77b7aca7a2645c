"""Docs of a stream as plain values and bytes: one DocBin for all, and the values of extensions beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from corefpipe.streams.sentences import COLUMNS


def docs_state(docs: Iterable[Doc]) -> dict[str, Any]:
    """Parsed Docs as plain values."""
    several = list(docs)
    return {
        "docs": DocBin(attrs=COLUMNS, docs=several).to_bytes(),
        "user_data": [[[list(key), value] for key, value in _of_tokens(doc)] for doc in several],
        "tensors": [matrix_state(doc.tensor if doc.tensor.ndim == 2 else None) for doc in several],
    }


def docs_of(state: Mapping[str, Any], vocab: Vocab) -> list[Doc]:
    """The Docs, from their state."""
    found = list(DocBin().from_bytes(state["docs"]).get_docs(vocab))
    for doc, values, tensor in zip(found, state["user_data"], state["tensors"], strict=True):
        doc.user_data.update({tuple(key): value for key, value in values})
        rows = matrix_of(tensor)
        if rows is not None:
            doc.tensor = rows
    return found


def matrix_state(rows: np.ndarray | None) -> list[Any] | None:
    """(n, width) float16 as its shape and bytes; a Doc whose words have no vectors has a width of 0."""
    return None if rows is None else [*rows.shape, rows.astype(np.float16).tobytes()]


def matrix_of(state: list[Any] | None) -> np.ndarray | None:
    """The rows, from their state."""
    return None if state is None else np.frombuffer(state[2], dtype=np.float16).reshape(state[:2]).copy()


def _of_tokens(doc: Doc) -> Iterable[tuple[Any, Any]]:
    """The values of extensions of tokens and spans."""
    user_data: dict[Any, Any] = doc.user_data
    return ((key, value) for key, value in user_data.items() if isinstance(key, tuple) and len(key) == 4)
