"""Find the chains of the end of a text, given those before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from spacy.tokens import Doc

from corefpipe.features import MentionTable
from corefpipe.mentions import Spans, detect
from corefpipe.parsing.annotations import require_parse
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolution import Resolution
from corefpipe.utils.collection import NO_COLLECTION


class Decided(NamedTuple):
    """A mention that was decided.

    Attributes:
        start, end, head: in tokens of the Doc; `end` is after the last.
        entity: number of its entity.
        odds: log odds of the span being a mention.
    """

    start: int
    end: int
    head: int
    entity: int
    odds: float


class ResolvedEnd(NamedTuple):
    """The chains of a Doc whose beginning was decided.

    Attributes:
        resolution: of the whole Doc.
        entities: (n_mentions,) int, the entity of each mention that was decided, else -1.
        odds: (n_mentions,) log odds of each span being a mention.
    """

    resolution: Resolution
    entities: np.ndarray
    odds: np.ndarray

    @classmethod
    def of(cls, resolver: Resolver, table: MentionTable, entities: np.ndarray) -> ResolvedEnd:
        """Those of the mentions of a table, of which some were decided."""
        odds = np.ones(len(table)) if table.odds is None else table.odds
        return cls(resolver.resolution(table, decided=entities), entities, odds)


def resolve_end(resolver: Resolver, doc: Doc, first: int, decided: Sequence[Decided]) -> ResolvedEnd:
    """Find the mentions and chains of the end of a Doc; those before stay as they were decided.

    Args:
        resolver: the model; its decoder honours constraints.
        doc: with a parse.
        first: the first token of the end.
        decided: the mentions before the end.

    Raises:
        AnnotationError: the Doc lacks annotation that the model reads.
    """
    require_parse(doc)
    with NO_COLLECTION:
        parse = Parse.from_doc(doc)
        spans = detect(parse)
        table = resolver.selected(MentionTable(parse, spans.at(spans.start >= np.searchsorted(parse.tokens, first))))
        if not decided:
            return ResolvedEnd.of(resolver, table, np.full(len(table), -1))
        before = _spans(parse, decided)
        found = MentionTable(parse, Spans.joined(before, table.mentions))
        if table.odds is not None:
            found.odds = np.append([one.odds for one in decided], table.odds)
        entities = np.append([one.entity for one in decided], np.full(len(table), -1))
        return ResolvedEnd.of(resolver, found, entities)


def _spans(parse: Parse, decided: Sequence[Decided]) -> Spans:
    """The mentions that were decided, in words."""
    places = np.array([one[:3] for one in decided])
    return Spans(*np.searchsorted(parse.tokens, places).astype(np.int32).T)
