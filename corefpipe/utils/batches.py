"""Small items in batches, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def in_batches(items: Iterable[Item], size: Callable[[Item], int], small: int, total: int) -> Iterator[list[Item]]:
    """Lists of consecutive items; one that is not small is alone.

    An error of the iterable is raised after the items before it were given.

    Args:
        items: what to put into lists, which are read no further than the list needs.
        size: of an item.
        small: largest size of an item that is put together with others.
        total: size from which on a list is full.
    """
    batch: list[Item] = []
    filled = 0
    stream = iter(items)
    while True:
        try:
            item = next(stream)
        except StopIteration:
            break
        except Exception:
            if batch:
                yield batch
            raise
        if size(item) > small:
            if batch:
                yield batch
                batch, filled = [], 0
            yield [item]
            continue
        batch.append(item)
        filled += size(item)
        if filled >= total:
            yield batch
            batch, filled = [], 0
    if batch:
        yield batch
