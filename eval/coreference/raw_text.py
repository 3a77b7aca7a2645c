"""Resolve raw text with everything predicted, and align the responses with the key's words by character offsets."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from pathlib import Path

from spacy.language import Language

from corefpipe import read
from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolving import resolve_documents


def responses(resolver: Resolver, nlp: Language, texts: Path | None, keys: list[Document]) -> Iterator[Document]:
    """Resolve the raw text of each key document.

    Args:
        resolver: the model.
        nlp: the base pipeline.
        texts: folder of CoNLL-U documents of the same names, which contain the spaces between words; None if the keys
            have their texts themselves.
        keys: documents with chains; their responses have the same words.
    """
    written = {document.name: document for document in (keys if texts is None else read(texts))}
    for key in keys:
        source = written[key.name]
        assert source.words == key.words
        assert source.offsets is not None
        found = next(resolve_documents([Document(key.name, text=source.text)], resolver, nlp))
        assert found.offsets is not None
        starts = source.offsets
        ends = [offset + len(word) for offset, word in zip(starts, source.words, strict=True)]
        mentions = {}
        for mention in found.mentions:
            last = mention.end - 1
            end = found.offsets[last] + len(found.words[last])
            span = whole_words(starts, ends, found.offsets[mention.start], end)
            mentions.setdefault(span, Mention(*span, mention.entity))
        yield Document(
            key.name,
            key.part,
            words=key.words,
            sentence_starts=key.sentence_starts,
            mentions=sort_mentions(list(mentions.values())),
        )


def whole_words(starts: list[int], ends: list[int], start: int, end: int) -> tuple[int, int]:
    """The span of words for one of characters: a word of which it contains a part is in it.

    Args:
        starts, ends: offsets of the words.
        start, end: of the span.
    """
    return bisect_right(starts, start) - 1, bisect_left(ends, end) + 1
