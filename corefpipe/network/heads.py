"""What the vectors of words say of coreference: scores of links between words, and of words that head mentions.

The network is that of Dobrovolskii 2021: each word may be the head of a mention. A pair of words has a coarse score, of
products of both vectors, and a fine one, of a layer over both vectors, their distance and their speakers. No antecedent
has the score 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from corefpipe.network.distances import CLASSES, class_of
from corefpipe.network.one_thread import ONE_THREAD
from corefpipe.utils.arrays import as_weights

_AT_ONCE = 256  # words whose parts are computed together
REACH = 48
"""Most words between the head of a mention and its first or last word."""
_AXES: Mapping[str, tuple[str, ...]] = {
    "query": ("width", "hidden"),
    "key": ("width", "hidden"),
    "mention": ("width", "hidden"),
    "mention/b": ("hidden",),
    "mention/out": ("hidden",),
    "later": ("width", "hidden"),
    "earlier": ("width", "hidden"),
    "earlier/b": ("hidden",),
    "later/part": ("width", "hidden"),
    "earlier/part": ("width", "hidden"),
    "product": ("hidden", "hidden"),
    "distance": ("classes", "hidden"),
    "sentences": ("classes", "hidden"),
    "speakers": ("three", "hidden"),
    "pair/out": ("hidden",),
    "head": ("width", "hidden"),
    "head/b": ("hidden",),
    "head/out": ("hidden",),
    "head/out/b": ("one",),
    "edge/head": ("width", "hidden"),
    "edge/word": ("width", "hidden"),
    "edge/b": ("hidden",),
    "edge/distance": ("places", "hidden"),
    "edge/out": ("hidden", "two"),
}
"""The axes of each array."""


@dataclass(slots=True, frozen=True)
class Place:
    """Where words stand.

    Attributes:
        words: (n,) int64, number of each word in the text.
        sentences: (n,) int64, number of its sentence.
        speakers: (n,) int64, number of its speaker, 0 where that is unknown.
    """

    words: np.ndarray
    sentences: np.ndarray
    speakers: np.ndarray

    def at(self, rows: np.ndarray) -> Place:
        """The places of some of these words."""
        return Place(self.words[rows], self.sentences[rows], self.speakers[rows])

    @classmethod
    def joined(cls, places: Sequence[Place]) -> Place:
        """The places of the words of several texts, between which there are no links."""
        columns = zip(*((one.words, one.sentences, one.speakers) for one in places), strict=True)
        return cls(*map(np.concatenate, columns))


@dataclass(slots=True, frozen=True)
class WordParts:
    """What the scores of links need of some words, one row per word.

    Attributes:
        place: where they stand.
        later, earlier: (n, 3 * hidden) float16, of each as the later and as the earlier word of a link.
        mention: (n,) float32, score of each as one of the two, whatever the other is.
        head: (n,) float32, log odds of each being the head of a mention.
    """

    place: Place
    later: np.ndarray
    earlier: np.ndarray
    mention: np.ndarray
    head: np.ndarray

    @classmethod
    def joined(cls, parts: Sequence[WordParts]) -> WordParts:
        """Those of the words of several texts, between which there are no links."""
        columns = zip(*((one.later, one.earlier, one.mention, one.head) for one in parts), strict=True)
        return cls(Place.joined([one.place for one in parts]), *map(np.concatenate, columns))


class Heads:
    """Scores of words and links by the vectors of words.

    Products are always of the same words, so that no score depends on what else is computed.

    Args:
        arrays: those of `_AXES`; vectors are multiplied from the left.

    Raises:
        ValueError: an array is missing, unknown or has another shape.
    """

    def __init__(self, arrays: Mapping[str, np.ndarray]):
        _check(arrays)
        w = self._w = {name: as_weights(array, name) for name, array in arrays.items()}
        self.width, self.hidden = arrays["query"].shape
        query = w["query"] / np.float32(self.hidden**0.5)
        self._of_later = np.concatenate([query, w["later"], w["later/part"]], axis=1)
        self._of_earlier = np.concatenate([w["key"], w["earlier"], w["earlier/part"]], axis=1)
        zero = np.zeros(self.hidden, dtype=np.float32)
        self._earlier_bias = np.concatenate([zero, w["earlier/b"], zero])

    def words(self, vectors: np.ndarray, place: Place, rows: np.ndarray | None = None) -> WordParts:
        """What the scores of links need of some words.

        Args:
            vectors: (n_vectors, width) of these words and maybe others.
            place: where the words stand.
            rows: (n,) row of each word's vector; None if each row is one of the words.
        """
        rows = np.arange(len(vectors)) if rows is None else rows
        n, three = len(rows), 3 * self.hidden
        later, earlier = (np.empty((n, three), dtype=np.float16) for _ in range(2))
        mention, head = (np.empty(n, dtype=np.float32) for _ in range(2))
        w = self._w
        with ONE_THREAD:
            for start in range(0, n, _AT_ONCE):
                some = slice(start, start + _AT_ONCE)
                own = vectors[rows[some]].astype(np.float32)
                later[some] = own @ self._of_later
                earlier[some] = own @ self._of_earlier + self._earlier_bias
                mention[some] = _rectified(own @ w["mention"] + w["mention/b"]) @ w["mention/out"]
                head[some] = _rectified(own @ w["head"] + w["head/b"]) @ w["head/out"] + w["head/out/b"]
        return WordParts(place, later, earlier, mention, head)

    def edges(self, vectors: np.ndarray, sentences: np.ndarray, heads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where the mentions of some heads begin, and where they end.

        Args:
            vectors: (n_words, width) of all words of a text.
            sentences: (n_words,) int64, number of the sentence of each word, ascending.
            heads: (n,) numbers of the heads.

        Returns:
            (n, 2 * REACH + 1) float32 log probabilities that a mention begins, and ends, so many words after its head,
            from -REACH on.
        """
        begin = np.full((len(heads), 2 * REACH + 1), -np.inf, dtype=np.float32)
        end = begin.copy()
        own = sentences[heads]
        first = np.maximum(heads - REACH, np.searchsorted(sentences, own))
        last = np.minimum(heads + REACH + 1, np.searchsorted(sentences, own, "right"))
        places = np.stack([heads, first, last], axis=1)
        with ONE_THREAD:
            for block in np.unique(heads // _AT_ONCE).tolist():
                rows = np.flatnonzero(heads // _AT_ONCE == block)
                self._edges(vectors, block * _AT_ONCE, places[rows], rows, (begin, end))
        return begin, end

    def _edges(
        self,
        vectors: np.ndarray,
        start: int,
        places: np.ndarray,
        rows: np.ndarray,
        found: tuple[np.ndarray, np.ndarray],
    ) -> None:
        """Write the log probabilities of the heads among the `_AT_ONCE` words from `start` on to some rows.

        Args:
            vectors: of all words.
            start: the first of these words.
            places: (n, 3) the heads, and the first word of each one's mention and the word after the last, at most.
            rows: (n,) rows of the heads.
            found: see `edges`.
        """
        w, n = self._w, len(vectors)
        low, high = max(start - REACH, 0), min(start + _AT_ONCE + REACH, n)
        near = vectors[low:high].astype(np.float32)
        of_word, of_head = near @ w["edge/word"] + w["edge/b"], near @ w["edge/head"]
        for row, (head, first, last) in zip(rows.tolist(), places.tolist(), strict=True):
            place = slice(first - head + REACH, last - head + REACH)
            hidden = of_word[first - low : last - low] + w["edge/distance"][place]
            hidden += of_head[head - low]
            scores = _rectified(hidden) @ w["edge/out"]
            own = head - first
            found[0][row, place.start : REACH + 1] = _log_share(scores[: own + 1, 0])
            found[1][row, REACH : place.stop] = _log_share(scores[own:, 1])

    def links(self, parts: WordParts, later: np.ndarray, earlier: np.ndarray) -> np.ndarray:
        """(n_links,) float32 score of each link.

        Args:
            parts: of words.
            later, earlier: (n_links,) rows of the words of each link; links of one later word stand together.
        """
        found = np.empty(len(later), dtype=np.float32)
        edges = np.flatnonzero(np.diff(later)) + 1
        bounds = [0, *edges.tolist(), len(later)]
        rows, numbers = np.unique(earlier, return_inverse=True)
        # Each word is the earlier one of many links: numbers of 16 bits take long to convert.
        known = _Earlier(parts.earlier[rows].astype(np.float32), parts.mention[rows])
        between = _classes_between(parts.place, later, earlier)
        with ONE_THREAD:
            for start, end in pairwise(bounds):
                if end > start:
                    some = slice(start, end)
                    own = [classes[some] for classes in between]
                    found[some] = self._links(parts, int(later[start]), known.at(numbers[some]), own)
        return found

    def _links(self, parts: WordParts, later: int, earlier: _Earlier, between: Sequence[np.ndarray]) -> np.ndarray:
        """(n,) scores of the links of one word; `between` as of `_classes_between`."""
        w, h = self._w, self.hidden
        one, others = parts.later[later].astype(np.float32), earlier.parts
        hidden = (others[:, 2 * h :] * one[2 * h :]) @ w["product"]
        hidden += others[:, h : 2 * h]
        hidden += one[h : 2 * h]
        for name, classes in zip(("distance", "sentences", "speakers"), between, strict=True):
            hidden += w[name].take(classes, axis=0)
        found: np.ndarray = _rectified(hidden) @ w["pair/out"]
        found += others[:, :h] @ one[:h]
        found += earlier.mention + parts.mention[later]
        return found


@dataclass(slots=True, frozen=True)
class _Earlier:
    """What the scores of links need of their earlier words.

    Attributes:
        parts: (n, 3 * hidden) float32.
        mention: (n,) float32.
    """

    parts: np.ndarray
    mention: np.ndarray

    def at(self, rows: np.ndarray) -> _Earlier:
        return _Earlier(self.parts.take(rows, axis=0), self.mention.take(rows))


def _classes_between(place: Place, later: np.ndarray, earlier: np.ndarray) -> list[np.ndarray]:
    """(n_links,) classes of the distance in words and in sentences of each link, and of its speakers: 2 if unknown."""
    speaker, other = place.speakers[later], place.speakers[earlier]
    known = (other != 0) & (speaker != 0)
    return [
        class_of(place.words[later] - place.words[earlier]),
        class_of(place.sentences[later] - place.sentences[earlier]),
        np.where(known, other == speaker, 2),
    ]


def _rectified(values: np.ndarray) -> np.ndarray:
    return np.maximum(values, 0, out=values)


def _log_share(scores: np.ndarray) -> np.ndarray:
    """The logarithms of a softmax."""
    moved = scores - scores.max()
    found: np.ndarray = moved - np.log(np.exp(moved).sum())
    return found


def _check(arrays: Mapping[str, np.ndarray]) -> None:
    """Raise ValueError unless the arrays are those of `_AXES`."""
    sizes = {"classes": CLASSES, "places": 2 * REACH + 1, "three": 3, "two": 2, "one": 1}
    for name, axes in _AXES.items():
        if name not in arrays:
            raise ValueError(f"the array {name} is missing")
        array = arrays[name]
        if array.dtype.kind != "f" or array.ndim != len(axes):
            raise ValueError(f"{name} is an array of {array.dtype} with {array.ndim} axes")
        for axis, size in zip(axes, array.shape, strict=True):
            if sizes.setdefault(axis, size) != size:
                raise ValueError(f"{name} has {size} numbers where {sizes[axis]} would fit the others")
    unknown = arrays.keys() - _AXES.keys()
    if unknown:
        raise ValueError(f"an array {min(unknown)}, which nothing uses")
