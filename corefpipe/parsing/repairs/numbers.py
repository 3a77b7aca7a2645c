"""Numbers beside nouns: a score is no part of a name, the "737" of "a Boeing 737" is one."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.relations import OBJECTS, SUBJECTS
from corefpipe.parsing.trees import children_of

_DASHES = frozenset({"-", "–"})
_MOST = 200  # goals, points or games; larger numbers are years: "the 1914-18 war"
_OF_NAME = frozenset({"flat", "nummod", "appos"})
_SCORED = OBJECTS | {"nummod"}


def set_numbers_right(columns: Columns) -> None:
    """Attach numbers to what they belong to, in place.

    1. A score belongs to the verb, and is not its object: "lost *2-0*", "beat Jane Hill *6-4, 3-6, 7-5*".
    2. A number right after a name or noun belongs to it, not to the verb: "a Boeing *737* crashed", "an earthquake of
       magnitude *6.2* shook Crete".
    """
    words, pos, deps, heads, types = columns.words, columns.pos, columns.deps, columns.heads, columns.entity_types
    children: list[tuple[int, ...]] = []
    for token, tag in enumerate(pos):
        if tag != "NUM" or heads[token] == token:
            continue
        head = heads[token]
        if _is_score(words, token):
            named = pos[head] == "PROPN" and head < token and deps[token] in _OF_NAME and bool(types[head])
            verb = heads[head] if named else head
            if pos[verb] == "VERB" and verb < token and (named or deps[token] in _SCORED):
                heads[token], deps[token] = verb, "obl:unmarked"
        elif words[min(token + 1, len(words) - 1)] not in _DASHES and _is_of_noun(columns, token):
            children = children or children_of(heads)
            for child in children[token]:
                heads[child] = token - 1
            if head != token - 1:
                heads[token], deps[token] = token - 1, "nummod"


def _is_of_noun(columns: Columns, number: int) -> bool:
    """Whether a number belongs to the word right before it, as what depends on the number does, then."""
    pos, deps, heads = columns.pos, columns.deps, columns.heads
    noun, head = number - 1, heads[number]
    if noun < 0:
        return False
    if pos[noun] == "NOUN":
        return head > number and deps[number] == "discourse"
    is_part = head == noun and deps[number] in _OF_NAME
    is_beside = deps[noun] in SUBJECTS and (deps[number], head) == (deps[noun], heads[noun])
    return pos[noun] == "PROPN" and (is_part or is_beside)


def _is_score(words: list[str], token: int) -> bool:
    """Whether a score like "2-0" begins at a token."""
    if token + 2 >= len(words) or words[token + 1] not in _DASHES:
        return False
    return all(words[i].isdecimal() and int(words[i]) < _MOST for i in (token, token + 2))
