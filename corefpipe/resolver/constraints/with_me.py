"""The first "we" after somebody "and I": "My wife and I bought a house. We love it"."""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.features import MentionTable
from corefpipe.resolver.constraints.mentions import document_numbers, pronouns

_NEAR = 2  # sentences from the coordination to the "we"


def with_me(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Rows of such a coordination and of the next "we", said by the same voice."""
    parse, triples, number = table.parse, table.triples(), table.quotes.number
    documents, kinds = document_numbers(table), table.values("kind")
    last = -1
    for row, pronoun in enumerate(pronouns(table)):
        start, end, head = triples[row]
        if kinds[row] == "coordination":
            members = [head, *(i for i in parse.children_between(head, start, end) if parse.deps[i] == "conj")]
            if any(table.lexicon.canonical.get(parse.lower[i]) == "i" for i in members):
                last = row
        elif pronoun is not None and pronoun.canonical == "we":
            before = triples[last][2]
            if (
                last >= 0
                and documents[last] == documents[row]
                and parse.sentences[head] - parse.sentences[before] <= _NEAR
                and (number[head], parse.speakers[head]) == (number[before], parse.speakers[before])
            ):
                yield last, row
            last = -1
