"""Coordinations that include the speaker, and the next "we": "My wife and I bought a house. We love it"."""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.features import MentionTable
from corefpipe.parsing.clauses import conjuncts
from corefpipe.resolver.constraints.mentions import document_numbers, pronouns

_REACH_SENTENCES = 2  # from the coordination to the "we"


def with_me(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Rows of a coordination with "I" or "me" and of the next "we", which is near and of the same speaker."""
    heads, last = table.spans.head.tolist(), -1
    for row, (kind, pronoun) in enumerate(zip(table.values("kind"), pronouns(table), strict=True)):
        if kind == "coordination" and _includes_speaker(table, row):
            last = row
        elif pronoun is not None and pronoun.canonical == "we":
            if last >= 0 and _is_near(table, heads[last], heads[row]) and _voice(table, last) == _voice(table, row):
                yield last, row
            last = -1


def _includes_speaker(table: MentionTable, row: int) -> bool:
    """Whether a member of a coordination is "I" or "me"."""
    parse, (_, end, head) = table.parse, table.triples()[row]
    members = (token for token in conjuncts(parse, head) if token < end)
    return any(table.lexicon.canonical.get(parse.lower[token]) == "i" for token in members)


def _is_near(table: MentionTable, head: int, later: int) -> bool:
    """Whether at most `_REACH_SENTENCES` lie between two tokens."""
    return table.parse.sentences[later] - table.parse.sentences[head] <= _REACH_SENTENCES


def _voice(table: MentionTable, row: int) -> tuple[int, int, str]:
    """The document, quotation and speaker of a mention."""
    head = int(table.spans.head[row])
    return document_numbers(table)[row], table.quotes.number[head], table.parse.speakers[head]
