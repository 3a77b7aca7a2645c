"""Reasons of links in plain words: "in the same sentence" for "sentence distance: ≤0"."""

from __future__ import annotations

from corefpipe.utils.text import with_article

_SAID = {
    "exact match": "the same words",
    "head match": "the same noun or name",
    "words relation: equal": "the same content words",
    "words relation: ana in ante": "its words are among those of the antecedent",
    "words relation: ante in ana": "its words include those of the antecedent",
    "words relation: overlap": "some content words in common",
    "head in words": "the noun of one is among the other words of the other",
    "noun for name rank: only": "the only nearby name to which this noun may refer",
    "noun for name rank: nearest": "the nearest name to which this noun may refer",
    "noun for name rank: other": "not the nearest name to which this noun may refer",
    "noun for name rank: far": "a distant name to which this noun may refer",
    "syntax: apposition": "one is an apposition to the other",
    "syntax: predicate": "one is a predicate of the other (“Ann is a doctor”)",
    "syntax: same governor": "both depend on the same word",
    "syntax: conjuncts": "joined by “and” or “or”",
    "syntax: governs": "one depends on the other",
    "names speaker": "one is the name of the other’s speaker",
    "speaker match: same": "the same speaker",
    "speaker match: other": "different speakers",
    "acronym": "one is the acronym of the other",
    "voice match: same": "the same speaker or narrator",
    "voice match: other": "different speakers, or a speaker and the narrator",
    "quote relation: same": "in the same quotation",
    "quote relation: next": "in neighbouring quotations",
    "quote relation: second next": "two quotations apart",
    "quote relation: both out": "both outside quotations",
    "quote relation: ante in": "the antecedent is in a quotation, this is not",
    "quote relation: ana in": "this is in a quotation, the antecedent is not",
    "turns between: same turn": "in the same turn of the dialogue",
    "turns between: next": "the next turn of the dialogue",
    "turns between: next+next": "two turns later in the dialogue",
    "quote speaker: same speaker": "quotations of the same speaker",
    "quote speaker: ante speaks": "the antecedent is the speaker",
    "quote speaker: same pronoun": "the same pronoun in quotations",
    "pronoun fit: mostly": "this pronoun mostly refers to this noun",
    "pronoun fit: rather": "this pronoun often refers to this noun",
    "pronoun fit: as others": "this pronoun refers to this noun as often as to others",
    "pronoun fit: hardly": "this pronoun hardly ever refers to this noun",
    "pronoun fit: seldom": "this pronoun rarely refers to this noun",
    "embedding: ana in ante": "this is inside the antecedent",
    "embedding: ante in ana": "the antecedent is inside this",
    "subjects between: ≤0": "no subject in between",
    "compatible between: ≤0": "no other compatible mention in between",
    "mention distance: ≤0": "the mention directly before",
    "mention distance: ≤1": "at most one mention in between",
    "subjects between: ≤1": "at most one subject in between",
    "compatible between: ≤1": "at most one other compatible mention in between",
    "quote speaker: ana answers": "this is the next speaker",
    "quote speaker: ante answers": "the antecedent is the next speaker",
    "sentence distance: ≤0": "in the same sentence",
    "sentence distance: ≤1": "one sentence before",
    "turn distance: ≤0": "in the same turn",
}
_AGREES = {"same": "the same {}", "other": "different in {}", "unknown": "{} not known"}
_COUNTED = {
    "subjects between": "{} subjects in between",
    "compatible between": "{} other compatible mentions in between",
    "mention distance": "{} mentions in between",
    "sentence distance": "{} sentences before",
    "turn distance": "{} turns apart",
}
_FORMS = {
    "name": "a name",
    "definite": "definite (“the …”)",
    "indefinite": "indefinite (“a …”)",
    "possessed": "possessed (“her …”)",
    "demonstrative": "demonstrative (“this …”)",
    "bare": "without an article",
}
_SIDES = {"anaphor's": "this", "antecedent's": "the antecedent", "each": "each"}


def phrase_of(reason: str) -> str:
    """A reason (`Reason.text`) in plain words; unknown parts are returned unchanged."""
    parts = reason.split("; ")
    for part in parts:
        side, _, rest = part.partition(" ")
        other = f"antecedent's {rest}"
        if side == "anaphor's" and other in parts:
            parts.remove(other)
            parts[parts.index(part)] = f"each {rest}"
    return ", ".join(map(_said, parts))


def _said(part: str) -> str:
    if part in _SAID:
        return _SAID[part]
    what, _, value = part.partition(": ")
    side, _, feature = what.partition(" ")
    if side in _SIDES:
        return _of_side(_SIDES[side], feature, value)
    if what.endswith(" match") and value in _AGREES:
        return _AGREES[value].format(what.removesuffix(" match"))
    if what in _COUNTED and value[1:].isdecimal():
        return _COUNTED[what].format(f"{'at most' if value[0] == '≤' else 'more than'} {value[1:]}")
    return part


def _times(bin: str) -> str:
    """A binned number of occurrences in words: "occurred at most 2 times before" for "≤2"."""
    if bin == "≤0":
        return "not occurred before"
    number = "once" if bin[1:] == "1" else f"{bin[1:]} times"
    return f"occurred {'at most' if bin[0] == '≤' else 'more than'} {number} before"


def _of_side(side: str, feature: str, value: str) -> str:
    if feature == "form":
        return f"{side} is {_FORMS.get(value, f'“{value}”')}"
    if feature == "role":
        return f"{side} is {with_article(value)}"
    if feature in ("head", "lemma"):
        return f"{side} is “{value}”"
    if feature in ("before", "after"):
        return f"“{value}” {feature} {side}"
    if feature == "governor":
        return f"{side} depends on “{value}”" if value != "^" else f"{side} depends on no other word"
    if feature in ("first", "last"):
        return f"{side} {'begins' if feature == 'first' else 'ends'} with “{value}”"
    if feature == "mention odds":
        return f"{side} is {'probably no' if value.startswith('-') else 'probably a'} mention (log odds {value})"
    if feature == "seen":
        whose = side if side == "the antecedent" else f"{side} mention"
        return f"the noun or name of {whose} has {_times(value)}"
    return f"{side if side == 'the antecedent' else f'{side} mention'}’s {feature}: {value}"
