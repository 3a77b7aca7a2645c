"""Names right after a noun as heads of their phrase: "my friend *Ali*", "the actor *Brad* Pitt"."""

from __future__ import annotations

_WITH_NOUN = frozenset("det amod nmod compound nummod acl appos flat fixed goeswith obl advmod".split())
"""Relations, without subtypes, of what describes the noun; the rest belongs to the whole phrase."""

_DESCRIBED = "nmod:desc"


def raise_names(pos: list[str], deps: list[str], heads: list[int], entity_types: list[str]) -> None:
    """Make each name the head of the noun before it whose apposition it is, in place.

    What matters of such a phrase, its name, is then found where it is for all other names. UD treebanks of English
    write the same for a noun without article, "actor Brad Pitt", as `nmod:desc`.

    Args:
        pos: universal parts of speech.
        deps: Universal Dependencies relations.
        heads: index of each token's head; a root is its own.
        entity_types: GUM's entity type at the head of an entity, else "".
    """
    raised: dict[int, int] = {}  # noun -> its name
    for name, (tag, dep) in enumerate(zip(pos, deps, strict=True)):
        noun = heads[name]
        if tag == "PROPN" and dep == "appos" and noun == name - 1 and pos[noun] == "NOUN" and noun not in raised:
            raised[noun] = name
    if not raised:
        return
    for token, (head, dep) in enumerate(zip(heads, deps, strict=True)):
        if head in raised and token not in (head, raised[head]) and dep.split(":")[0] not in _WITH_NOUN:
            heads[token] = raised[head]
    for noun, name in raised.items():
        heads[name] = name if heads[noun] == noun else heads[noun]
        heads[noun], deps[name], deps[noun] = name, deps[noun], _DESCRIBED
        entity_types[name] = entity_types[noun] or entity_types[name]
