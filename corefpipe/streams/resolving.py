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
from corefpipe.streams.reading import resuming
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
        vectors: (n_tokens, width) float16 of the end, by the model's network; None where it read nothing.
    """

    resolution: Resolution
    entities: np.ndarray
    odds: np.ndarray
    vectors: np.ndarray | None


class EndResolver:
    """Finds the mentions and chains of the end of Docs; those before stay as they were decided.

    Args:
        resolver: the model.

    Raises:
        SettingError: its decoder does not honour constraints.
    """

    def __init__(self, resolver: Resolver):
        self._resolver, self._reader = resuming(resolver)

    def __call__(self, doc: Doc, first: int, decided: Sequence[Decided], known: np.ndarray | None) -> ResolvedEnd:
        """Resolve the end of a Doc.

        Args:
            doc: with a parse.
            first: the first token of the end.
            decided: the mentions before the end.
            known: (first, width) float16 vectors of the tokens before the end, from earlier calls; None if there are
                none.

        Raises:
            AnnotationError: the Doc lacks annotation that the model reads.
        """
        require_parse(doc)
        with NO_COLLECTION:
            parse = Parse.from_doc(doc)
            before = int(np.searchsorted(parse.tokens, first))
            if self._reader is not None:
                self._reader.begin(None if known is None else known[parse.tokens[:before]])
            table, entities = self._mentions(parse, before, decided)
            odds = np.ones(len(table)) if table.odds is None else table.odds
            resolution = self._resolver.resolution(table, decided=entities)
            return ResolvedEnd(resolution, entities, odds, self._vectors(parse, before, first, len(doc)))

    def _mentions(self, parse: Parse, before: int, decided: Sequence[Decided]) -> tuple[MentionTable, np.ndarray]:
        """The mentions, and the entity of each that was decided, else -1."""
        spans = detect(parse)
        table = self._resolver.selected(MentionTable(parse, spans.at(spans.start >= before)))
        if not decided:
            return table, np.full(len(table), -1)
        found = MentionTable(parse, Spans.joined(_spans(parse, decided), table.mentions))
        if table.odds is not None:
            found.odds = np.append([one.odds for one in decided], table.odds)
        return found, np.append([one.entity for one in decided], np.full(len(table), -1))

    def _vectors(self, parse: Parse, before: int, first: int, n_tokens: int) -> np.ndarray | None:
        """The vectors of the tokens of the end; zeros for those that are no words of the parse."""
        read = None if self._reader is None else self._reader.take(parse.text)
        if read is None:
            return None
        found = np.zeros((n_tokens - first, read.shape[1]), dtype=np.float16)
        found[parse.tokens[before:] - first] = read[before:]
        return found


def _spans(parse: Parse, decided: Sequence[Decided]) -> Spans:
    """The mentions that were decided, in words."""
    places = np.array([one[:3] for one in decided])
    return Spans(*np.searchsorted(parse.tokens, places).astype(np.int32).T)
