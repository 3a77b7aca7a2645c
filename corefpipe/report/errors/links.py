"""Errors as links: what is missing in, and what is too much of, the spanning trees of chains."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from corefpipe.document import Document, Mention
from corefpipe.report.errors.mentions import BOUNDARY, MISSING
from corefpipe.report.errors.sides import NOBODY, Annotated, Sides
from corefpipe.scoring.heads import NAME, NOMINAL, PRONOUN

RECALL, PRECISION = "recall", "precision"
THERE = "there"
_INFORMATIVE = {NAME: 0, NOMINAL: 1, PRONOUN: 2}  # the lowest tells most


@dataclass(frozen=True, slots=True)
class LinkError:
    """A link of a chain's spanning tree that the other side does not have; in `every_link`, any link of one.

    Attributes:
        side: `recall` for a link of the key that the response lacks, `precision` for one of the response that is wrong.
        document: number of the document.
        anaphor: the later mention.
        antecedent: the earlier one.
        kinds: (of the anaphor, of the antecedent), each `pronoun`, `name`, `nominal`, or `mention` if not known.
        distance: sentences between them.
        same_head: whether their heads are the same word, in any letter case; None if heads are not known.
        found: (anaphor, antecedent): whether the other side has that mention: `there`, `boundary` if only with other
            boundaries, or `missing`.
    """

    side: str
    document: int
    anaphor: Mention
    antecedent: Mention
    kinds: tuple[str, str]
    distance: int
    same_head: bool | None
    found: tuple[str, str]


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
    return [link for side in (RECALL, PRECISION) for link in _links(sides, side, number, wrong_only=True)]


def every_link(sides: Sides, side: str, number: int) -> list[LinkError]:
    """All links of the spanning trees of one side, right or wrong, of which `link_errors` has the wrong ones.

    Args:
        sides: a document.
        side: `RECALL` for the links of the key, `PRECISION` for those of the response.
        number: number of the document.
    """
    return _links(sides, side, number, wrong_only=False)


def link_count(side: Annotated) -> int:
    """Number of links of the spanning trees of all chains."""
    return len(side.mentions) - len(side.chains)


def _links(sides: Sides, side: str, number: int, *, wrong_only: bool) -> list[LinkError]:
    own, other = (sides.key, sides.response) if side == RECALL else (sides.response, sides.key)
    near = {pair[0 if side == RECALL else 1] for pair in sides.boundaries}
    found = []
    for chain in own.chains:
        seen: set[int] = set()
        latest: dict[int, int] = {}
        for place, one in enumerate(chain):
            partner = own.partner[one]
            part = other.chain[partner] if partner != NOBODY else NOBODY
            if place and (not wrong_only or part == NOBODY or part not in seen):
                antecedent = chain[place - 1] if own.kind[one] == PRONOUN else latest[min(latest)]
                states = tuple(_found(own, each, near) for each in (one, antecedent))
                found.append(_error(own, (one, antecedent), (side, number), states, sides.document))
            if part != NOBODY:
                seen.add(part)
            latest[_INFORMATIVE.get(own.kind[one], 1)] = one
    return found


def _found(side: Annotated, one: int, near: Container[int]) -> str:
    if side.partner[one] != NOBODY:
        return THERE
    return BOUNDARY if one in near else MISSING


def _error(
    side: Annotated, ends: tuple[int, int], place: tuple[str, int], found: tuple[str, ...], document: Document
) -> LinkError:
    one, other = ends
    anaphor, antecedent = side.mentions[one], side.mentions[other]
    heads = side.head[one], side.head[other]
    same = None
    if heads[0] is not None and heads[1] is not None and document.words:
        same = document.words[heads[0]].lower() == document.words[heads[1]].lower()
    distance = document.sentence_of(anaphor.start) - document.sentence_of(antecedent.start)
    kinds = side.kind[one], side.kind[other]
    return LinkError(*place, anaphor, antecedent, kinds, distance, same, (found[0], found[1]))
