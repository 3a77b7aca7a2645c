"""Resolve texts for linking: with the names that a document mentions once, which other documents may mention too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from corefpipe.document import NAME, Document
from corefpipe.resolver.resolving import Resolved


def linkable(resolved: Iterable[Resolved]) -> Iterator[Document]:
    """The documents with their chains, and with single mentions that are names, each a chain of its own.

    Models that give no singletons would lose whoever is named once in each document. Other single mentions are left
    out: few of them are entities that another document mentions.
    """
    for one in resolved:
        document = one._replace(singletons=True).document()
        if not one.singletons:
            sizes = Counter(mention.entity for mention in document.mentions)
            document.mentions = [
                mention
                for mention in document.mentions
                if sizes[mention.entity] > 1 or document.named(mention).kind == NAME
            ]
        yield document
