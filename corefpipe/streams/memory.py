"""What a stream remembers of entities whose mentions have left its window: for each name one sentence that has it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from spacy.tokens import Doc

from corefpipe.streams.sentences import DecidedMention, Sentence

MOST, _SHARE = 24, 50
"""Mentions that are recalled at once, at most: so many, or one for so many words of a long end."""
_OF_KEY = 4  # entities that a key leads to, those mentioned last
_REACH = 1500
"""Words after which a common noun is forgotten, as `CandidateSettings.reach`: "the door" is another door by then."""


@dataclass(slots=True)
class Remembered:
    """A mention in its sentence.

    Attributes:
        doc: the sentence, without word vectors.
        word, words: as those of a `Sentence`.
        mention: the mention.
        vectors: (n, width) float16 of its tokens; None without a network.
        is_name: whether it is a name; nouns are forgotten.
    """

    doc: Doc
    word: int
    words: int
    mention: DecidedMention
    vectors: np.ndarray | None
    is_name: bool


def sentences_of(remembered: Iterable[Remembered], like: Doc) -> list[Sentence]:
    """The sentences of what is remembered, in text order, with these mentions alone.

    Words of other mentions have vectors of zeros.

    Args:
        remembered: the mentions.
        like: a Doc; if it has word vectors, those of the sentences are zeros of the same size, which take no memory.
    """
    found: dict[int, Sentence] = {}
    for one in sorted(remembered, key=lambda one: (one.word, one.mention.start, -one.mention.end)):
        if one.word not in found:
            if like.tensor.size:
                one.doc.tensor = np.broadcast_to(np.zeros(1, like.tensor.dtype), (len(one.doc), like.tensor.shape[1]))
            width = None if one.vectors is None else one.vectors.shape[1]
            vectors = None if width is None else np.zeros((len(one.doc), width), dtype=np.float16)
            found[one.word] = Sentence(one.doc, one.word, one.words, vectors, [])
        sentence = found[one.word]
        sentence.mentions.append(one.mention)
        if sentence.vectors is not None:
            sentence.vectors[one.mention.start : one.mention.end] = one.vectors
    return list(found.values())


@dataclass(slots=True)
class Memory:
    """An index from words of names and heads of noun phrases to what is remembered.

    Attributes:
        keys: key -> entity -> the last mention of the entity with this key.
        nouns: word of the sentence, key and entity of the nouns, to forget them in this order.
    """

    keys: dict[str, dict[int, Remembered]] = field(default_factory=dict)
    nouns: deque[tuple[int, str, int]] = field(default_factory=deque)

    def add(self, sentence: Sentence) -> None:
        """Remember the names and nouns of a sentence that leaves the window."""
        sentence.doc.tensor = np.zeros(0, dtype=np.float32)
        for mention in sentence.mentions:
            found, is_name = keys_of(sentence.doc, mention.start, mention.end, mention.head)
            if not found:
                continue
            vectors = None if sentence.vectors is None else sentence.vectors[mention.start : mention.end].copy()
            one = Remembered(sentence.doc, sentence.word, sentence.words, mention, vectors, is_name)
            for key in found:
                self._put(key, one)
                if not is_name:
                    self.nouns.append((sentence.word, key, mention.entity))

    def _put(self, key: str, one: Remembered) -> None:
        known = self.keys.setdefault(key, {})
        known.pop(one.mention.entity, None)  # so that it is the last again
        known[one.mention.entity] = one
        if len(known) > _OF_KEY:
            del known[next(iter(known))]

    def forget(self, word: int) -> None:
        """Forget the nouns that are too far from a word for a link."""
        while self.nouns and self.nouns[0][0] < word - _REACH:
            _, key, entity = self.nouns.popleft()
            known = self.keys.get(key, {})
            if entity in known and not known[entity].is_name and known[entity].word < word - _REACH:
                del known[entity]
                if not known:
                    del self.keys[key]

    def recalled(self, wanted: Iterable[str], known: set[tuple[str, int]], most: int = MOST) -> list[Remembered]:
        """What is remembered under some keys: those with most of the keys, of these the latest.

        Args:
            wanted: the keys.
            known: keys and entities of mentions that are in the window.
            most: number of these, at most.
        """
        hits: dict[int, list[Any]] = {}
        for key in dict.fromkeys(wanted):
            for entity, one in self.keys.get(key, {}).items():
                if (key, entity) not in known:
                    hits.setdefault(id(one), [0, one])[0] += 1
        chosen = sorted((tuple(hit) for hit in hits.values()), key=lambda hit: (-hit[0], -hit[1].word))[:most]
        return [one for _, one in chosen]


def most_recalled(words: int) -> int:
    """How many mentions are recalled for so many words."""
    return max(MOST, words // _SHARE)


def keys_of(doc: Doc, start: int, end: int, head: int) -> tuple[list[str], bool]:
    """The keys of a mention, and whether it is a name; pronouns have none."""
    if doc[head].pos_ == "PROPN":
        return [token.lower_ for token in doc[start:end] if token.pos_ == "PROPN"], True
    return ([_of_noun(doc[head])] if doc[head].pos_ == "NOUN" else []), False


def keys_in(doc: Doc) -> Iterator[str]:
    """The keys that mentions in a Doc may have."""
    for token in doc:
        if token.pos_ == "PROPN":
            yield token.lower_
        elif token.pos_ == "NOUN":
            yield _of_noun(token)


def _of_noun(token: Any) -> str:
    return f"{token.lemma_.lower()}/"  # no name has the same key
