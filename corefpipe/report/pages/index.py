"""The page that lists the reading pages of a folder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import quote

from corefpipe.report.pages.shell import render, shown_name


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of the folder.

    Attributes:
        name: the name of its text.
        path: its path in the folder, with `/`.
        documents, words, chains, mentions: counts.
    """

    name: str
    path: str
    documents: int
    words: int
    chains: int
    mentions: int


def index_page(listed: Iterable[Listed], title: str) -> str:
    """The page that lists pages, in alphabetical order, with links to them."""
    rows = sorted((replace(row, name=shown_name(row.name)) for row in listed), key=lambda row: row.name)
    totals = {what: sum(getattr(row, what) for row in rows) for what in ("documents", "words", "chains", "mentions")}
    addresses = [
        quote(row.path.encode("utf-8", "surrogateescape")) for row in rows
    ]  # the bytes of names that are not UTF-8
    shown = list(zip(rows, addresses, strict=True))
    return render(
        "index.html.j2", ("page.js", "index.js"), ("index.css",), title=shown_name(title), rows=shown, totals=totals
    )
