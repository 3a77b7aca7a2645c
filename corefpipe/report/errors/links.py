"""Errors as links: what is missing in, and what is too much of, the spanning trees of chains."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from corefpipe.document import Document, Mention
from corefpipe.report.errors.mentions import BOUNDARY, MISSING
from corefpipe.report.errors.sides import NOBODY, Annotated, Sides
from corefpipe.scoring.heads import NAME, NOMINAL, PRONOUN

RECALL, PRECISION = "recall", "precision"
THERE = "there"
_Link = tuple[int, int, bool]  # anaphor, antecedent, whether it was chosen
_INFORMATIVE = {NAME: 0, NOMINAL: 1, PRONOUN: 2}  # the lowest tells most


@dataclass(frozen=True, slots=True)
class LinkError:
    """A link of a chain's spanning tree that the other side does not have; in `every_link`, any link of one.

    >>> found = corefpipe.errors([[(0, 1), (4, 6)], [(2, 3), (7, 8)]], [[(0, 1), (4, 6), (2, 3)]])
    >>> error = found.links[0]
    >>> error.side, error.antecedent.span, error.anaphor.span
    ('recall', (2, 3), (7, 8))

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
        chosen: whether the response chose the antecedent; False where it is taken by rule.
    """

    side: str
    document: int
    anaphor: Mention
    antecedent: Mention
    kinds: tuple[str, str]
    distance: int
    same_head: bool | None
    found: tuple[str, str]
    chosen: bool


class Antecedents(NamedTuple):
    """Where the antecedents of the response's links are taken from. `str()` tells in words.

    Attributes:
        chosen: number of links whose antecedent is the one that the response chose.
        rule: number of links whose antecedent is taken by rule, since the response does not tell it.
        wrong: number of chosen antecedents that are not of the entity of their anaphors: Martschat and Strube's own
            count of the errors of precision.
        counted: number of these that are among the errors, which MUC counts. For the others the chain has a right
            antecedent, an earlier mention of the same entity.
    """

    chosen: int
    rule: int
    wrong: int
    counted: int

    def __str__(self) -> str:
        if not self.chosen:
            return "by rule"
        links = f"{self.rule:,} of {self.chosen + self.rule:,} links"
        return "as it chose them" + (f"; by rule for {links}, where it tells none" if self.rule else "")


def link_errors(sides: Sides, number: int) -> list[LinkError]:
    """Errors of recall, then of precision (Martschat & Strube 2014, section 3).

    The other side divides a chain into parts; a mention that it lacks is a part of its own. The first mention of each
    part but the first is an anaphor whose link is an error. So a chain of n mentions in k parts has k - 1 errors, and
    all together are what MUC (Vilain et al. 1995) misses: its recall, or precision, is 1 less errors by links.

    The antecedent in a chain of the response is the one that the response chose, where its mentions tell it. Elsewhere,
    and in the key, it is taken by rule: that of a pronoun is the mention before it in the chain; that of others is the
    last name before it, else the last noun phrase, else the last pronoun: what tells most of the entity, as Martschat
    and Strube choose it for the key after Ariel (1988).

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


def antecedents_of(sides: Sides) -> Antecedents:
    """Where the antecedents of the response's links in a document are taken from."""
    own = sides.response
    part = _parts(own, sides.key)
    errors = _first_of_parts(own, part)
    links = list(_spanning_trees(own, own.antecedent))
    wrong = [one for one, other, chosen in links if chosen and (part[one] == NOBODY or part[one] != part[other])]
    n_chosen = sum(chosen for *_, chosen in links)
    return Antecedents(n_chosen, len(links) - n_chosen, len(wrong), sum(one in errors for one in wrong))


def _links(sides: Sides, side: str, number: int, *, wrong_only: bool) -> list[LinkError]:
    own, other = (sides.key, sides.response) if side == RECALL else (sides.response, sides.key)
    near = {pair[0 if side == RECALL else 1] for pair in sides.boundaries}
    wrong = _first_of_parts(own, _parts(own, other))
    found = []
    for link in _spanning_trees(own, own.antecedent if side == PRECISION else ()):
        if not wrong_only or link[0] in wrong:
            states = tuple(_found(own, each, near) for each in link[:2])
            found.append(_error(own, link, (side, number), states, sides.document))
    return found


def _spanning_trees(side: Annotated, chosen: Sequence[int]) -> Iterator[_Link]:
    """All links of all chains.

    Args:
        side: the chains.
        chosen: number of the antecedent that was chosen for each mention, or `NOBODY`; empty if none is known.
    """
    for chain in side.chains:
        before: set[int] = set()
        latest: dict[int, int] = {}
        for place, one in enumerate(chain):
            linked = chosen[one] if chosen else NOBODY
            if linked in before:
                yield one, linked, True
            elif place:
                yield one, chain[place - 1] if side.kind[one] == PRONOUN else latest[min(latest)], False
            before.add(one)
            latest[_INFORMATIVE.get(side.kind[one], 1)] = one


def _parts(own: Annotated, other: Annotated) -> list[int]:
    """For each mention of one side the chain that the other side has it in, or `NOBODY`."""
    return [NOBODY if partner == NOBODY else other.chain[partner] for partner in own.partner]


def _first_of_parts(side: Annotated, part: Sequence[int]) -> set[int]:
    """The first mention of each part of a chain but its first part; a mention of no part is a part of its own."""
    found = set()
    for first, *rest in side.chains:
        seen = {part[first]}
        for one in rest:
            if part[one] == NOBODY or part[one] not in seen:
                found.add(one)
            seen.add(part[one])
    return found


def _found(side: Annotated, one: int, near: Container[int]) -> str:
    if side.partner[one] != NOBODY:
        return THERE
    return BOUNDARY if one in near else MISSING


def _error(
    side: Annotated, link: _Link, place: tuple[str, int], found: tuple[str, ...], document: Document
) -> LinkError:
    one, other, chosen = link
    anaphor, antecedent = side.mentions[one], side.mentions[other]
    heads = side.head[one], side.head[other]
    same = None
    if heads[0] is not None and heads[1] is not None and document.words:
        same = document.words[heads[0]].lower() == document.words[heads[1]].lower()
    distance = document.sentence_of(anaphor.start) - document.sentence_of(antecedent.start)
    kinds = side.kind[one], side.kind[other]
    return LinkError(*place, anaphor, antecedent, kinds, distance, same, (found[0], found[1]), chosen)
