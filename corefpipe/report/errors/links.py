"""Errors as links: what is missing in, and what is too much of, the spanning trees of chains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from corefpipe.document import Document, Mention
from corefpipe.report.errors.sides import NOBODY, Annotated, Sides
from corefpipe.scoring.heads import NAME, NOMINAL, PRONOUN

RECALL, PRECISION = "recall", "precision"
_INFORMATIVE = {NAME: 0, NOMINAL: 1, PRONOUN: 2}


@dataclass(frozen=True, slots=True)
class LinkError:
    """A link of a chain's spanning tree that the other side does not have.

    Attributes:
        side: `recall` for a link of the key that the response lacks, `precision` for one of the response that is wrong.
        document: number of the document.
        anaphor: the later mention.
        antecedent: the earlier one.
        kinds: (of the anaphor, of the antecedent), each `pronoun`, `name`, `nominal`, or `mention` if not known.
        distance: sentences between them.
        same_head: whether their heads are the same word, in any letter case; None if heads are not known.
        found: (anaphor, antecedent): whether the other side has that mention at all.
    """

    side: str
    document: int
    anaphor: Mention
    antecedent: Mention
    kinds: tuple[str, str]
    distance: int
    same_head: bool | None
    found: tuple[bool, bool]


def link_errors(sides: Sides, number: int) -> list[LinkError]:
    """Errors of recall, then of precision (Martschat & Strube 2014, section 3).

    The other side divides a chain into parts; a mention that it lacks is a part of its own. The first mention of each
    part but the first is an anaphor whose link is an error. So a chain of n mentions in k parts has k - 1 errors, and
    all together are what MUC (Vilain et al. 1995) misses: its recall, or precision, is 1 less errors by links.

    Documents do not say which antecedent a response chose. The antecedent of a pronoun is the mention before it in
    the chain; that of others is the last name before it, else the last noun phrase, else the last pronoun: what tells
    most of the entity, as Martschat and Strube choose it for the key after Ariel (1988).

    Args:
        sides: a document.
        number: its number.
    """
    return [
        *_errors(sides.key, sides.response, RECALL, sides.document, number),
        *_errors(sides.response, sides.key, PRECISION, sides.document, number),
    ]


def link_count(side: Annotated) -> int:
    """Number of links of the spanning trees of all chains."""
    return len(side.mentions) - len(side.chains)


def _errors(own: Annotated, other: Annotated, side: str, document: Document, number: int) -> list[LinkError]:
    found = []
    for chain in own.chains:
        seen: set[int] = set()
        for place, one in enumerate(chain):
            partner = own.partner[one]
            part = other.chain[partner] if partner != NOBODY else NOBODY
            if place and (part == NOBODY or part not in seen):
                antecedent = _antecedent(own, one, chain[:place])
                found.append(_error(own, one, antecedent, side, document, number))
            if part != NOBODY:
                seen.add(part)
    return found


def _antecedent(side: Annotated, anaphor: int, before: Sequence[int]) -> int:
    if side.kind[anaphor] == PRONOUN:
        return before[-1]
    return min(reversed(before), key=lambda one: _INFORMATIVE.get(side.kind[one], 1))


def _error(side: Annotated, one: int, other: int, which: str, document: Document, number: int) -> LinkError:
    anaphor, antecedent = side.mentions[one], side.mentions[other]
    heads = side.head[one], side.head[other]
    same = None
    if heads[0] is not None and heads[1] is not None and document.words:
        same = document.words[heads[0]].lower() == document.words[heads[1]].lower()
    return LinkError(
        which,
        number,
        anaphor,
        antecedent,
        (side.kind[one], side.kind[other]),
        document.sentence_of(anaphor.start) - document.sentence_of(antecedent.start),
        same,
        (side.partner[one] != NOBODY, side.partner[other] != NOBODY),
    )
