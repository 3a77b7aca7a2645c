"""Use the links of a more informative later mention for a pronoun that a constraint joins with it: “I saw it,” said the
cook.

A decoder from left to right uses the links of the first mention of a group for the whole group. Those of a pronoun are
unreliable: by its own links the "I" of the cook is linked to the previous speaker.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from corefpipe.clustering.groups import Groups
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.features import MentionTable

_REACH = 50
"""Maximum number of mentions between the pronoun and the later mention."""


def with_links_of_names(
    blocks: Iterable[ScoredBlock], table: MentionTable, groups: Groups | None
) -> Iterator[ScoredBlock]:
    """The same blocks, in which such a pronoun has the links of the later mention to mentions before the pronoun.

    Args:
        blocks: the links of the mentions, scored.
        table: the mentions.
        groups: the groups of mentions that constraints join; None for none.
    """
    named = named_later(table, groups) if groups is not None else {}
    for block in blocks:
        last = block.first + len(block)
        own = {row: name for row, name in named.items() if block.first <= row and name < last}
        yield _with_links_of(block, own) if own else block


def named_later(table: MentionTable, groups: Groups) -> dict[int, int]:
    """First mention of a group, if it is a pronoun -> the first more informative mention of the group.

    A noun or name is more informative than a pronoun, and "he" than "I".
    """
    telling = _telling(table)
    found: dict[int, int] = {}
    firsts: dict[int, int] = {}
    for row, group in enumerate(groups.number.tolist()):
        first = firsts.setdefault(group, row)
        if telling[row] > telling[first] and first not in found and row - first <= _REACH:
            found[first] = row
    return found


def _telling(table: MentionTable) -> list[int]:
    """Informativeness of each mention: 0 for "I", "you" and "we", 1 for another pronoun, 2 for a noun or name."""
    canonical, speaking, lower = table.lexicon.canonical, table.lexicon.speaking, table.parse.lower
    found = []
    for kind, form, (start, end, _) in zip(table.values("kind"), table.values("form"), table.triples(), strict=True):
        is_pronoun = kind == "pronoun" or " ".join(lower[start:end]) in table.lexicon.reciprocals  # no "one another"
        found.append(int(canonical.get(form, form) not in speaking) if is_pronoun else 2)
    return found


def _with_links_of(block: ScoredBlock, named: dict[int, int]) -> ScoredBlock:
    """A block in which some mentions have the links of later ones, but for those that lead to themselves or later."""
    places = [np.arange(lo, hi) for lo, hi in block.slices()]
    for row, name in named.items():
        links = places[name - block.first]
        places[row - block.first] = links[block.antecedent[links] < row]
    links = np.concatenate(places)
    indptr = np.append(0, np.cumsum([len(place) for place in places]))
    return replace(block, indptr=indptr, antecedent=block.antecedent[links], scores=block.scores[links])
