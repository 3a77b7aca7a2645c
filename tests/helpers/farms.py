"""A small document with two chains as a CoNLL file, the same in two folders under several names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

KEY = """#begin document (farm); part 000
farm 0 0 Mary (1)
farm 0 1 has -
farm 0 2 a (2
farm 0 3 lamb 2)
farm 0 4 . -

farm 0 0 She (1)
farm 0 1 feeds -
farm 0 2 it (2)
farm 0 3 . -

#end document
"""


def folders_of(parent: Path, names: Sequence[str] = ("farm", "barn")) -> list[Path]:
    """The folders `key` and `response`, with one file for each name of a document."""
    sides = [parent / "key", parent / "response"]
    for side in sides:
        side.mkdir()
        for name in names:
            (side / f"{name}.conll").write_text(KEY.replace("(farm)", f"({name})"), encoding="utf-8")
    return sides
