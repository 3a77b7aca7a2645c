"""GUM with its Wikipedia identities: chains of equal identity are one entity across documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from corefpipe import read
from corefpipe.document import Document

FREE_GENRES = ("academic", "bio", "court", "interview", "news", "voyage")
"""Genres whose licences allow any use: the packaged model learns from these only."""


def read_gum(folder: Path) -> Iterator[Document]:
    """The documents of a part; the ids of their chains are Wikipedia pages, or document and chain."""
    for document in read(folder, repeats="first"):
        pages = {one.entity: one.other["identity"] for one in document.mentions if one.other.get("identity")}
        yield replace(
            document,
            mentions=[
                replace(one, entity=pages.get(one.entity, f"{document.name}:{one.entity}")) for one in document.mentions
            ],
        )
