"""Resolve texts for linking: with the names that a document mentions once, which other documents may mention too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from corefpipe.document import NAME, Document
from corefpipe.parsing.renewed import RenewedPipeline
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolving import Resolved, resolve_in_detail


class TextResolver:
    """Resolves the documents that are raw text; the model is loaded with the first one.

    Args:
        load: loads the model.

    Attributes:
        texts: number of documents that were raw text.
    """

    def __init__(self, load: Callable[[], Resolver]):
        self.texts = 0
        self._load = load
        self._loaded: tuple[Resolver, RenewedPipeline] | None = None

    def __call__(self, documents: Iterable[Document]) -> Iterator[Document]:
        """The documents, raw texts with their chains (see `linkable`)."""
        for document in documents:
            if document.words or not document.text.strip():
                yield document
                continue
            if self._loaded is None:
                resolver = self._load()
                self._loaded = resolver, RenewedPipeline(resolver.base)
            resolver, pipeline = self._loaded
            self.texts += 1
            yield from linkable(resolve_in_detail([document], resolver, pipeline()))


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
