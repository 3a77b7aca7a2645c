"""Apposed names as heads of their noun phrases: "my friend *Ali*", "the actor *Brad* Pitt", "the cook, *Ann* Bell,"."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.relations import DETERMINERS, PLURAL_TAGS, SUBJECTS
from corefpipe.parsing.trees import children_of, subtree_edges

_WITH_NOUN = frozenset("det amod nmod compound nummod acl appos flat fixed goeswith obl advmod".split())
"""Relations, without subtypes, of dependents of the noun itself; all others belong to the whole phrase."""

_DESCRIBED = "nmod:desc"
_RAISED = SUBJECTS | {"appos", "conj", "vocative"}
"""Relations of names beside a noun; two subjects in a row are one."""
_PARTIES = frozenset({"person", "organization"})
_HIGHER = 3  # maximum number of nouns above the one to which the parser attaches a name


def raise_names(columns: Columns) -> None:
    """Make each apposed name the head of the noun before it, in place.

    The head of such a phrase is then a name, as for all other names. UD treebanks of English annotate a noun without
    an article, "actor Brad Pitt", in the same way, as `nmod:desc`.
    """
    deps, heads, types = columns.deps, columns.heads, columns.entity_types
    names = [i for i, dep in enumerate(deps) if columns.pos[i] == "PROPN" and dep in _RAISED]
    if not names:
        return
    trees = _Trees(columns)
    nouns: dict[int, list[int]] = {}  # name -> its noun, and those between them to which the parser attaches it
    taken: set[int] = set()
    for name in names:
        found = trees.close(name)
        # "her father, the poet Byron," has a noun before the noun.
        found = [*trees.after_comma(found[0]), *found] if found else trees.after_comma(name)
        if found and found[0] not in taken:
            nouns[name] = found
            taken.add(found[0])
    raised = {noun: name for name, (noun, *_) in nouns.items()}
    above = {noun: name for name, found in nouns.items() for noun in found}
    for token, (head, dep) in enumerate(zip(heads, deps, strict=True)):
        name = above.get(head, token)
        # What follows the name modifies it: "my friend Ali, who called".
        if token > name or (head in raised and token not in (head, name) and dep.split(":")[0] not in _WITH_NOUN):
            heads[token] = name
    for noun, name in raised.items():
        heads[name] = name if heads[noun] == noun else heads[noun]
        heads[noun], deps[name], deps[noun] = name, deps[noun], _DESCRIBED
        is_party = {types[noun], types[name]} == _PARTIES
        types[name] = types[name] if is_party else types[noun] or types[name]


class _Trees:
    """The parse before names are raised."""

    def __init__(self, columns: Columns):
        self.words, self.pos, self.tags = columns.words, columns.pos, columns.tags
        self.deps, self.heads, self.entity_types = columns.deps, columns.heads, columns.entity_types
        self.bounds = frozenset(columns.bounds)
        self.children = children_of(self.heads)
        self.left, self.right = subtree_edges(self.heads)

    def close(self, name: int) -> list[int]:
        """The noun right before a name.

        In "Ann and her sister Coco" parsers take both for conjuncts of Ann; in "This is my friend Coco" they may take
        the name for a vocative, which a comma would set off.
        """
        noun, head = name - 1, self.heads[name]
        while noun > 0 and self.heads[noun] == name and self.deps[noun] == _DESCRIBED and self.pos[noun] == "PROPN":
            noun -= 1  # a title: "the poet Lord Byron"
        if noun < 0 or self.pos[noun] != "NOUN":
            return []
        if self.deps[name] in SUBJECTS:
            # "My brother - in - law Pavel slept."
            beside = [child for child in self.children[head] if self.right[child] == noun]
            twice = beside and self.deps[beside[0]] == self.deps[name] and self.pos[beside[0]] == "NOUN"
            return beside if twice and self._is_determined(beside[0]) else []
        conjuncts = self.deps[noun] == self.deps[name] == "conj" and self.heads[noun] == head
        apposed = self.deps[name] in ("appos", "vocative") and noun == head
        return [noun] if apposed or (conjuncts and self._is_determined(noun)) else []

    def after_comma(self, name: int) -> list[int]:
        """The noun of a name between commas, and the nouns between both: "the mayor of our town, Lena Berg,"."""
        start, end = self.left[name], self.right[name] + 1
        while start < name and self.pos[start] == "PUNCT":
            start += 1
        ends = end == len(self.words) or end in self.bounds or "PUNCT" in (self.pos[end], self.pos[end - 1])
        begins = start not in self.bounds and self.words[start - 1] == ","
        if not begins or not ends or not self._is_apposed(name) or self._has_conjunct(name, end):
            return []
        found = [self.heads[name]]
        while not self._fits(found[0], name, start - 1):
            noun = found[0]
            if len(found) > _HIGHER or self.deps[noun].split(":")[0] != "nmod" or self.heads[noun] > noun:
                return []
            found.insert(0, self.heads[noun])
        return found

    def _is_apposed(self, name: int) -> bool:
        """Whether a name is an apposition, or a conjunct of another entity type without "and"."""
        if self.deps[name] == "appos":
            return True
        head = self.heads[name]
        kinds = {self.entity_types[name], self.entity_types[head]}
        siblings = (name, *(child for child in self.children[head] if self.deps[child] == "conj"))
        coordinated = any(self.deps[child] == "cc" for one in siblings for child in self.children[one])
        return len(kinds) == 2 and "" not in kinds and not coordinated

    def _fits(self, noun: int, name: int, comma: int) -> bool:
        """Whether a name after a comma may be an apposition of a singular noun whose phrase ends before the comma."""
        kinds = self.entity_types[noun], self.entity_types[name]
        return (
            self.pos[noun] == "NOUN"
            and self.tags[noun] not in PLURAL_TAGS
            and self.tags[name] != "NNPS"
            and (not kinds[0] or kinds[0] == kinds[1] or _PARTIES.issuperset(kinds))
            and self._is_determined(noun)
            and not self._has_conjunct(noun, name)
            and max([noun, *(self.right[child] for child in self.children[noun] if child < comma)]) >= comma - 1
        )

    def _is_determined(self, noun: int) -> bool:
        return any(self.deps[child] in DETERMINERS for child in self.children[noun])

    def _has_conjunct(self, token: int, end: int) -> bool:
        return any(self.deps[child] == "conj" for child in self.children[token] if child < end)
