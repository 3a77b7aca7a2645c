"""The sentences of a stream: parsed, with the mentions that were decided in them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from spacy import attrs
from spacy.tokens import Doc

from corefpipe.parsing.word_vectors import network_of, put_vectors

COLUMNS = (
    "ORTH",
    "NORM",
    "LEMMA",
    "TAG",
    "POS",
    "MORPH",
    "HEAD",
    "DEP",
    "ENT_IOB",
    "ENT_TYPE",
    "ENT_KB_ID",
)
"""The annotation of tokens that sentences keep, and saved states."""


@dataclass(slots=True)
class DecidedMention:
    """A mention whose entity is decided.

    Attributes:
        start, end, head: in tokens of its sentence; `end` is after the last.
        entity: number of the entity in the stream.
        odds: log odds of the span being a mention.
    """

    start: int
    end: int
    head: int
    entity: int
    odds: float


@dataclass(slots=True)
class Sentence:
    """A sentence that is not revised any more.

    Attributes:
        doc: its parse, with the white space after it.
        word: index of its first word in the stream.
        words: its number of words.
        vectors: (n_tokens, width) float16 that a context network gave its words; None without a network. Zeros for
            tokens that are no words of the parse, such as tags.
        mentions: the mentions in it, in text order.
        keys: under which they are remembered, with their entities (see `corefpipe.streams.memory`).
    """

    doc: Doc
    word: int
    words: int
    vectors: np.ndarray | None = None
    mentions: list[DecidedMention] = field(default_factory=list)
    keys: frozenset[tuple[str, int]] = frozenset()


def sentence_docs(doc: Doc) -> Iterator[Doc]:
    """The sentences of a parsed Doc as Docs, with the values of extensions of their tokens."""
    bounds = [(span.start, span.end) for span in doc.sents]
    offsets = [doc[start].idx for start, _ in bounds]
    own: list[dict[Any, Any]] = [{} for _ in bounds]
    user_data: dict[Any, Any] = doc.user_data
    for key, value in user_data.items():
        if isinstance(key, tuple) and len(key) == 4 and key[0] == "._." and key[2] is not None:
            kind, name, start, end = key
            number = bisect_left(offsets, start + 1) - 1
            if number >= 0:
                first = offsets[number]
                own[number][kind, name, start - first, None if end is None else end - first] = value
    network, columns = network_of(doc), doc.to_array(list(COLUMNS))
    words, spaces = [token.text for token in doc], [bool(token.whitespace_) for token in doc]
    for (first, last), values in zip(bounds, own, strict=True):
        # As `Span.as_doc`, which copies the columns of the whole Doc for each span.
        found = Doc(doc.vocab, words=words[first:last], spaces=spaces[first:last])
        found.from_array(list(COLUMNS), columns[first:last])
        found.tensor = doc.tensor[first:last]
        found.user_data.update(values)
        if network:
            put_vectors(found, found.tensor, network)
        yield found


def joined(docs: Sequence[Doc]) -> Doc:
    """Several Docs as one; a single one is itself."""
    if len(docs) == 1:
        return docs[0]
    found = Doc.from_docs(list(docs), ensure_whitespace=False)
    assert found is not None  # there is one Doc at least
    return found


def words_in(doc: Doc) -> np.ndarray:
    """(n_tokens + 1,) number of words (tokens that are no white space) before each token, and in all."""
    return np.append(0, np.cumsum(doc.to_array([attrs.IS_SPACE]).ravel() == 0))
