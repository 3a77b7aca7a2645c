"""Write ids of entities into documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from corefpipe.chains.documents import without_entity_references
from corefpipe.document import Document, Mention


def with_ids(document: Document, ids: Mapping[str, str]) -> Document:
    """A document with other ids of its chains, in mentions and quotations.

    Args:
        document: the document.
        ids: id of a chain -> its new id, which several may share. Chains without one keep theirs, after the document's
            name, so that they differ from those of other documents.
    """

    def new(chain: str) -> str:
        return chain and ids.get(chain, f"{document}:{chain}")

    def renamed(mentions: Iterable[Mention]) -> list[Mention]:
        return [replace(mention, entity=new(mention.entity)) for mention in mentions]

    quotations = [replace(one, speaker=new(one.speaker), addressee=new(one.addressee)) for one in document.quotations]
    return replace(
        document,
        mentions=renamed(document.mentions),
        zeros=renamed(document.zeros),
        quotations=quotations,
        other=without_entity_references(document.other),
    )
