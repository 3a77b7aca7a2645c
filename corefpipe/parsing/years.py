"""Years in digits, and "that year"."""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.parsing.parse import Parse

_NOUNS = frozenset({"year", "jahr"})
_DIGITS = 4


def is_year(parse: Parse, token: int) -> bool:
    """Whether a token is a number of four digits that modifies no noun: "in 1999", not "1999 men"."""
    word = parse.words[token]
    return len(word) == _DIGITS and word.isdecimal() and parse.deps[token] not in ("nummod", "compound")


def years_named(parse: Parse) -> Iterator[tuple[int, int]]:
    """(start, end) of each "that year" and "the same year"."""
    for token, word in enumerate(parse.lower):
        if word in _NOUNS and token and parse.heads[token - 1] == token:
            before = parse.lower[token - 1]
            if parse.lexicon.determiners.get(before) == "demonstrative":
                yield token - 1, token + 1
            elif before == "same" and token > 1 and parse.lexicon.determiners.get(parse.lower[token - 2]) == "definite":
                yield token - 2, token + 1
