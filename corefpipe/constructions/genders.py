"""The gender that a name shows by a title, a first name, a noun beside it; and that of an apposition."""

from __future__ import annotations

from collections.abc import Container

from corefpipe.constructions.names import after_titles, describing_noun, name_end, name_start
from corefpipe.lexicon import Lexicon
from corefpipe.lexicon.reading import Words
from corefpipe.parsing.parse import Parse


def described_gender(parse: Parse, start: int, head: int) -> str:
    """The gender of the noun before a name that says who it is, "her brother Ali"; "" for none."""
    noun = describing_noun(parse, start, head)
    return parse.lexicon.gender_of_noun(parse.lower[noun]) if noun >= 0 else ""


def gender_of_apposition(parse: Parse, head: int, end: int) -> str:
    """The gender of the first apposition within a mention that shows one: "the youngest, my sister"; "" for none."""
    nouns = (child for child in parse.children_between(head, head + 1, end) if parse.deps[child] == "appos")
    return next(filter(None, (parse.lexicon.gender_of_noun(parse.lower[noun]) for noun in nouns)), "")


def sure_gender_of_name(parse: Parse, start: int, end: int, head: int, surnames: Container[str]) -> str:
    """The gender of a title, or of a first name of which nearly all bearers have one gender; "" for none.

    Args:
        parse: the parse.
        start, end, head: the name.
        surnames: last words of the names of several words in its document.
    """
    lexicon = parse.lexicon
    begin, end = name_start(parse, start, head), name_end(parse, start, end, head)
    first = after_titles(parse, begin, end)
    titled = _first_gender(lexicon, parse.lower[begin : first + 1], lexicon.male_titles, lexicon.female_titles)
    if titled:
        return titled
    name, words = parse.lower[first], parse.words[first:end]
    # Neither "Nida" beside "Eugene Nida" nor "Bell" of "Dr. Bell" is a first name.
    is_surname = name in surnames or (name in lexicon.surnames and name not in lexicon.given_names)
    if len(words) == 1 and (first > begin or is_surname):
        return ""
    # The list is of people in the US: "Lula da Silva" and "Andrea del Sarto" are men.
    is_foreign = any(word.islower() for word in words)
    is_particle = _is_particle(lexicon, parse.lower[first:end], 0)
    is_listed = parse.entity_types[head] == "person" and not is_particle and not is_foreign
    return lexicon.sure_gender(name) if is_listed else ""


def likely_gender_of_name(lexicon: Lexicon, words: list[str]) -> str:
    """Gender of the first title, else of the first name, among the words of a name; "" for none."""
    # Surnames are in the lists of first names, too: "Dr. Smith", "J. Smith".
    first = words[:-1] if len(words) > 1 and words[-1] in lexicon.surnames else words
    titled = _first_gender(lexicon, words, lexicon.male_titles, lexicon.female_titles)
    return titled or _first_gender(lexicon, first, lexicon.male_names, lexicon.female_names)


def _first_gender(lexicon: Lexicon, words: list[str], male: Words, female: Words) -> str:
    """Gender of the first word that is in one of two lists; "" if none is."""
    for place, word in enumerate(words):
        if (word in male or word in female) and not _is_particle(lexicon, words, place):
            return "male" if word in male else "female"
    return ""


def _is_particle(lexicon: Lexicon, words: list[str], place: int) -> bool:
    """Whether a word is the particle of a surname: "al" of "al-Zahrani"."""
    return words[place] in lexicon.name_particles and words[place + 1 : place + 2] == ["-"]
