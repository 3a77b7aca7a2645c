"""Find the chains of the end of a text, given those before it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from spacy.tokens import Doc

from corefpipe.features import MentionTable
from corefpipe.mentions import Spans, detect
from corefpipe.parsing.annotations import require_parse
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolution import Resolution
from corefpipe.utils.collection import NO_COLLECTION

Decided = tuple[int, int, int, int]
"""Start, end and head in tokens of a Doc, and number of the entity."""


def resolve_end(
    resolver: Resolver, doc: Doc, first: int, decided: Sequence[Decided]
) -> tuple[Resolution, np.ndarray]:
    """Find the mentions and chains of the end of a Doc; those before stay as they were decided.

    Args:
        resolver: the model; its decoder honours constraints.
        doc: with a parse.
        first: the first token of the end.
        decided: the mentions before the end.

    Returns:
        The resolution of the whole Doc, and (n_mentions,) int, the entity of each mention that was decided, else -1.

    Raises:
        AnnotationError: the Doc lacks annotation that the model reads.
    """
    require_parse(doc)
    with NO_COLLECTION:
        parse = Parse.from_doc(doc)
        spans = detect(parse)
        table = resolver.selected(MentionTable(parse, spans.at(spans.start >= np.searchsorted(parse.tokens, first))))
        if not decided:
            return resolver.resolution(table), np.full(len(table), -1)
        given = _in_words(parse, decided)
        found = MentionTable(parse, Spans.of([*(place for place, _ in given), *table.mentions]))
        if resolver.selector is not None:
            found.use_models(resolver.features.models)
            found.odds = resolver.selector.classifier.scores(found)
        entities = {place[:2]: entity for place, entity in given}
        known = np.array([entities.get((start, end), -1) for start, end, _ in found.mentions], dtype=np.int64)
        return resolver.resolution(found, decided=known), known


def _in_words(parse: Parse, decided: Sequence[Decided]) -> list[tuple[tuple[int, int, int], int]]:
    """(start, end, head) in words, and the entity of each mention."""
    places = np.array(decided, dtype=np.int64)
    words = np.searchsorted(parse.tokens, places[:, :3])
    return [((start, end, head), entity) for (start, end, head), entity in zip(words.tolist(), places[:, 3].tolist(), strict=True)]
