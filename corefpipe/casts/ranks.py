"""Titles that stand for a name: "the Count" is Count Dracula."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from corefpipe.casts.person import Person
from corefpipe.features import MentionTable

_SHARE = 0.75
"""Share of the names with a title that its bearer has, at least.

In LitBank's training texts 22 of 23 titles with a capital are those of the person who has most names with the title.
"""
_KINDS = frozenset({"name", "nominal"})


def ranks_of(table: MentionTable) -> Iterator[tuple[int, str]]:
    """(row, class of the title) of each mention that is nothing but a title with a capital: "the Count", "Professor".

    Titles of courtesy, of relatives ("Aunt") and those that may mean God do not tell who bears them.
    """
    lexicon, parse = table.lexicon, table.parse
    vague = lexicon.courtesy_titles | lexicon.kin_titles | lexicon.divine_titles
    for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        title = lexicon.title_class.get(parse.lower[head], "") if kind in _KINDS else ""
        if not title or title in vague or not parse.words[head][:1].isupper():
            continue
        before, after = parse.lower[start:head], parse.lower[head + 1 : end]
        is_alone = len(before) <= 1 and lexicon.definite_articles.issuperset(before)
        if is_alone and _is_end(lexicon.possessive_marks, after):
            yield row, title


def _is_end(marks: frozenset[str], words: Sequence[str]) -> bool:
    """Whether nothing but a possessive mark follows."""
    return not words or (len(words) == 1 and words[0] in marks)


def bearer_of(people: Iterable[Person], title: str) -> Person | None:
    """The person who has nearly all names with a title; None if nobody has."""
    known = sorted((one for one in people if one.titles[title]), key=lambda one: -one.titles[title])
    total = sum(one.titles[title] for one in known)
    return known[0] if known and known[0].titles[title] >= _SHARE * total else None
