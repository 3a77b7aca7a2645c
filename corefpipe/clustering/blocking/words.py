"""Rules: common rare words."""

# Types are no strings here: see `base`.

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.blocking.base import FieldRule, pairs_within
from corefpipe.clustering.comparing.weighted_words import words_of
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.registry import register_blocking
from corefpipe.clustering.settings import Count


@register_blocking("rare_words")
@dataclass(slots=True, frozen=True)
class RareWords(FieldRule):
    """Pairs of records that have a rare word in common, whatever the field.

    Args:
        fields: the fields whose words are read; none are all.
        most: the most records in which a rare word is.
    """

    most: Count = 8

    def pairs(self, items: ItemSets) -> np.ndarray:
        """(n_pairs, 2) int64, pairs of different items of one set."""
        numbers: dict[str, int] = {}
        words = [{numbers.setdefault(word, len(numbers)) for word in words_of(text)} for text in self.joined(items)]
        item = np.repeat(np.arange(len(words)), [len(own) for own in words])
        word = np.array([number for own in words for number in own], dtype=np.int64)
        rare = np.bincount(word, minlength=len(numbers))[word] <= self.most
        item, word = item[rare], word[rare]
        order = np.argsort(word, kind="stable")
        return item[order][pairs_within(word[order])]
