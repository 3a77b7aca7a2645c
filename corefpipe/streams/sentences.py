"""The sentences of a stream: parsed, with the mentions that were decided in them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from spacy import attrs
from spacy.tokens import Doc

from corefpipe.chains.tokens import words_of
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
_HEAD, _DEP, _IOB, _TYPE = map(COLUMNS.index, ("HEAD", "DEP", "ENT_IOB", "ENT_TYPE"))


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

    Raises:
        ValueError: there are more or fewer vectors than tokens.
    """

    doc: Doc
    word: int
    words: int
    vectors: np.ndarray | None = None
    mentions: list[DecidedMention] = field(default_factory=list)
    keys: frozenset[tuple[str, int]] = frozenset()

    def __post_init__(self) -> None:
        if self.vectors is not None and len(self.vectors) != len(self.doc):
            raise ValueError(f"{len(self.vectors)} vectors for a sentence of {len(self.doc)} tokens")


def sentence_docs(doc: Doc) -> Iterator[Doc]:
    """The sentences of a parsed Doc as Docs, with the values of extensions of their tokens.

    They are those of `Span.as_doc`, which looks at all of the Doc for each sentence; here the work is linear. Word
    vectors are copied, so that one sentence does not keep those of all.
    """
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
    network, tensor, columns = network_of(doc), np.asarray(doc.tensor), _columns_within(doc, bounds)
    words, spaces = words_of(doc), doc.to_array(attrs.SPACY).astype(bool).tolist()
    for (first, last), values in zip(bounds, own, strict=True):
        found = Doc(doc.vocab, words=words[first:last], spaces=spaces[first:last])
        found.from_array(list(COLUMNS), columns[first:last])  # type: ignore[arg-type]
        found.tensor = tensor[first:last].copy()
        found.user_data.update(values)
        if network:
            put_vectors(found, found.tensor, network)
        yield found


def _columns_within(doc: Doc, bounds: Sequence[tuple[int, int]]) -> np.ndarray:
    """(n_tokens, n_columns) uint64 the annotation of tokens, where nothing goes beyond a sentence.

    An entity that does is unknown. A word whose head is in another sentence depends on the root of its own, or is it.
    """
    columns = doc.to_array(list(COLUMNS)).reshape(len(doc), -1)
    firsts = np.array([first for first, _ in bounds], dtype=np.int64)
    sentence = np.repeat(np.arange(len(bounds)), [last - first for first, last in bounds])
    continues = columns[:, _IOB] == 1
    entity = np.cumsum(~continues)
    cut = np.isin(entity, entity[firsts[continues[firsts]]])
    columns[cut, _IOB] = columns[cut, _TYPE] = 0
    token = np.arange(len(doc))
    heads = token + columns[:, _HEAD].astype(np.int64)
    beyond = sentence[heads] != sentence
    if beyond.any():
        # A sentence's root is its first one, else the first word whose head is elsewhere.
        roots = np.flatnonzero(beyond | (heads == token))
        roots = roots[np.lexsort((roots, beyond[roots], sentence[roots]))]
        roots = roots[np.unique(sentence[roots], return_index=True)[1]]
        outside = np.flatnonzero(beyond)
        new = roots[np.searchsorted(sentence[roots], sentence[outside])]
        columns[outside, _HEAD] = (new - outside).astype(np.uint64)
        columns[outside[new != outside], _DEP] = doc.vocab.strings.add("dep")
    return columns


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
