"""People who are called by their age: "the 34-year-old"."""

from __future__ import annotations

from corefpipe.constructions.word_patterns import stands_at
from corefpipe.parsing.parse import Parse


def is_age(parse: Parse, token: int) -> bool:
    """Whether a token ends a pattern of an age: the "old" of "34-year-old"."""
    patterns = parse.lexicon.age_patterns
    return any(stands_at(parse, token + 1 - len(pattern), pattern) for pattern in patterns)
