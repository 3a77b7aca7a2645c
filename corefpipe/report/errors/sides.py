"""Key and response of one document, side by side: chains in text order, partners, and what is known of each mention."""

from __future__ import annotations

from dataclasses import dataclass

from corefpipe.document import Document, Mention
from corefpipe.scoring.heads import NAME, NOMINAL, PRONOUN, head_words, mention_types
from corefpipe.scoring.matching import Matching, Side

UNKNOWN = "mention"
"""The kind of mentions of documents without parts of speech."""
KINDS = (PRONOUN, NAME, NOMINAL, UNKNOWN)
NOBODY = -1
"""The partner of a mention that is on one side only."""


@dataclass(frozen=True, slots=True)
class Annotated:
    """The mentions of one side of a document.

    Attributes:
        mentions: the mentions, as in `Side`.
        chain: number of the chain of each.
        partner: number of the mention of the other side that is the same, or `NOBODY`.
        kind: one of `KINDS` for each.
        head: index of the head word of each; None where the document has neither heads nor a parse.
        chains: the numbers of the mentions of each chain, in text order.
    """

    mentions: list[Mention]
    chain: list[int]
    partner: list[int]
    kind: list[str]
    head: list[int | None]
    chains: list[list[int]]


@dataclass(frozen=True, slots=True)
class Sides:
    """Both annotations of a document.

    Attributes:
        document: the key's document.
        key: its mentions.
        response: the response's mentions.
    """

    document: Document
    key: Annotated
    response: Annotated


def sides_of(document: Document, matching: Matching) -> Sides:
    """The two annotations of a document whose mentions are matched."""
    partners = [NOBODY] * len(matching.key.mentions), [NOBODY] * len(matching.response.mentions)
    for one, other in matching.pairs:
        partners[0][one], partners[1][other] = other, one
    key, response = (
        _annotated(side, partner, document)
        for side, partner in zip((matching.key, matching.response), partners, strict=True)
    )
    return Sides(document, key, response)


def _annotated(side: Side, partner: list[int], document: Document) -> Annotated:
    chains: list[list[int]] = [[] for _ in range(side.size)]
    for number in sorted(range(len(side.mentions)), key=lambda i: (side.mentions[i].start, -side.mentions[i].end)):
        chains[side.chains[number]].append(number)
    tagged = document.tags is not None or document.pos is not None
    kind = mention_types(side.mentions, document) if tagged else [UNKNOWN] * len(side.mentions)
    heads = [_head(mention, document) for mention in side.mentions]
    return Annotated(side.mentions, side.chains, partner, kind, heads, chains)


def _head(mention: Mention, document: Document) -> int | None:
    known = mention.head is not None or document.heads is not None or mention.end - mention.start == 1
    return head_words([mention], document)[0] if known else None
