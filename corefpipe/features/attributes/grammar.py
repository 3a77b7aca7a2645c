"""Grammatical role, number, gender and person of a mention, read from the parse."""

from __future__ import annotations

from corefpipe.constructions.determiners import has_singular_article
from corefpipe.constructions.names import describing_noun, name_start
from corefpipe.constructions.pronouns import canonical_pronoun
from corefpipe.lexicon import Lexicon
from corefpipe.lexicon.reading import Words
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import NOMINAL, PLURAL_TAGS

_ROLES = {
    "nsubj": "subject",
    "nsubj:pass": "subject",
    "nsubj:outer": "subject",
    "csubj": "subject",
    "obj": "object",
    "iobj": "indirect",
    "obl": "oblique",
    "nmod": "modifier",
    "nmod:poss": "possessor",
    "det:poss": "possessor",
    "appos": "apposition",
    "attr": "predicate",
    "compound": "compound",
    "vocative": "vocative",
    "dislocated": "dislocated",
    "flat": "compound",
}
_SHARED = {"gender": "pronoun_gender", "number": "pronoun_number", "person": "person"}
_SAID = {
    "Gender": {"Masc": "male", "Fem": "female", "Neut": "neuter"},
    "Number": {"Sing": "singular", "Plur": "plural", "Dual": "plural"},
    "Person": {"1": "1", "2": "2", "3": "3"},
}


def of_pronoun(parse: Parse, head: int, field: str) -> str:
    """Number, gender or person of a pronoun: of its canonical form, else of its own form, else by morphology.

    Args:
        parse: the parse.
        head: the pronoun.
        field: "gender", "number" or "person".
    """
    lexicon = parse.lexicon
    found = getattr(lexicon, _SHARED[field]).get(canonical_pronoun(parse, head), "")
    if found or not lexicon.reads_features():
        return found
    form = parse.pronoun(head)
    return (form and getattr(form, field)) or shown(parse, head, field.capitalize())


def shown(parse: Parse, head: int, feature: str) -> str:
    """Gender, number or person in the morphological features of a word, "" for none or several values.

    A possessive determiner agrees with its noun: only its layered features describe the possessor. A polite form
    counts as second person, although its verb is in the third.

    Args:
        parse: the parse.
        head: the word.
        feature: "Gender", "Number" or "Person".
    """
    feats = parse.feats[head]
    if feats.get("Poss") == "Yes" and (f"{feature}[psor]" in feats or parse.pos[head] != "PRON"):
        value = feats.get(f"{feature}[psor]", feats.get("Person", "") if feature == "Person" else "")
    else:
        value = feats.get(feature, "")
    if feats.get("Polite") == "Form":
        value = {"Person": "2", "Number": ""}.get(feature, value)
    return _SAID[feature].get(value, "")


def role_of(parse: Parse, head: int) -> str:
    """The grammatical role of a head; a conjunct has the role of the first conjunct."""
    for _ in range(8):
        if parse.deps[head] != "conj":
            break
        head = parse.heads[head]
    dep = parse.deps[head]
    if head in parse.copular:
        return "predicate"
    above = parse.heads[head]
    if parse.pos[above] == "ADP" and above != head:  # in ClearNLP the noun depends on its preposition
        return "modifier" if parse.pos[parse.heads[above]] in NOMINAL else "oblique"
    return _ROLES.get(dep) or _ROLES.get(dep.split(":")[0], "other")


def number_of(parse: Parse, kind: str, start: int, head: int) -> str:
    """Singular or plural, "" if unknown."""
    if kind == "pronoun":
        return of_pronoun(parse, head, "number")
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
        return "" if kind == "coordination" else shown(parse, head, "Gender")
    entity = parse.entity_types[head]
    return "neuter" if kind != "pronoun" and entity and entity not in ("person", "animal") else ""


def listed_gender(parse: Parse, kind: str, start: int, end: int, head: int) -> str:
    """Gender by word lists: of a pronoun, or of a person by title, first name or noun; "" if unknown."""
    if kind == "pronoun":
        return of_pronoun(parse, head, "gender")
    lexicon, gender = parse.lexicon, ""
    if kind == "name" and parse.entity_types[head] in ("", "person", "animal"):
        noun = describing_noun(parse, start, head)
        gender = lexicon.gender_of_noun(parse.lower[noun]) if noun >= 0 else ""
        gender = gender or _gender_of_name(lexicon, parse.lower[name_start(parse, start, head) : min(end, head + 4)])
    return gender or lexicon.gender_of_noun(parse.lower[head])


def _gender_of_name(lexicon: Lexicon, words: list[str]) -> str:
    """Gender of the first title, else of the first name, among the words of a name; "" if unknown."""
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
