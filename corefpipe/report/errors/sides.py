"""Key and response of one document, side by side: chains in text order, partners, and what is known of each mention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from corefpipe.document import Document, Mention, antecedent_indices
from corefpipe.scoring.heads import NAME, NOMINAL, PRONOUN, likely_heads, mention_types
from corefpipe.scoring.matching import Matching, Side

UNKNOWN = "mention"
"""The kind of mentions of documents without parts of speech."""
KINDS = (PRONOUN, NAME, NOMINAL, UNKNOWN)
NOBODY = -1
"""The partner of a mention that is on one side only, and the antecedent of one whose antecedent is not known."""


@dataclass(frozen=True, slots=True)
class Annotated:
    """The mentions of one side of a document.

    Attributes:
        mentions: the mentions, as in `Side`.
        chain: number of the chain of each.
        partner: number of the mention of the other side that is the same, or `NOBODY`.
        kind: one of `KINDS` for each.
        head: index of the likely head word of each; None where the document has neither heads nor parts of speech.
        antecedent: number of the mention that each was linked to; `NOBODY` where that is not known.
        chains: the numbers of the mentions of each chain, in text order.
    """

    mentions: list[Mention]
    chain: list[int]
    partner: list[int]
    kind: list[str]
    head: list[int | None]
    antecedent: list[int]
    chains: list[list[int]]


@dataclass(frozen=True, slots=True)
class Sides:
    """Both annotations of a document.

    Attributes:
        document: the key's document, with what it lacks from the response (see `annotated_text`).
        key: the key's mentions.
        response: the response's mentions.
        boundaries: (key mention, response mention) that are the same with other boundaries (see `with_boundaries`).
    """

    document: Document
    key: Annotated
    response: Annotated
    boundaries: Sequence[tuple[int, int]] = ()


def sides_of(key: Document, response: Document, matching: Matching) -> Sides:
    """The two annotations of a document whose mentions are matched."""
    document = annotated_text(key, response)
    partners = [NOBODY] * len(matching.key.mentions), [NOBODY] * len(matching.response.mentions)
    for one, other in matching.pairs:
        partners[0][one], partners[1][other] = other, one
    sides = matching.key, matching.response
    told = document.heads is not None or all(_has_head(mention) for side in sides for mention in side.mentions)
    left, right = (_annotated(side, partner, document, told) for side, partner in zip(sides, partners, strict=True))
    return Sides(document, left, right)


def annotated_text(key: Document, response: Document) -> Document:
    """The key's document, with the columns and words that only the response has.

    Words that neither side has, since only spans were given or the response goes on after the key's last word, are
    their numbers.
    """
    found = key
    if not key.words:
        found = replace(
            response, name=key.name, part=key.part, genre=key.genre or response.genre, mentions=key.mentions
        )
    elif len(key) == len(response):
        missing = [name for name in _SYNTAX if getattr(key, name) is None]
        found = replace(key, **{name: getattr(response, name) for name in missing})
    length = max((mention.end for side in (key, response) for mention in side.mentions), default=0)
    if length <= len(found):
        return found
    words = [*found.words, *(str(number + 1) for number in range(len(found), length))]
    return Document(found.name, found.part, words, found.sentence_starts, found.mentions, genre=found.genre)


_SYNTAX = ("tags", "pos", "heads", "speakers")


def _annotated(side: Side, partner: list[int], document: Document, told: bool) -> Annotated:
    """One side of a document.

    Args:
        side: its mentions.
        partner: their partners.
        document: its text.
        told: whether heads are annotated on both sides. If not, those of one side are not taken where parts of speech
            tell those of both, so that both sides go by one rule.
    """
    chains: list[list[int]] = [[] for _ in range(side.size)]
    for number in sorted(range(len(side.mentions)), key=lambda i: (side.mentions[i].start, -side.mentions[i].end)):
        chains[side.chains[number]].append(number)
    mentions = side.mentions
    if not told and document.tags is not None:
        mentions = [replace(mention, head=None) for mention in mentions]
    tagged = document.tags is not None or document.pos is not None
    kind = mention_types(mentions, document) if tagged else [UNKNOWN] * len(mentions)
    known = document.heads is not None or document.tags is not None
    heads = [likely_heads([one], document)[0] if known or _has_head(one) else None for one in mentions]
    return Annotated(side.mentions, side.chains, partner, kind, heads, antecedent_indices(mentions), chains)


def _has_head(mention: Mention) -> bool:
    return mention.head is not None or mention.end - mention.start == 1
