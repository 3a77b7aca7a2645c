"""The gender that a name or an apposition shows for certain."""

from __future__ import annotations

from collections.abc import Container

from corefpipe.constructions.names import after_titles, name_end, name_start
from corefpipe.parsing.parse import Parse


def gender_of_apposition(parse: Parse, head: int, end: int) -> str:
    """The gender of the first apposition within a mention that shows one: "the youngest, my sister"; "" for none."""
    nouns = (child for child in parse.children_between(head, head + 1, end) if parse.deps[child] == "appos")
    return next(filter(None, (parse.lexicon.gender_of_noun(parse.lower[noun]) for noun in nouns)), "")


def sure_gender_of_name(parse: Parse, start: int, end: int, head: int, surnames: Container[str]) -> str:
    """The gender of a title or first name, "" for none.

    Args:
        parse: the parse.
        start, end, head: the name.
        surnames: last words of the names of several words in its document.
    """
    lexicon = parse.lexicon
    begin, end = name_start(parse, start, head), name_end(parse, start, end, head)
    first = after_titles(parse, begin, end)
    for title in parse.lower[begin : first + 1]:
        if title in lexicon.male_titles or title in lexicon.female_titles:
            return "male" if title in lexicon.male_titles else "female"
    name, words = parse.lower[first], parse.words[first:end]
    # Neither "Nida" beside "Eugene Nida" nor "Bell" of "Dr. Bell" is a first name.
    is_surname = name in surnames or (name in lexicon.surnames and name not in lexicon.given_names)
    if len(words) == 1 and (first > begin or is_surname):
        return ""
    is_particle = name in lexicon.name_particles and words[1:2] == ["-"]  # "Al-Zahrani"
    # The list is of people in the US: "Lula da Silva" and "Andrea del Sarto" are men.
    is_foreign = any(word.islower() for word in words)
    is_listed = parse.entity_types[head] == "person" and not is_particle and not is_foreign
    return lexicon.sure_gender(name) if is_listed else ""
