"""Number and gender of a mention by grammar and word lists."""

from __future__ import annotations

from corefpipe.constructions.determiners import has_singular_article
from corefpipe.constructions.genders import described_gender, likely_gender_of_name
from corefpipe.constructions.morphology import feature_value, trait_of_pronoun
from corefpipe.constructions.names import name_start
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import PLURAL_TAGS

PEOPLE = ("", "person", "animal")
"""Entity types of names that may have a natural gender; "" is unknown."""
_NAME_TOKENS = 4  # from the head of a name, among which a first name is looked up


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
    is_singular = parse.tags[head] in ("NN", "NNP") or parse.lower[start] in parse.lexicon.singular_determiners
    return "singular" if is_singular else ""


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
    return "neuter" if kind != "pronoun" and entity not in PEOPLE else ""


def listed_gender(parse: Parse, kind: str, start: int, end: int, head: int) -> str:
    """Gender by word lists: of a pronoun, or of a person by title, first name or noun; "" if unknown."""
    if kind == "pronoun":
        return trait_of_pronoun(parse, head, "gender")
    lexicon, gender = parse.lexicon, ""
    if kind == "name" and parse.entity_types[head] in PEOPLE:
        words = parse.lower[name_start(parse, start, head) : min(end, head + _NAME_TOKENS)]
        gender = described_gender(parse, start, head) or likely_gender_of_name(lexicon, words)
    return gender or lexicon.gender_of_noun(parse.lower[head])
