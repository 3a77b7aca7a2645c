"""Years in digits as antecedents of "that year"."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from corefpipe.constructions.determiners import determiner_class
from corefpipe.parsing.parse import Parse

_DIGITS = 4
_MOST_YEARS = 30  # candidates in two sentences

Span = tuple[int, int]


def years_named(parse: Parse) -> Iterator[tuple[Span, list[int]]]:
    """(start, end) of each "that year" and "the same year", and the years before it in this or the previous sentence.

    Only the last `_MOST_YEARS` are returned.
    """
    nouns = parse.lexicon.year_nouns
    spans = [span for i, word in enumerate(parse.lower) if word in nouns and (span := _that_year(parse, i))]
    years = [i for i in range(len(parse)) if _is_year(parse, i)] if spans else []
    for start, end in spans:
        first = bisect_left(parse.sentences, parse.sentences[start] - 1, parse.document_at(start)[0])
        last = bisect_left(years, start)
        yield (start, end), years[max(bisect_left(years, first), last - _MOST_YEARS) : last]


def _that_year(parse: Parse, noun: int) -> Span | None:
    """The span of "that year" or "the same year" that ends with a noun."""
    if not noun or parse.heads[noun - 1] != noun:
        return None
    if determiner_class(parse, noun - 1) == "demonstrative":
        return noun - 1, noun + 1
    is_same = noun > 1 and parse.lower[noun - 1] in parse.lexicon.identity_modifiers
    if is_same and determiner_class(parse, noun - 2) == "definite":
        return noun - 2, noun + 1
    return None


def _is_year(parse: Parse, token: int) -> bool:
    """Whether a token is a number of four digits that does not modify a noun: "in 1999", not "1999 men"."""
    word = parse.words[token]
    return len(word) == _DIGITS and word.isdecimal() and parse.deps[token] not in ("nummod", "compound")
