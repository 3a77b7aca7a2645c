"""What the official scorer v8.01 counts in a document, in its order of additions.

It differs from the definitions of the metrics where a side has a span more than once (rules 2 to 6), and in the last
digits of sums, which decide how it cuts a percentage: a B-cubed of 5 / 10 may be printed as 49.99%.

1. Chains stand in the order in which their ids appear: by the first word; in one cell, ids of mentions of one word
   before those of opening brackets. The mentions of a chain stand in the order in which they end.
2. A repeated span of the key is one mention. It counts in the size of a chain each time, and belongs to the last chain
   that has it. MUC and B-cubed compare a response mention with the chain it belongs to.
3. A repeated span of the response that is in the key keeps its first mention only. One that is not in the key is one
   mention, which counts in the size of a chain each time.
4. What B-cubed finds of a response chain in a key chain are the mentions that the key chain has, even if they belong to
   another one.
5. CEAF finds a mention that a key chain has twice in it twice.
6. BLANC counts distinct links. A pair of mentions may be a coreferent and a non-coreferent link at once, and a mention
   in two chains, or twice in one, has a link to itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

import numpy as np

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.scoring.assignment import best_assignment
from corefpipe.scoring.places import place_of

Chains = Sequence[Sequence[int]]
"""Chains of mentions, given by numbers; mentions of both sides that match, and those of one span, have one number."""

MOST_CHAINS = 10
"""Largest number of chains with the same span: links are counted over all sets of chains that have a span."""


def official_chains(document: Document) -> list[list[Mention]]:
    """The chains and their mentions in the order of v8.01 (rule 1)."""
    rank = {entity: number for number, entity in enumerate(document.origin.entities)} if document.origin else {}
    last = len(rank)
    appearing = sorted(document.mentions, key=lambda m: (m.start, _is_long(m), rank.get(m.entity, last)))
    chains: dict[str, list[Mention]] = {mention.entity: [] for mention in appearing}
    for mention in sorted(document.mentions, key=lambda m: (m.end, _is_long(m), -m.start)):
        chains[mention.entity].append(mention)
    return list(chains.values())


def _is_long(mention: Mention) -> bool:
    return mention.end - mention.start > 1 or len(mention.fragments) > 1


def check_crossing(chains: Iterable[Sequence[Mention]], document: Document, side: str) -> None:
    """Refuse mentions of one chain that cross, or begin where another one ends: v8.01 reads other mentions instead.

    Raises:
        AnnotationError: there are such mentions; the error names the first of them.
    """
    for chain in chains:
        around: list[Mention] = []
        for mention in sorted((m for m in chain if not m.fragments), key=lambda m: (m.start, -m.end)):
            while around and around[-1].end <= mention.start:
                around.pop()
            if around and around[-1].end < mention.end:
                raise AnnotationError(
                    f"two mentions of chain {mention.entity} in the {side} cross, words {_words(around[-1])} and "
                    f"{_words(mention)}: the official scorer v8.01 opens brackets before it closes any, and reads "
                    "other mentions",
                    cure="Delete one of the two, or score with the profile strict",
                    **place_of(document, mention.start),
                )
            around.append(mention)


def _words(mention: Mention) -> str:
    return f"{mention.start + 1}-{mention.end}"


def official_counts(keys: Chains, responses: Chains) -> dict[str, list[float]]:
    """The counts of one document, by metric: numerator and denominator of recall, then of precision.

    Those of BLANC are for coreferent links, then for the others.

    Args:
        keys: the key's chains (rule 2).
        responses: the chains of the response, without what v8.01 leaves out (rule 3).
    """
    # The chains of each key mention, in order: the mention belongs to the last one.
    homes: dict[int, list[int]] = {}
    for number, chain in enumerate(keys):
        for mention in chain:
            homes.setdefault(mention, []).append(number)
    sizes = [sum(map(len, side)) for side in (keys, responses)]
    common = [Counter(home for m in chain for home in homes.get(m, ())) for chain in responses]
    mentions = {mention for chain in responses for mention in chain}
    found = len(homes.keys() & mentions)
    links = sum(_muc_links(chain, homes) for chain in responses)
    recall, precision = _b_cubed(keys, responses, homes)
    mentions_kept, entities_kept = (_ceaf(keys, responses, common, entities) for entities in (False, True))
    return {
        "mentions": [found, len(homes), found, len(mentions)],
        "muc": [links, sizes[0] - len(keys), links, sizes[1] - len(responses)],
        "b_cubed": [recall, sizes[0], precision, sizes[1]],
        "ceaf_m": [mentions_kept, sizes[0], mentions_kept, sizes[1]],
        "ceaf_e": [entities_kept, len(keys), entities_kept, len(responses)],
        "blanc": _blanc(keys, responses, homes),
    }


def _muc_links(chain: Sequence[int], homes: dict[int, list[int]]) -> int:
    found = [homes[mention][-1] for mention in chain if mention in homes]
    return len(found) - len(set(found))


def _b_cubed(keys: Chains, responses: Chains, homes: dict[int, list[int]]) -> tuple[float, float]:
    recall = precision = 0.0
    for chain in responses:
        common = Counter(home for mention in chain for home in set(homes.get(mention, ())))
        for mention in chain:
            if mention in homes:
                home = homes[mention][-1]
                recall += common[home] / len(keys[home])
                precision += common[home] / len(chain)
    return recall, precision


def _ceaf(keys: Chains, responses: Chains, common: Sequence[Counter[int]], entities: bool) -> float:
    cells = sorted((i, j, shared) for j, found in enumerate(common) for i, shared in found.items())
    if not cells:
        return 0.0
    rows, columns, shared = np.array(cells).T
    weights = shared.astype(float)
    if entities:
        weights *= 2
        weights /= [len(keys[i]) + len(responses[j]) for i, j, _ in cells]
    # v8.01 looks for the smallest sum of 1 - weight.
    total = 0.0
    for weight in weights[best_assignment(rows, columns, weights)].tolist():
        total += 1 - (1 - weight)
    return total


def _blanc(keys: Chains, responses: Chains, homes: dict[int, list[int]]) -> list[float]:
    key, response = _Links(keys), _Links(responses)
    # A mention of both sides is in one response chain only.
    both = [[mention for mention in chain if mention in homes] for chain in responses]
    together = sum(_linked(key.chains[mention] for mention in chain) for chain in both)
    alone = [[key.chains[m] for m in chain if len(key.chains[m]) == 1] for chain in both]
    same_key_chain = _pairs_of_same(chains for found in alone for chains in found)
    same_both = sum(map(_pairs_of_same, alone))
    apart = _pairs(sum(map(len, both))) - sum(_pairs(len(chain)) for chain in both) - (same_key_chain - same_both)
    return [together, key.together, together, response.together, apart, key.apart, apart, response.apart]


class _Links:
    """The distinct links of one side.

    Attributes:
        chains: the chains of each mention, each once.
        together: number of coreferent links.
        apart: number of non-coreferent links.
    """

    def __init__(self, side: Chains):
        self.chains: dict[int, tuple[int, ...]] = {}
        twice: set[int] = set()
        for number, chain in enumerate(side):
            for mention in chain:
                found = self.chains.get(mention, ())
                if found and found[-1] == number:
                    twice.add(mention)
                else:
                    self.chains[mention] = (*found, number)
        several = sum(len(chains) > 1 for chains in self.chains.values())
        alone = (chains for chains in self.chains.values() if len(chains) == 1)
        self.together = _linked(self.chains.values()) + len(twice)
        self.apart = _pairs(len(self.chains)) - _pairs_of_same(alone) + several


def _pairs(number: int) -> int:
    return number * (number - 1) // 2


def _pairs_of_same(items: Iterable[tuple[int, ...]]) -> int:
    return sum(map(_pairs, Counter(items).values()))


def _linked(chains: Iterable[Collection[int]]) -> int:
    """The number of pairs of mentions with a common chain, given the chains of each mention.

    By inclusion and exclusion: pairs with one chain in common, less those with two, and so on.
    """
    counts = Counter(
        part for found in chains for size in range(1, len(found) + 1) for part in combinations(found, size)
    )
    return sum(_pairs(count) if len(part) % 2 else -_pairs(count) for part, count in counts.items())
