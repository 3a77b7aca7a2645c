"""Rules: equal keys, and the neighbourhood in a sorted list."""

# Types are no strings here: see `base`.

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from corefpipe.clustering.blocking.base import FieldRule, pairs_within
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.registry import register_blocking
from corefpipe.clustering.settings import Count

KeyKind = Literal["value", "prefix", "letters", "sound"]
_SOUNDS = str.maketrans(
    {letter: str(code) for code, group in enumerate(("bfpv", "cgjkqsxz", "dt", "l", "mn", "r"), 1) for letter in group}
)


@register_blocking("keys")
@dataclass(slots=True, frozen=True)
class Keys(FieldRule):
    """Pairs of records with the same key.

    Args:
        fields: the fields whose keys are joined; none are all. A record without a value in one of them has no key.
        kind: the key of a value: `value` itself; its `prefix` without spaces; its distinct `letters` and digits in
            alphabetical order, which survive most misspelt and swapped letters; its `sound`, the first letter and the
            classes of the consonants that follow, as in Soundex.
        length: number of characters of a prefix or sound.
        most: items of one key that make all pairs; of more items, those at most so many places apart in order of the
            values do, a tenth of `most`.
    """

    kind: KeyKind = "value"
    length: Count = 4
    most: Count = 50

    def pairs(self, items: ItemSets) -> np.ndarray:
        """(n_pairs, 2) int64, pairs of different items of one set."""
        columns = self.texts(items)
        keys = [[self._key(value) for value in texts] for texts in columns]
        numbers: dict[tuple[str, ...], int] = {}
        code = np.array(
            [numbers.setdefault(key, len(numbers)) if all(key) else -1 for key in zip(*keys, strict=True)],
            dtype=np.int64,
        )
        value = np.unique([" ".join(texts) for texts in zip(*columns, strict=True)], return_inverse=True)[1]
        order = np.lexsort((value, code))
        order = order[code[order] >= 0]
        groups = code[order]
        large = np.bincount(groups, minlength=len(numbers))[groups] > self.most
        window = max(1, self.most // 10)
        small = [order[~large][pairs_within(groups[~large])], order[large][pairs_within(groups[large], window)]]
        return np.concatenate(small)

    def _key(self, value: str) -> str:
        if not value:
            return ""
        makers: dict[str, Callable[[str], str]] = {
            "value": str,
            "prefix": lambda text: text.replace(" ", "")[: self.length],
            "letters": lambda text: "".join(sorted({letter for letter in text if letter.isalnum()})),
            "sound": lambda text: _sound(text)[: self.length],
        }
        return makers[self.kind](value)


def _sound(text: str) -> str:
    """The first letter and the classes of the consonants that follow it, without repetitions."""
    bare = "".join(filter(str.isalnum, text))
    classes = re.sub(r"(.)\1+", r"\1", bare[1:].translate(_SOUNDS))
    return bare[:1] + "".join(filter(str.isdigit, classes))


@register_blocking("sorted")
@dataclass(slots=True, frozen=True)
class SortedNeighbourhood(FieldRule):
    """Pairs of records that are close in alphabetical order (Hernández & Stolfo 1995).

    Args:
        fields: the fields whose values are joined to sort by, in their order; none are all.
        window: the greatest distance in that order.
    """

    window: Count = 5

    def pairs(self, items: ItemSets) -> np.ndarray:
        """(n_pairs, 2) int64, pairs of different items of one set."""
        texts = self.joined(items)
        order = np.array(sorted(range(len(texts)), key=texts.__getitem__), dtype=np.int64)
        return order[pairs_within(np.zeros(len(order), dtype=np.int64), self.window)]
