"""The encoder's network in NumPy: BERT (Devlin et al. 2019) with a biaffine parser (Dozat & Manning 2017)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from weakref import WeakValueDictionary

import numpy as np

from corefpipe.exceptions import ModelError
from corefpipe.network.embedded import Embeddings
from corefpipe.network.one_thread import ONE_THREAD
from corefpipe.network.transformer import (
    OF_LAYER,
    SCALE,
    gelu,
    layers_of,
    normalized,
    prefix_of,
    through,
    whole,
)
from corefpipe.parsing.encoder.labels import TASKS
from corefpipe.parsing.encoder.parser import Scored
from corefpipe.parsing.encoder.windows import WINDOW, Batch
from corefpipe.utils.arrays import read_arrays
from corefpipe.utils.digests import digest_of_bytes

_BIASED = ("norm", "shared", *TASKS, "arc_dep", "arc_head", "rel_dep", "rel_head", "arc", "rel")
_OF_WORD = ("shared", "arc_dep", "arc_head", "rel_dep", "rel_head")
WORDS = "words"
"""The embeddings of word pieces."""
_IN_USE: WeakValueDictionary[str, Embeddings] = WeakValueDictionary()
"""Digest -> embeddings, which take 11 MB."""
_AT_ONCE = 512  # relations per batch; each needs (labels, width) numbers


class NumpyNetwork:
    """A network (see `parser.Network`) from a file of arrays; `eval/base_pipeline/pack.py` writes it.

    Windows are processed without padding, so that the result for a window does not depend on its batch.

    Args:
        data: contents of the file.

    Raises:
        ModelError: it is not such a file.
    """

    pieces = 1024

    def __init__(self, data: bytes):
        arrays = _read(data)
        missing = [name for name in _names(arrays) if name not in arrays]
        if missing:
            raise ModelError(f"the encoder's network lacks the array '{missing[0]}'", cure="Train it again")
        self._embeddings = _once(Embeddings(arrays[WORDS], arrays[WORDS + SCALE]))
        self._of_head = int(arrays["of_head"])
        self.window = int(arrays.get("window", WINDOW))
        w = {name: whole(arrays, name) for name in arrays if not name.endswith(SCALE) and name != WORDS}
        self._w, self._layers = w, layers_of(w, int(arrays["layers"]))
        self._ends = np.cumsum([len(w[f"{task}/b"]) for task in TASKS])[:-1]
        self._labels = np.concatenate([w[task] for task in TASKS], axis=1)
        self._label_biases = np.concatenate([w[f"{task}/b"] for task in TASKS])
        # Projections of the first and the last piece of each word, as one product.
        of_word = np.concatenate([w.pop(name) for name in _OF_WORD], axis=1)
        self._of_first, last = np.split(of_word, 2)
        self._of_word, self._of_word_biases = self._of_first + last, np.concatenate([w[f"{n}/b"] for n in _OF_WORD])
        self._parts_of_word = np.cumsum([len(w[f"{name}/b"]) for name in _OF_WORD])[:-1]
        width, self._relations, _ = w["rel"].shape
        self._rel = w["rel"].reshape(width, -1)

    def score(self, batch: Batch) -> Scored:
        """Scores of a batch of windows."""
        with ONE_THREAD:
            return self._score(batch)

    def _score(self, batch: Batch) -> Scored:
        seen = batch["pieces"] > 0
        sizes = seen.sum(axis=1)
        ends = np.cumsum(sizes)
        hidden = self._embedded(
            batch["pieces"][seen], batch["look"][seen], np.arange(seen.shape[1])[None, :].repeat(len(seen), 0)[seen]
        )
        rows = [slice(end - size, end) for end, size in zip(ends.tolist(), sizes.tolist(), strict=True)]
        for layer in self._layers:
            hidden = through(layer, hidden, rows, self._of_head)
        # The first word of each window is the root; later ones with piece 0 are padding.
        real = batch["last"] > 0
        real[:, 0] = True
        start = (ends - sizes)[:, None]
        first, last = (start + batch["first"])[real], (start + batch["last"])[real]
        shared, *of_words = np.split(self._words_of(hidden, first, last), self._parts_of_word, axis=1)
        w = self._w
        scores = np.split(shared @ self._labels + self._label_biases, self._ends, axis=1)
        edges = np.cumsum(real.sum(axis=1))[:-1]
        labels = {task: np.split(_answers(task, one), edges) for task, one in zip(TASKS, scores, strict=True)}
        of_dep, of_head, dependents, heads = (np.split(one, edges) for one in of_words)
        arcs = [(dep @ w["arc"]) @ head.T + head @ w["arc/b"] for dep, head in zip(of_dep, of_head, strict=True)]
        vectors = np.split((hidden[first] + hidden[last]) / 2, edges)
        return Scored(labels, arcs, dependents, heads, vectors)

    def _words_of(self, hidden: np.ndarray, first: np.ndarray, last: np.ndarray) -> np.ndarray:
        """(n, widths of `_OF_WORD`) the projections of each word.

        A word of one piece is multiplied by the sum of the weights for its first and its last piece.

        Args:
            hidden: (pieces, width) of all windows.
            first, last: (n,) pieces of each word.
        """
        found = hidden[last] @ self._of_word
        several = np.flatnonzero(first != last)
        found[several] += (hidden[first[several]] - hidden[last[several]]) @ self._of_first
        return gelu(found, self._of_word_biases)

    def relations(self, dependents: np.ndarray, heads: np.ndarray) -> np.ndarray:
        """(n,) numbers of the best relations."""
        with ONE_THREAD:
            parts = [
                self._best(dependents[i : i + _AT_ONCE], heads[i : i + _AT_ONCE])
                for i in range(0, len(dependents), _AT_ONCE)
            ]
        return np.concatenate(parts)

    def _best(self, dependents: np.ndarray, heads: np.ndarray) -> np.ndarray:
        both = (dependents @ self._rel).reshape(len(dependents), self._relations, -1) @ heads[:, :, None]
        one = np.concatenate([dependents, heads], axis=1) @ self._w["rel_one"] + self._w["rel/b"]
        return (both[:, :, 0] + one).argmax(axis=1)

    def _embedded(self, pieces: np.ndarray, looks: np.ndarray, places: np.ndarray) -> np.ndarray:
        hidden = self._embeddings(pieces)
        hidden += self._w["places"][places]
        hidden += self._w["looks"][looks]
        return normalized(hidden, self._w["norm"], self._w["norm/b"])


def _answers(task: str, scores: np.ndarray) -> np.ndarray:
    """The labels of a task in `Scored`: scores for names, differences for starts, else the best labels."""
    if task == "name":
        return scores
    return scores[:, 1] - scores[:, 0] if task == "start" else scores.argmax(axis=1)


def embeddings_of(data: bytes) -> Embeddings:
    """The embeddings alone of a file of arrays.

    Raises:
        ModelError: it has none.
    """
    arrays = _read(data)
    if not {WORDS, WORDS + SCALE} <= arrays.keys():
        raise ModelError("the encoder's network has no embeddings", cure="Train it again")
    return _once(Embeddings(arrays[WORDS], arrays[WORDS + SCALE]))


def _once(embeddings: Embeddings) -> Embeddings:
    """These embeddings, or equal ones that are in use: those of a base pipeline serve its context networks, too."""
    rows, scales = embeddings.rows, embeddings.scales
    return _IN_USE.setdefault(digest_of_bytes(repr(rows.shape).encode(), rows.tobytes(), scales.tobytes()), embeddings)


def _read(data: bytes) -> dict[str, np.ndarray]:
    try:
        return read_arrays(data)
    except ValueError as error:
        raise ModelError(f"the encoder's network cannot be read: {error}", cure="Train it again") from error


def _names(arrays: Mapping[str, np.ndarray]) -> Iterator[str]:
    """The arrays that a network has."""
    yield from ("layers", "of_head", WORDS, WORDS + SCALE, "places", "looks", "rel_one")
    layers = int(arrays["layers"]) if "layers" in arrays else 0
    for name in (*_BIASED, *(prefix_of(number) + name for number in range(layers) for name in OF_LAYER)):
        yield from (name, f"{name}/b")
