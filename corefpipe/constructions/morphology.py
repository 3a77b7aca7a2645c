"""Number, gender and person in the forms of pronouns and in morphological features."""

from __future__ import annotations

from corefpipe.constructions.pronouns import canonical_pronoun
from corefpipe.parsing.parse import Parse

_OF_CANONICAL = {"gender": "pronoun_gender", "number": "pronoun_number", "person": "person"}
_VALUES = {
    "Gender": {"Masc": "male", "Fem": "female", "Neut": "neuter"},
    "Number": {"Sing": "singular", "Plur": "plural", "Dual": "plural"},
    "Person": {"1": "1", "2": "2", "3": "3"},
}


def trait_of_pronoun(parse: Parse, head: int, field: str) -> str:
    """Number, gender or person of a pronoun: of its canonical form, else of its own form, else by morphology.

    Args:
        parse: the parse.
        head: the pronoun.
        field: "gender", "number" or "person".
    """
    lexicon = parse.lexicon
    found = getattr(lexicon, _OF_CANONICAL[field]).get(canonical_pronoun(parse, head), "")
    if found or not lexicon.reads_features():
        return found
    form = parse.pronoun(head)
    return (form and getattr(form, field)) or feature_value(parse, head, field.capitalize())


def feature_value(parse: Parse, head: int, feature: str) -> str:
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
    return _VALUES[feature].get(value, "")
