"""Base class of the rules of blocking, and functions that they share."""

# Types are no strings here: the rules inherit the settings, and their ranges with them.

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.comparing.forms import as_text
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.settings import check_settings
from corefpipe.exceptions import LinksError, SettingError


@dataclass(slots=True, frozen=True)
class BlockingRule(ABC):
    """Chooses candidate pairs of one set of items. Rules are frozen dataclasses whose fields are their settings.

    The types of the fields declare their ranges, which are checked on construction (see `clustering.settings`). No rule
    yields more pairs per item than its settings say, so that large sets never become all pairs.

    >>> from corefpipe.clustering.registry import BLOCKINGS
    >>> sorted(BLOCKINGS)
    ['all', 'keys', 'nearest_texts', 'nearest_vectors', 'rare_words', 'sorted']
    """

    def __post_init__(self) -> None:
        check_settings(self)

    @abstractmethod
    def pairs(self, items: ItemSets) -> np.ndarray:
        """(n_pairs, 2) int64, pairs of different items of one set; in any order, and also repeatedly.

        Raises:
            LinksError: items of another kind, or without a field.
        """


@dataclass(slots=True, frozen=True)
class FieldRule(BlockingRule):
    """Base class of rules for records.

    Args:
        fields: the fields that are read; none are all.
    """

    fields: Sequence[str] = ()

    def __post_init__(self) -> None:
        if isinstance(self.fields, str) or not all(isinstance(field, str) for field in self.fields):
            raise SettingError(f"fields is {self.fields!r}", cure="Give a list of names of fields")
        check_settings(self)

    def texts(self, items: ItemSets) -> list[list[str]]:
        """For each field its values as texts, empty where missing.

        Raises:
            LinksError: vectors, or a field that the records lack.
        """
        if items.array is not None:
            raise LinksError("a rule for records blocks vectors", cure="The rule `nearest_vectors` blocks these")
        columns = [items.column(field) for field in (self.fields or items.fields)]
        return [["" if value is None else as_text(value) for value in column.tolist()] for column in columns]

    def joined(self, items: ItemSets) -> list[str]:
        """For each item the texts of its fields, joined by spaces."""
        return [" ".join(filter(None, texts)) for texts in zip(*self.texts(items), strict=True)]


def pairs_within(groups: np.ndarray, window: int | None = None) -> np.ndarray:
    """(n_pairs, 2) int64, the pairs of positions in one group that are at most `window` apart.

    Args:
        groups: (n,) int, ascending group numbers of consecutive positions.
        window: None is all pairs of a group.
    """
    n = len(groups)
    end = np.searchsorted(groups, groups, side="right")
    if window is not None:
        end = np.minimum(end, np.arange(n) + window + 1)
    counts = end - np.arange(n) - 1
    first = np.repeat(np.arange(n), counts)
    second = first + 1 + np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return np.stack([first, second], axis=1)
