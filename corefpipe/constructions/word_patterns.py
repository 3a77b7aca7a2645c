"""One matcher for the patterns of words in the lexicon: idioms, reciprocals, ages."""

from __future__ import annotations

from corefpipe.parsing.parse import Parse

Pattern = tuple[str, ...]
"""Words, in lower case."""


def stands_at(parse: Parse, start: int, pattern: Pattern, lemmas: bool = False) -> bool:
    """Whether the words of a pattern stand at a token, within a sentence.

    Args:
        parse: the parse.
        start: the token.
        pattern: the words.
        lemmas: whether a word may also be a lemma of the text.
    """
    end = start + len(pattern)
    if start < 0 or end > len(parse):
        return False
    if any(
        word != parse.lower[i] and not (lemmas and word == parse.lemmas[i]) for i, word in enumerate(pattern, start)
    ):
        return False
    return parse.sentences[start] == parse.sentences[end - 1]
