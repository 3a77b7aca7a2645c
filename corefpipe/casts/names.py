"""Names of people among the mentions of a table."""

from __future__ import annotations

from corefpipe.constructions.marks import QUOTATION_MARKS
from corefpipe.constructions.names import after_titles, in_organization, name_end, name_start
from corefpipe.features import MentionTable

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
    parse, found = table.parse, dict[int, PersonName]()
    for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        if kind != "name" or parse.entity_types[head] not in ("", "person") or in_organization(parse, head):
            continue
        begin, end = name_start(parse, start, head), name_end(parse, start, end, head)
        if not begin < end <= begin + _LONGEST:
            continue
        first = after_titles(parse, begin, end)
        whole = [i for i in range(first, end) if parse.words[i] not in QUOTATION_MARKS]  # 'Robert "Bob" Ellis'
        words = tuple(parse.lower[i] for i in whole)
        own = whole[: len(whole) - ends_in_numeral(words)]
        proper = [i for i in own if parse.words[i] not in parse.lexicon.nobiliary_particles]
        named = bool(proper) and all(parse.pos[i] == "PROPN" and parse.words[i][:1].isupper() for i in proper)
        # A name that is longer must be that of a person.
        if named and (len(words) == 1 or parse.entity_types[head] == "person"):
            found[row] = words, tuple(parse.lower[begin:first])
    return found


def ends_in_numeral(words: Words) -> bool:
    """Whether a name ends with a Roman numeral: "charles ii"."""
    return len(words) > 1 and _ROMAN_DIGITS.issuperset(words[-1])
