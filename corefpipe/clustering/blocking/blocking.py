"""`Blocking`: the candidate pairs of item sets by the union of several rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from inspect import signature
from typing import Any

import numpy as np

from corefpipe.clustering.blocking.base import BlockingRule
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.registry import BLOCKINGS
from corefpipe.exceptions import LinksError, ModelError, SettingError, require_one_of


@dataclass(slots=True, frozen=True)
class Blocking:
    """Chooses the pairs of items that are compared, where all pairs would be too many.

    >>> from corefpipe.clustering import Blocking
    >>> blocking = Blocking.of(rare_words={"most": 8}, sorted={"fields": ["name"], "window": 10})
    >>> links = items.links(comparison, blocking=blocking)  # doctest: +SKIP

    Args:
        rules: a pair that any of them yields is a candidate.

    Raises:
        SettingError: no rules, or something that is no rule.
    """

    rules: Sequence[BlockingRule]

    def __post_init__(self) -> None:
        if isinstance(self.rules, str | Mapping) or not isinstance(self.rules, Sequence) or not self.rules:
            raise SettingError(f"rules is {self.rules!r}", cure="Give a list of rules; Blocking.of takes their names")
        for rule in self.rules:
            if not isinstance(rule, BlockingRule):
                raise SettingError(f"{rule!r} is no rule of blocking", cure="Blocking.of takes names of rules")

    @classmethod
    def of(cls, **rules: Mapping[str, Any]) -> Blocking:
        """Rules by the names under which they are registered, each with its settings.

        Raises:
            SettingError: an unknown name or setting, or a setting outside its range.
        """
        return cls([_made(name, settings) for name, settings in rules.items()])

    @classmethod
    def guess(cls, items: ItemSets) -> Blocking:
        """Rules that lose few pairs of most sets: all pairs of small sets, and otherwise similar texts and rare words.

        Similar texts are those of many common trigrams of letters, over all fields together, so that an error in one
        field, or its absence, does no harm. Vectors are compared with their nearest ones.
        """
        if items.array is not None:
            return cls.of(all={}, nearest_vectors={})
        return cls.of(all={}, nearest_texts={}, rare_words={})

    def pairs(self, items: ItemSets, number: int = 0) -> np.ndarray:
        """(n_pairs, 2) int64, the candidate pairs i < j of set `number`, sorted, each once.

        Raises:
            LinksError: items of another kind, or without a field that a rule reads.
        """
        one = items[number]
        if one.n_items < 2:
            return np.zeros((0, 2), dtype=np.int64)
        found = [rule.pairs(one) for rule in self.rules]
        n = one.n_items
        # One number per pair: sorting these is quicker than sorting rows.
        keys = [part.min(axis=1, initial=n) * n + part.max(axis=1, initial=0) for part in found]
        key = np.unique(np.concatenate(keys))
        return np.stack([key // n, key % n], axis=1)

    def recall(self, items: ItemSets, labels: Sequence[np.ndarray]) -> float:
        """The share of the true pairs, of items of one cluster, that are candidates; 1 if there are none.

        Args:
            items: the item sets.
            labels: for each set an int array, the true cluster of each item.

        Raises:
            LinksError: labels of another number of sets or items.
        """
        if len(labels) != len(items):
            raise LinksError(f"labels of {len(labels)} sets for {len(items)} sets", cure="Give one array per set")
        true = kept = 0
        for number, (label, size) in enumerate(zip(labels, items.sizes.tolist(), strict=True)):
            own = np.asarray(label)
            if own.shape != (size,):
                raise LinksError(
                    f"labels of shape {own.shape} for the {size} items of set {number}", cure="Give one int per item"
                )
            counts = np.unique(own, return_counts=True)[1]
            true += int((counts * (counts - 1) // 2).sum())
            pairs = self.pairs(items, number)
            kept += int((own[pairs[:, 0]] == own[pairs[:, 1]]).sum())
        return kept / true if true else 1.0

    def to_table(self) -> dict[str, Any]:
        """The settings as plain values, for files.

        Raises:
            ModelError: a rule that is not registered.
        """
        return {"rules": [_table(rule) for rule in self.rules]}

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Blocking:
        """The blocking that `to_table` wrote.

        Raises:
            SettingError: see `of`; or a table that is no such one.
        """
        rules = table.get("rules")
        if not isinstance(rules, list) or not all(isinstance(rule, Mapping) and "name" in rule for rule in rules):
            raise SettingError(f"the rules of blocking are {rules!r}", cure="Write them by Blocking.to_table")
        return cls([_made(rule["name"], {key: rule[key] for key in rule if key != "name"}) for rule in rules])


def _made(name: str, settings: Mapping[str, Any]) -> BlockingRule:
    kind = BLOCKINGS[name].kind
    if not isinstance(settings, Mapping):
        raise SettingError(f"the settings of {name} are {settings!r}", cure="Give a dict, {} for the defaults")
    for key in settings:
        require_one_of(f"setting of blocking rule {name}:", key, signature(kind).parameters)
    rule: BlockingRule = kind(**settings)
    return rule


def _table(rule: BlockingRule) -> dict[str, Any]:
    names = [name for name, entry in BLOCKINGS.own().items() if entry.kind is type(rule)]
    if not names:
        raise ModelError(
            f"the blocking rule {type(rule).__name__} is not registered, so a file cannot name it",
            cure="Decorate its class with @register_blocking",
        )
    settings = {field.name: getattr(rule, field.name) for field in fields(rule)}
    return {"name": names[0]} | {k: list(v) if isinstance(v, tuple) else v for k, v in settings.items()}
