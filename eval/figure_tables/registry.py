"""The registry of the tables in READMEs: one function per table, with the pages and the marker where it stands."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

EVAL = Path(__file__).resolve().parents[1]
Rows = Iterable[Sequence[str]]
"""The head of a table, then its rows; each has the cells of its columns."""
PAGES: defaultdict[Path, dict[str, Callable[[], Rows]]] = defaultdict(dict)
"""README -> name of a marker -> what gives the table there."""


def figure(name: str, *pages: Path, **arguments: Any) -> Callable[[Callable[..., Rows]], Callable[..., Rows]]:
    """Register a function that gives a table.

    Args:
        name: of the markers around the table.
        pages: the READMEs that have it.
        arguments: what the function is called with.
    """

    def register(function: Callable[..., Rows]) -> Callable[..., Rows]:
        for page in pages:
            PAGES[page][name] = partial(function, **arguments)
        return function

    return register


def result(*parts: str) -> Any:
    """One of the committed results."""
    return json.loads(EVAL.joinpath(*parts).read_text(encoding="utf-8"))


def readme(folder: str) -> Path:
    """The README of a folder of `eval`."""
    return EVAL / folder / "README.md"


def markdown(rows: Rows) -> str:
    """A table in Markdown."""
    head, *below = rows
    lines = [f"| {' | '.join(cells)} |" for cells in (head, *below)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])
