"""Names of people among the mentions of a table."""

from __future__ import annotations

from corefpipe.constructions.marks import QUOTATION_MARKS
from corefpipe.constructions.names import after_titles, in_organization, name_end, name_start
from corefpipe.features import MentionTable
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import POSSESSORS

Words = tuple[str, ...]
"""Words of a name, in lower case."""
PersonName = tuple[Words, Words]
"""The name of a person without titles, and the titles."""

_LONGEST = 6
"""Words of a person's name, at most."""
_ROMAN_DIGITS = frozenset("ivx")


def persons_of(table: MentionTable) -> dict[int, PersonName]:
    """Row -> name of a person, and its titles, of each name that may be a person's; one dict for all callers."""
    return table.once(_persons)


def _persons(table: MentionTable) -> dict[int, PersonName]:
    """Row -> name of a person, and its titles, of each name that may be a person's."""
    named = _named(table)
    persons = ((row, _person(table.parse, *table.triples()[row])) for row in named)
    return {row: person for row, person in persons if person is not None}


def _named(table: MentionTable) -> list[int]:
    """Rows of names."""
    return [row for row, kind in enumerate(table.values("kind")) if kind == "name"]


def _person(parse: Parse, start: int, end: int, head: int) -> PersonName | None:
    """The name of a person, and its titles, that a mention consists of; None if it may be no person's."""
    if parse.entity_types[head] not in ("", "person") or in_organization(parse, head):
        return None
    begin, end = name_start(parse, start, head), name_end(parse, start, end, head)
    if not begin < end <= begin + _LONGEST:
        return None
    first = after_titles(parse, begin, end)
    whole = [i for i in range(first, end) if parse.words[i] not in QUOTATION_MARKS]  # 'Robert "Bob" Ellis'
    words = tuple(parse.lower[i] for i in whole)
    own = whole[: len(whole) - ends_in_numeral(words)]
    proper = [i for i in own if parse.words[i] not in parse.lexicon.nobiliary_particles]
    named = bool(proper) and all(parse.pos[i] == "PROPN" and parse.words[i][:1].isupper() for i in proper)
    # A name that is longer must be that of a person.
    if not named or (len(words) > 1 and parse.entity_types[head] != "person"):
        return None
    return words, tuple(parse.lower[begin:first])


def endeared_persons_of(table: MentionTable) -> dict[int, PersonName]:
    """Row -> name of a person, and its titles, after words of affection only: "my dear Lizzy", "poor old Joe"."""
    parse, found = table.parse, dict[int, PersonName]()
    for row in _named(table):
        start, end, head = table.triples()[row]
        begin = _after_endearments(parse, start, head)
        person = _person(parse, begin, end, head) if begin > start else None
        if person is not None:
            found[row] = person
    return found


def _after_endearments(parse: Parse, start: int, head: int) -> int:
    """The token after a possessive, if there is one, and words of affection; `start` if there are none."""
    lexicon, lower = parse.lexicon, parse.lower
    first = start + (parse.deps[start] in POSSESSORS)
    at = first
    while at < head and lower[at] in lexicon.endearing | (lexicon.endearing_after if at > first else frozenset()):
        at += 1
    return at if at > first else start


def ends_in_numeral(words: Words) -> bool:
    """Whether a name ends with a Roman numeral: "charles ii"."""
    return len(words) > 1 and _ROMAN_DIGITS.issuperset(words[-1])
