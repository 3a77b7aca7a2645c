"""Verbs of naming with a name: "a dog named Rex", "a place known as Oakham", "The puppy was named Max"."""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.parsing.clauses import case_of
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS

_PARTICIPLES = frozenset({"VBN", "VBD"})


def namings(parse: Parse) -> Iterator[tuple[int, int]]:
    """(token of a noun, head token of the name that it is given), in the order of the names."""
    for name, (pos, verb) in enumerate(zip(parse.pos, parse.heads, strict=True)):
        if pos == "PROPN" and verb < name and _is_called(parse, verb, name):
            bearer = _bearer(parse, verb, name)
            if 0 <= bearer < name and parse.pos[bearer] == "NOUN":
                yield bearer, name


def _is_called(parse: Parse, verb: int, name: int) -> bool:
    """Whether a name is the complement of a verb of naming."""
    case = case_of(parse, name)
    is_complement = case in parse.lexicon.predicatives if case else parse.deps[name] in OBJECTS | {"xcomp"}
    return is_complement and parse.lemmas[verb] in parse.lexicon.calling_verbs


def _bearer(parse: Parse, verb: int, name: int) -> int:
    """The noun that is called by a name, -1 if the clause has none or several."""
    if parse.deps[verb] == "acl" and parse.tags[verb] in _PARTICIPLES:
        return parse.heads[verb]
    found = [child for child in parse.children[verb] if child < name and parse.deps[child] in OBJECTS | {"nsubj:pass"}]
    return found[0] if len(found) == 1 else -1
