"""Idioms with a pleonastic "it": "made it to the meeting", "when it comes to"."""

from __future__ import annotations

from itertools import product

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
    end = start + len(idiom)
    if start < 0 or end > len(parse) or parse.sentences[start] != parse.sentences[end - 1]:
        return False
    if any(part not in (parse.lower[i], parse.lemmas[i]) for i, part in enumerate(idiom, start)):
        return False
    # "He made it to sell"
    within = end < len(parse) and parse.sentences[end] == parse.sentences[start]
    return not (idiom[-1] in parse.lexicon.infinitive_marks and within and parse.tags[end] == "VB")
