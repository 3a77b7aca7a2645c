"""The parses of several documents, and a parse of all of them as one text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from spacy.tokens import Doc

from corefpipe.parsing.parse import Parse, columns_of

_PLAIN = ("words", "lower", "lemmas", "pos", "tags", "deps", "feats", "speakers", "entity_types")
_NUMBERED = ("sentences", "paragraphs")


class JointParse:
    """Several documents with complete annotation, in one language.

    Attributes:
        bounds: (n_documents + 1,) int64, the first token of each document, and the number of tokens.
        joint: the parse of all; sentences and paragraphs are numbered on.
        known: what was computed of the parse of each document (see `MentionTable.of_parse`).
    """

    def __init__(self, docs: Sequence[Doc]):
        self._columns = [columns_of(doc) for doc in docs]
        self._parses: dict[int, Parse] = {}
        self.bounds = np.cumsum([0, *map(len, docs)])
        self.joint = _joined(self._columns, self.bounds.tolist())
        self.known: list[dict[str, Any]] = [{} for _ in docs]

    def one(self, number: int) -> Parse:
        """The parse of one document."""
        if number not in self._parses:
            self._parses[number] = Parse(**self._columns[number])
        return self._parses[number]


def _joined(several: Sequence[dict[str, Any]], bounds: list[int]) -> Parse:
    columns: dict[str, Any] = {name: list(chain.from_iterable(one[name] for one in several)) for name in _PLAIN}
    columns["heads"] = [start + head for start, one in zip(bounds, several, strict=False) for head in one["heads"]]
    for name in _NUMBERED:
        first, numbers = 0, []
        for one in several:
            numbers += [first + number for number in one[name]]
            first = numbers[-1] + 1
        columns[name] = numbers
    return Parse(**columns, language=several[0]["language"], bounds=bounds)
