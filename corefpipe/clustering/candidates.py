"""The data of a `Clusterer`, Links or ItemSets, and the comparison and blocking of item sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from corefpipe.clustering.blocking import Blocking
from corefpipe.clustering.comparing import Comparison
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.links import Links
from corefpipe.exceptions import LinksError, SettingError
from corefpipe.utils.text import with_article

Data = Links | ItemSets | Sequence[Links] | Sequence[ItemSets]
"""What a `Clusterer` learns from and clusters; also a sequence of parts, into which scikit-learn's tools split it."""

Auto = Literal["auto"]


def item_sets(data: Any) -> ItemSets | None:
    """Item sets from ItemSets or a sequence of them; None for Links, or a sequence of Links.

    Raises:
        LinksError: neither.
    """
    parts = list(data) if isinstance(data, list | tuple) else [data]
    if parts and all(isinstance(part, ItemSets) for part in parts):
        return ItemSets.of(data)
    if isinstance(data, Links) or all(isinstance(part, Links) for part in parts):
        return None
    wrong = type(data).__name__
    if isinstance(data, list | tuple):
        wrong = (
            f"{with_article(wrong)} with {next(type(part).__name__ for part in parts if not isinstance(part, Links))}"
        )
    raise LinksError(
        f"expected Links, ItemSets or a sequence of either, got {wrong}",
        cure="Make item sets by ItemSets.vectors([array, …]) or ItemSets.records([table, …])",
    )


def guessed_comparison(given: Comparison | None, items: ItemSets) -> Comparison:
    """The comparison given, for vectors with their dimensions; or one that fits the values.

    Raises:
        SettingError: no comparison.
    """
    if given is not None and not isinstance(given, Comparison):
        raise SettingError(f"comparison is {given!r}", cure="Give a Comparison, or None to have one guessed")
    return Comparison.guess(items) if given is None else given.fitted(items)


def guessed_blocking(given: Blocking | Auto | None, items: ItemSets) -> Blocking | None:
    """The blocking given, or for `auto` one that fits the items.

    Raises:
        SettingError: no blocking.
    """
    if given is None or isinstance(given, Blocking):
        return given
    if given != "auto":
        raise SettingError(f"blocking is {given!r}", cure='Give a Blocking, None for all pairs, or "auto"')
    return Blocking.guess(items)
