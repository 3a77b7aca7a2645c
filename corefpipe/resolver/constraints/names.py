"""Two full names are two people."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.disjoint_sets import DisjointSets
from corefpipe.features import MentionTable
from corefpipe.resolver.constraints.registry import constraint


@constraint
def full_names(table: MentionTable) -> Constraints | None:
    """First name and surname against others, of which neither is a form of the other: "Jane Bell", "Tom Bell".

    Names of the same first name, with the same words in part, or spelled nearly alike may be forms of one name.
    """
    names = _full_names(table)
    forms = list(dict.fromkeys(names.values()))
    if len(forms) < 2:
        return None
    sets = DisjointSets(len(forms))
    by_word: dict[str, list[int]] = {}
    for number, words in enumerate(forms):
        for word in words:
            by_word.setdefault(word, []).append(number)
    for alike in by_word.values():
        for one, other in combinations(alike, 2):
            if _may_be_one(table, forms[one], forms[other]):
                first, second = sorted((sets.root(one), sets.root(other)))
                sets.join(first, second)
    name_of = {words: int(sets.root(i)) for i, words in enumerate(forms)}
    found = np.full((len(table), 1), -1)
    for row, words in names.items():
        found[row] = name_of[words]
    return Constraints(values=found)


def _full_names(table: MentionTable) -> dict[int, tuple[str, ...]]:
    """Row -> words, in lower case and without titles, of the names that begin with a first name."""
    parse, lexicon = table.parse, table.lexicon
    found = {}
    for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        if kind != "name" or parse.entity_types[head] not in ("", "person"):
            continue
        words = [
            parse.lower[i]
            for i in range(start, min(end, start + 12))
            if parse.pos[i] == "PROPN" and parse.lower[i] not in lexicon.titles and parse.words[i][:1].isalpha()
        ]
        if len(words) > 1 and words[0] in lexicon.first_names:
            found[row] = tuple(words)
    return found


def _may_be_one(table: MentionTable, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names that share a word may be of one person."""
    from rapidfuzz.distance import Levenshtein

    first, second = one[0], other[0]
    if set(one) <= set(other) or set(other) <= set(one) or first == second:
        return True
    if one[-1] != other[-1]:
        return True  # "Peter Charles L'Enfant", "Pierre Charles"
    if min(len(first.rstrip(".")), len(second.rstrip("."))) == 1:
        return first[0] == second[0]
    return table.lexicon.are_nicknames(first, second) or Levenshtein.distance(first, second) <= 2
