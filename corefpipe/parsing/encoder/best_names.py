"""Viterbi decoding of BIO tags: an I- only follows a B- or I- of the same label, in the same sentence.

Adjacent names are rare, so they are penalized: "East Jerusalem" is one name.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

_AGAIN = 1.0
"""Penalty on the log odds of adjacent names, chosen from 0, 1, 2, 3 on the names of ewt/dev."""


class BestNames:
    """Finds the best valid sequence of tags.

    Args:
        tags: the tags by number: "O", B-LABEL and I-LABEL.
    """

    def __init__(self, tags: Sequence[str]):
        inside = np.array([tag.startswith("I-") for tag in tags], dtype=bool)
        label = np.array([tag[2:] for tag in tags], dtype=object)
        self._begins = ~inside
        self._follows = ~inside | (label[:, None] == label)
        self._again = (label != "")[:, None] & (~inside & (label != ""))

    def __call__(self, scores: np.ndarray, starts: np.ndarray) -> np.ndarray:
        """The valid tags with the largest sum of scores, minus `_AGAIN` for each pair of adjacent names.

        Args:
            scores: (n, tags) score of each tag for each word.
            starts: (n,) bool, whether a sentence starts at each word.

        Returns:
            (n,) numbers of tags.
        """
        best = scores.argmax(axis=1)
        permitted = self._begins[best]
        permitted[1:] |= self._follows[best[:-1], best[1:]] & ~starts[1:]
        permitted[1:] &= ~self._again[best[:-1], best[1:]] | starts[1:]
        if permitted.all():
            return best
        total = np.where(self._begins, scores[0].astype(np.float64), -np.inf)
        before = np.zeros(scores.shape, dtype=np.int64)
        for i in range(1, len(scores)):
            ways = np.where(self._begins if starts[i] else self._follows, total[:, None], -np.inf)
            if not starts[i]:
                ways -= _AGAIN * self._again
            before[i] = ways.argmax(axis=0)
            total = ways.max(axis=0) + scores[i]
        best[-1] = total.argmax()
        for i in range(len(scores) - 1, 0, -1):
            best[i - 1] = before[i, best[i]]
        return best
