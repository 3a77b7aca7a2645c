"""The loop that hands files to a pool: all of them, whenever the pool has room."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from corefpipe.batch import Input, Outcome
from corefpipe.batch.pool import outcomes


class Flickering:
    """A pool that has room at some times only, even when it has nothing to do, as a cluster without workers."""

    def __init__(self, room: list[bool]):
        self._room = room
        self._items: list[Input] = []

    @property
    def busy(self) -> int:
        return len(self._items)

    def has_room(self) -> bool:
        return self._room.pop() if self._room else not self._items

    def submit(self, item: Input) -> None:
        self._items.append(item)

    def finished(self) -> list[Outcome]:
        done, self._items = self._items[:1], self._items[1:]
        return [Outcome(item.name, item.target) for item in done]


@given(st.lists(st.booleans()), st.integers(0, 5))
def test_no_file_is_left_out(room, count):
    names = [f"{number}.txt" for number in range(count)]
    items = [Input(Path(name), name, name) for name in names]
    assert [outcome.file for outcome in outcomes(items, Flickering(room))] == names
