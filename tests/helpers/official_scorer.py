"""A second implementation of what the official scorer v8.01 counts: straight from its rules, quadratic and plain.

It reads CoNLL lines as v8.01 does. In each cell it takes mentions of one word, then opening brackets, then closing
brackets, each from left to right. An entity is numbered where its id first appears; its mentions stand in the order in
which they end. A key span has one number, that of its last mention. A response span in the key keeps its first mention;
any other span keeps all.
"""

from __future__ import annotations

import re
from itertools import combinations, product

from scipy.optimize import linear_sum_assignment

Chains = list[list[tuple[int, int]]]


def read_chains(text: str) -> Chains:
    """The chains of one document of CoNLL lines, as (first word, last word) of each mention."""
    numbers: dict[str, int] = {}
    chains: dict[int, list[tuple[int, int]]] = {}
    opened: dict[int, list[int]] = {}
    word = 0
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        cell = line.split("\t")[-1]
        alone = re.findall(r"\((\d+)\)", cell)
        rest = re.sub(r"\(\d+\)", "", cell)
        for name in alone:
            chains.setdefault(numbers.setdefault(name, len(numbers)), []).append((word, word))
        for name in re.findall(r"\((\d+)", rest):
            opened.setdefault(numbers.setdefault(name, len(numbers)), []).append(word)
        for name in re.findall(r"(\d+)\)", rest):
            chains.setdefault(numbers[name], []).append((opened[numbers[name]].pop(), word))
        word += 1
    return [chains[number] for number in sorted(chains)]


def official_counts(key: Chains, response: Chains) -> dict[str, list[float]]:
    """Numerator and denominator of recall, then of precision; for BLANC of coreferent, then of other links."""
    number: dict[tuple[int, int], int] = {}
    for place, span in enumerate(span for chain in key for span in chain):
        number[span] = place
    kept: Chains = []
    found: set[tuple[int, int]] = set()
    for chain in response:
        kept.append([])
        for span in chain:
            if span not in found:
                kept[-1].append(span)
            if span in number:
                found.add(span)
    for span in (span for chain in kept for span in chain):
        number.setdefault(span, 10**6 + len(number))
    keys = [[number[span] for span in chain] for chain in key]
    responses = [[number[span] for span in chain] for chain in kept if chain]
    distinct = [len({span for chain in side for span in chain}) for side in (key, kept)]
    return {
        "mentions": [len(found), distinct[0], len(found), distinct[1]],
        "muc": _muc(keys, responses),
        "b_cubed": _b_cubed(keys, responses),
        "ceaf_m": _ceaf(keys, responses, entities=False),
        "ceaf_e": _ceaf(keys, responses, entities=True),
        "blanc": _blanc(keys, responses),
    }


def percents(counts: list[float]) -> list[str]:
    """Recall, precision and F1 as v8.01 prints them."""
    right, of, right_too, of_too = counts
    recall, precision = (top / bottom if bottom else 0 for top, bottom in ((right, of), (right_too, of_too)))
    f1 = 2 * precision * recall / (precision + recall) if recall + precision else 0
    return [f"{int(fraction * 10000) / 100:.15g}%" for fraction in (recall, precision, f1)]


def _home(chains: list[list[int]], mention: int) -> int | None:
    homes = [place for place, chain in enumerate(chains) if mention in chain]
    return homes[-1] if homes else None


def _muc(keys: list[list[int]], responses: list[list[int]]) -> list[float]:
    correct = 0
    for chain in responses:
        homes = [_home(keys, mention) for mention in chain]
        correct += sum(home is not None and home in homes[place + 1 :] for place, home in enumerate(homes))
    links = [sum(len(chain) - 1 for chain in side) for side in (keys, responses)]
    return [correct, links[0], correct, links[1]]


def _b_cubed(keys: list[list[int]], responses: list[list[int]]) -> list[float]:
    recall = precision = 0.0
    for chain in responses:
        for mention in chain:
            home = _home(keys, mention)
            if home is not None:
                common = sum(other in keys[home] for other in chain)
                precision += common / len(chain)
                recall += common / len(keys[home])
    return [recall, sum(map(len, keys)), precision, sum(map(len, responses))]


def _ceaf(keys: list[list[int]], responses: list[list[int]], entities: bool) -> list[float]:
    table = []
    for chain in keys:
        common = [sum(mention in other for mention in chain) for other in responses]
        sizes = [len(chain) + len(other) for other in responses]
        table.append([1 - (2 * c / s if entities else c) for c, s in zip(common, sizes, strict=True)])
    best = 0.0
    if keys and responses:
        for i, j in zip(*linear_sum_assignment(table), strict=True):
            best += 1 - table[i][j]
    sizes = [len(side) if entities else sum(map(len, side)) for side in (keys, responses)]
    return [best, sizes[0], best, sizes[1]]


def _blanc(keys: list[list[int]], responses: list[list[int]]) -> list[float]:
    together = [
        {tuple(sorted(link)) for chain in side for link in combinations(chain, 2)} for side in (keys, responses)
    ]
    apart = [
        {tuple(sorted(link)) for one, other in combinations(side, 2) for link in product(one, other)}
        for side in (keys, responses)
    ]
    counts: list[float] = []
    for key, response in (together, apart):
        counts += [len(key & response), len(key), len(key & response), len(response)]
    return counts
