"""Idioms with a pleonastic "it": "made it to the meeting", "when it comes to"."""

from __future__ import annotations

from itertools import product

from corefpipe.constructions.word_patterns import stands_at
from corefpipe.parsing.parse import Parse


def in_idiom(parse: Parse, it: int) -> bool:
    """Whether a token belongs to one of the lexicon's idioms with a pleonastic pronoun.

    Args:
        parse: the parse.
        it: the token.
    """
    places = parse.lexicon.places_in_idioms
    for first in range(max(0, it - 1), min(it + 1, len(parse) - 1)):
        one, other = ({parse.lower[i], parse.lemmas[i]} for i in (first, first + 1))
        for pair in product(one, other):
            if any(_is_at(parse, first - place, idiom) for idiom, place in places.get(pair, ())):
                return True
    return False


def _is_at(parse: Parse, start: int, idiom: tuple[str, ...]) -> bool:
    """Whether an idiom, in forms or lemmas, begins at a token; one that ends in "to" not before an infinitive."""
    if not stands_at(parse, start, idiom, lemmas=True):
        return False
    end = start + len(idiom)
    # "He made it to sell"
    within = end < len(parse) and not parse.begins_sentence(end)
    return not (idiom[-1] in parse.lexicon.infinitive_marks and within and parse.tags[end] == "VB")
