"""The parses of several documents, and a joint parse of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spacy.tokens import Doc

from corefpipe.parsing.parse import Parse

_PLAIN = (
    *("words", "lower", "lemmas", "pos", "tags", "deps", "feats", "speakers", "entity_types", "entities", "spaces"),
    "tokens",
)
_NUMBERED = ("sentences", "paragraphs", "lines", "cells")


class JointParse:
    """Several documents with complete annotation, in one language and of one vocabulary.

    Attributes:
        joint: the parse of all; sentences and paragraphs are numbered consecutively.
        known: cache of values computed from the parse of each document (see `MentionTable.of_parse`).
    """

    def __init__(self, docs: Sequence[Doc]):
        self.joint = Parse.from_docs(docs)
        self.known: list[dict[str, Any]] = [{} for _ in docs]
        self._parses: dict[int, Parse] = {}

    @property
    def bounds(self) -> list[int]:
        """The first token of each document, and the number of tokens."""
        return self.joint.bounds

    def one(self, number: int) -> Parse:
        """The parse of one document."""
        if number not in self._parses:
            start, end = self.bounds[number : number + 2]
            columns: dict[str, Any] = {name: getattr(self.joint, name)[start:end] for name in _PLAIN}
            for name in _NUMBERED:
                numbers = getattr(self.joint, name)[start:end]
                columns[name] = [number - numbers[0] for number in numbers]
            heads = [head - start for head in self.joint.heads[start:end]]
            vectors = self.joint.vectors and self.joint.vectors.between(start, end)
            self._parses[number] = Parse(**columns, heads=heads, language=self.joint.language, vectors=vectors)
        return self._parses[number]
