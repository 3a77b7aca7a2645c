"""People who are called by their age: "the 34-year-old"."""

from __future__ import annotations

from corefpipe.parsing.parse import Parse


def is_age(parse: Parse, token: int) -> bool:
    """Whether a token is the "old" of "34-year-old"."""
    lower, lexicon = parse.lower, parse.lexicon
    if token < 2 or lower[token] not in lexicon.age_adjectives:
        return False
    return lower[token - 2] in lexicon.year_nouns and lower[token - 1] == "-"
