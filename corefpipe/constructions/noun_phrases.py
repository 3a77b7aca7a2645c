"""The extent of a noun phrase in the tree: which children of a head belong to it, and where it may end earlier."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from corefpipe.constructions.pronouns import is_bare_pronoun
from corefpipe.parsing.parse import Parse
from corefpipe.utils.values import each

# Relations, without subtypes, of children that do not belong in the noun phrase of their head.
_OUTSIDE = frozenset(
    "cc mark cop aux nsubj csubj expl parataxis discourse vocative dislocated list orphan reparandum ccomp "
    "advcl punct dep conj attr".split()
)
_AFTER_PRONOUNS = frozenset({"acl:relcl", "amod", "appos", "case", "det", "flat", "nummod"})
_MOST_ENDS = 20  # shorter ends per phrase; phrases of OntoGUM and LitBank have at most six


class NounPhrases:
    """The noun phrases of a parse.

    Attributes:
        parse: the parse.
        relations: the relation of each token, without subtype.
    """

    def __init__(self, parse: Parse):
        self.parse = parse
        self.relations = each(lambda dep: dep.split(":")[0], parse.deps)
        # The first token from each token on that stays at the edge of a phrase, and the end of the last one before it.
        at_edge = [pos == "PUNCT" or dep == "punct" for pos, dep in zip(parse.pos, parse.deps, strict=True)]
        numbers, removed = np.arange(len(parse)), np.array(at_edge, dtype=bool)
        after = np.where(removed, len(parse), numbers)[::-1]
        self._kept_from: list[int] = np.minimum.accumulate(after)[::-1].tolist()
        before = np.append(0, np.where(removed, 0, numbers + 1))
        self._kept_to: list[int] = np.maximum.accumulate(before).tolist()

    def extent(self, head: int) -> tuple[int, int, list[int]]:
        """(start, end, conjuncts) of the phrase of a head."""
        parse = self.parse
        left = right = head
        conjuncts: list[int] = []
        for child in reversed(parse.children[head]):
            if child < head and self._is_inside(child, head):
                left = min(left, parse.left[child])
            elif child < head and parse.deps[child] != "punct":
                break
        for child in parse.children[head]:
            if child > head:
                if parse.deps[child] == "conj":
                    conjuncts.append(child)
                elif not conjuncts and self._is_inside(child, head):
                    right = max(right, parse.right[child])
                elif self.relations[child] not in ("punct", "cc"):
                    break
        return self._trim_left(left, head), self.trim_right(right + 1, head), conjuncts

    def shorter_ends(self, head: int, end: int) -> Iterator[int]:
        """The ends of a phrase before each of the parts that follow its head; a possessive 's is kept."""
        parse = self.parse
        for child in parse.children_between(head, head + 1, end)[:_MOST_ENDS]:
            yield self.trim_right(parse.left[child], head)
            if parse.deps[child] == "case":
                yield parse.right[child] + 1

    def trim_right(self, end: int, head: int) -> int:
        """The end of a phrase without punctuation at its edge; the head stays."""
        return max(self._kept_to[end], min(head + 1, end))

    def _trim_left(self, start: int, head: int) -> int:
        """The start of a phrase without punctuation at its edge; the head stays."""
        return min(self._kept_from[start], head)

    def _is_inside(self, child: int, head: int) -> bool:
        """Whether a child of a head belongs in its noun phrase, with its subtree."""
        parse, dep = self.parse, self.relations[child]
        if dep == "case":
            return child > head  # the possessive 's, not a preposition
        if child > head and is_bare_pronoun(parse, head):
            return _may_follow_pronoun(parse, child)
        if dep == "advmod":
            return child > head
        if dep in ("amod", "flat") and child > head and (parse.pos[head], parse.pos[child]) == ("PROPN", "ADJ"):
            return False  # "It made Robert famous": parsers take it for a part of his name.
        if dep == "acl" and parse.pos[head] == "PROPN" and head in parse.copular:
            # A cleft has its clause after the name: "It was Ann who rang".
            pronouns = parse.lexicon.pleonastic_pronouns
            return all(parse.deps[i] != "expl" and parse.lower[i] not in pronouns for i in parse.children[head])
        return dep not in _OUTSIDE


def _may_follow_pronoun(parse: Parse, child: int) -> bool:
    """Whether what depends on a personal pronoun is part of it: "us all", "he who knows", not "me all about it"."""
    if parse.deps[child] == "nmod:unmarked":
        return parse.left[child] == parse.right[child]
    return parse.deps[child] in _AFTER_PRONOUNS
