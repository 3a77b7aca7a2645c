"""Number and gender of a mention by grammar and word lists."""

from __future__ import annotations

from corefpipe.constructions.determiners import has_singular_article
from corefpipe.constructions.morphology import feature_value, trait_of_pronoun
from corefpipe.constructions.names import describing_noun, name_start
from corefpipe.lexicon import Lexicon
from corefpipe.lexicon.reading import Words
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import PLURAL_TAGS


def number_of(parse: Parse, kind: str, start: int, head: int) -> str:
    """Singular or plural, "" if unknown."""
    if kind == "pronoun":
        return trait_of_pronoun(parse, head, "number")
    if kind == "coordination":
        return "plural"
    if kind == "name" and parse.pos[head] == "NOUN":  # its tag may be a plural, as of "Nora"
        return "singular"
    if has_singular_article(parse, start, head):
        return "singular"
    said = {"Sing": "singular", "Plur": "plural", "Ptan": "plural"}.get(parse.feats[head].get("Number", ""))
    if said:
        return said
    if parse.tags[head] in PLURAL_TAGS or parse.lower[start] in parse.lexicon.plural_quantifiers:
        return "plural"
    return (
        "singular"
        if parse.tags[head] in ("NN", "NNP") or parse.lower[start] in parse.lexicon.singular_determiners
        else ""
    )


def gender_of(parse: Parse, kind: str, start: int, end: int, head: int) -> str:
    """Male, female or neuter, "" if unknown.

    In a language with grammatical gender, a noun that is in no list of natural genders has its grammatical one.
    """
    found = listed_gender(parse, kind, start, end, head)
    if found:
        return found
    if parse.lexicon.reads_features():
        return "" if kind == "coordination" else feature_value(parse, head, "Gender")
    entity = parse.entity_types[head]
    return "neuter" if kind != "pronoun" and entity and entity not in ("person", "animal") else ""


def listed_gender(parse: Parse, kind: str, start: int, end: int, head: int) -> str:
    """Gender by word lists: of a pronoun, or of a person by title, first name or noun; "" if unknown."""
    if kind == "pronoun":
        return trait_of_pronoun(parse, head, "gender")
    lexicon, gender = parse.lexicon, ""
    if kind == "name" and parse.entity_types[head] in ("", "person", "animal"):
        noun = describing_noun(parse, start, head)
        gender = lexicon.gender_of_noun(parse.lower[noun]) if noun >= 0 else ""
        gender = gender or _gender_of_name(lexicon, parse.lower[name_start(parse, start, head) : min(end, head + 4)])
    return gender or lexicon.gender_of_noun(parse.lower[head])


def _gender_of_name(lexicon: Lexicon, words: list[str]) -> str:
    """Gender of the first title, else of the first name, among the words of a name; "" if none tells it."""
    # Surnames are in the lists of first names, too: "Dr. Smith", "J. Smith".
    first = words[:-1] if len(words) > 1 and words[-1] in lexicon.surnames else words
    titled = _first_gender(lexicon, words, lexicon.male_titles, lexicon.female_titles)
    return titled or _first_gender(lexicon, first, lexicon.male_names, lexicon.female_names)


def _first_gender(lexicon: Lexicon, words: list[str], male: Words, female: Words) -> str:
    """Gender of the first word that is in one of two lists; "" if none is."""
    for i, word in enumerate(words):
        is_particle = word in lexicon.name_particles and words[i + 1 : i + 2] == ["-"]  # "al" of "al-Zahrani"
        if not is_particle and (word in male or word in female):
            return "male" if word in male else "female"
    return ""
