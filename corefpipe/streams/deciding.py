"""From the chains of the end of a stream to its mentions with their entities, and to sentences that are decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from spacy.tokens import Doc

from corefpipe.streams.chains import Chains, Placed
from corefpipe.streams.memory import keys_of
from corefpipe.streams.resolving import Decided, ResolvedEnd
from corefpipe.streams.sentences import DecidedMention, Sentence, words_in

Place = tuple[int, int]
"""Start and end of a mention in words of the stream."""


def mentions_of(end: ResolvedEnd, first: int, words: np.ndarray, before: int, chains: Chains) -> list[Placed]:
    """The mentions of the end of a stream, with the numbers of their entities.

    Args:
        end: the chains of the end and of what it was compared with.
        first: its first token.
        words: (n_tokens + 1,) number of its words before each of its tokens, and in all.
        before: number of words of the stream before it.
        chains: those so far; gets the new entities.
    """
    spans, labels = end.resolution.spans, end.resolution.decoding.labels
    rows = np.flatnonzero(spans.start >= first)
    start, stop, head = (before + words[column[rows] - first] for column in (spans.start, spans.end, spans.head))
    places = list(zip(start.tolist(), stop.tolist(), strict=True))
    own = labels[rows].tolist()
    known = end.entities >= 0
    decided = dict(zip(labels[known].tolist(), end.entities[known].tolist(), strict=True))
    entities = _entities(own, places, decided, chains)
    columns = zip(places, head.tolist(), own, end.odds[rows].tolist(), strict=True)
    return [Placed(*place, word, entities[label], odds) for place, word, label, odds in columns]


def _entities(
    labels: Sequence[int], places: Sequence[Place], decided: Mapping[int, int], chains: Chains
) -> dict[int, int]:
    """Cluster -> number of its entity: one that was decided, else the one that most of its mentions had before.

    Args:
        labels, places: of the mentions of the end.
        decided: cluster -> entity, of those with mentions before the end.
        chains: those so far.
    """
    found = dict(decided)
    before = {one[:2]: one.entity for one in chains.open if not chains.is_decided(one.entity)}
    votes: dict[int, Counter[int]] = {}
    for label, place in zip(labels, places, strict=True):
        if label not in found:
            votes.setdefault(label, Counter()).update([before[place]] if place in before else [])
    taken: set[int] = set()
    for label, counts in votes.items():
        free = [entity for entity, _ in counts.most_common() if entity not in taken]
        found[label] = free[0] if free else chains.new()
        taken.add(found[label])
    return found


def decided_sentence(doc: Doc, word: int, vectors: np.ndarray | None, mentions: Sequence[Placed]) -> Sentence:
    """A sentence with its mentions.

    Args:
        doc: its parse.
        word: its first word in the stream.
        vectors: (n_tokens, width) of its tokens; None without a network.
        mentions: in words of the stream.
    """
    words = words_in(doc)
    token = np.flatnonzero(np.diff(words)).tolist()
    own = [
        DecidedMention(
            token[one.start - word], token[one.end - 1 - word] + 1, token[one.head - word], one.entity, one.odds
        )
        for one in mentions
    ]
    keys = frozenset((key, one.entity) for one in own for key in keys_of(doc, one.start, one.end, one.head)[0])
    return Sentence(doc, word, int(words[-1]), vectors, own, keys)


def decided_in(sentences: Sequence[Sentence]) -> Iterator[Decided]:
    """The mentions in sentences that follow each other."""
    first = 0
    for sentence in sentences:
        for one in sentence.mentions:
            yield Decided(one.start + first, one.end + first, one.head + first, one.entity, one.odds)
        first += len(sentence.doc)


def vectors_of(sentences: Sequence[Sentence]) -> np.ndarray | None:
    """(n_tokens, width) the vectors of all tokens of sentences; None if there are none.

    A sentence that the network did not have to read, since neither it nor its end had mentions, has zeros: nothing
    scores its words any more.
    """
    widths = {sentence.vectors.shape[1] for sentence in sentences if sentence.vectors is not None}
    if not widths:
        return None
    (width,) = widths
    rows = (
        np.zeros((len(one.doc), width), dtype=np.float16) if one.vectors is None else one.vectors for one in sentences
    )
    return np.concatenate([*rows])
