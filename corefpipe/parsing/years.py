"""Years in digits, and "that year"."""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.parsing.parse import Parse

_NOUNS = frozenset({"year", "jahr"})
_DIGITS = 4

Span = tuple[int, int]


def years_named(parse: Parse) -> Iterator[tuple[Span, list[int]]]:
    """(start, end) of each "that year" and "the same year", and the years before it in this sentence or the last."""
    for token, word in enumerate(parse.lower):
        span = _that_year(parse, token) if word in _NOUNS else None
        if span is not None:
            first, sentence = parse.document_at(token)[0], parse.sentences[token]
            start = span[0]
            while start > first and parse.sentences[start - 1] >= sentence - 1:
                start -= 1
            yield span, [i for i in range(start, span[0]) if _is_year(parse, i)]


def _that_year(parse: Parse, noun: int) -> Span | None:
    """The span of "that year" or "the same year" that ends with a noun."""
    if not noun or parse.heads[noun - 1] != noun:
        return None
    classes, before = parse.lexicon.determiners, parse.lower[noun - 1]
    if classes.get(before) == "demonstrative":
        return noun - 1, noun + 1
    if before == "same" and noun > 1 and classes.get(parse.lower[noun - 2]) == "definite":
        return noun - 2, noun + 1
    return None


def _is_year(parse: Parse, token: int) -> bool:
    """Whether a token is a number of four digits that modifies no noun: "in 1999", not "1999 men"."""
    word = parse.words[token]
    return len(word) == _DIGITS and word.isdecimal() and parse.deps[token] not in ("nummod", "compound")
