"""Agreement, preferences and heuristics of Ng & Cardie 2002 (Tables 1 and 3).

The values are C (compatible), I (incompatible) and NA, which is not emitted; constraints with only C and I emit I.
"""

from __future__ import annotations

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, categorical
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.published.ng_cardie.syntax import cardie_contraindices, cardie_span
from corefpipe.features.published.soon.apposition import soon_appositive
from corefpipe.features.published.soon.names import soon_names

_SOON = "Ng & Cardie 2002, Table 1"
_CONSTRAINT = "Ng & Cardie 2002, Table 3, linguistic constraints"
_PREFERENCE = "Ng & Cardie 2002, Table 3, linguistic preferences"
_HEURISTIC = "Ng & Cardie 2002, Table 3, heuristics"
_ANIMACY = {**dict.fromkeys(("person", "male", "female"), "animate"), "organization": "group", "": ""}
_MOST = 8  # most words of names per mention that are compared


@attribute(source=_HEURISTIC)
def title_alone(table: MentionTable) -> list[str]:
    """Whether it is a title without the name that follows it, "President" in "President Clinton": yes, or ""."""
    parse, titles = table.parse, table.lexicon.titles
    return [
        "yes"
        if all(word in titles for word in parse.lower[start:end]) and end < len(parse) and parse.pos[end] == "PROPN"
        else ""
        for start, end, _ in table.spans
    ]


@attribute(source=_CONSTRAINT)
def class_animacy(table: MentionTable) -> list[str]:
    """Animate, inanimate or group: by Soon's semantic class, where persons are animate and organizations are groups."""
    groups = table.lexicon.group_nouns
    found = []
    for kind, lemma, name in zip(*(table.values(n) for n in ("kind", "lemma", "semantic_class")), strict=True):
        if kind == "nominal" and lemma in groups:
            found.append("group")
        else:
            found.append(_ANIMACY.get(name, "inanimate"))
    return found


@categorical("NA", "C", "I", silent="NA", source=_SOON)
def cardie_number(pairs: MentionPairs) -> np.ndarray:
    """NUMBER: the same number, if both are known."""
    return pairs.agreement("number")


@categorical("NA", "C", "I", silent="NA", source=_SOON)
def cardie_gender(pairs: MentionPairs) -> np.ndarray:
    """GENDER: the same gender as in Soon et al., if both are known."""
    return pairs.agreement("soon_gender")


@categorical("NA", "C", "I", silent="NA", source=_CONSTRAINT)
def cardie_agreement(pairs: MentionPairs) -> np.ndarray:
    """AGREEMENT: gender and number both agree (C) or both disagree (I)."""
    gender, number = pairs.agreement("soon_gender"), pairs.agreement("number")
    return np.where(gender == number, gender, 0)


@categorical("C", "I", silent="C", source=_CONSTRAINT)
def cardie_animacy(pairs: MentionPairs) -> np.ndarray:
    """ANIMACY: one is animate, the other inanimate; groups are compatible with both."""
    animate, inanimate = pairs.are("class_animacy", "animate"), pairs.are("class_animacy", "inanimate")
    return (animate[0] & inanimate[1]) | (inanimate[0] & animate[1])


@categorical("C", "I", silent="C", source=_PREFERENCE)
def cardie_indefinite(pairs: MentionPairs) -> np.ndarray:
    """INDEFINITE: the anaphor is an indefinite noun phrase, but not an apposition."""
    return pairs.are("form", "indefinite")[1] & ~soon_appositive(pairs)


@categorical("C", "I", silent="C", source=_PREFERENCE)
def cardie_pronoun(pairs: MentionPairs) -> np.ndarray:
    """PRONOUN: the antecedent is a pronoun and the anaphor is not."""
    ante, ana = pairs.are("kind", "pronoun")
    return ante & ~ana


@categorical("C", "I", silent="C", source=_HEURISTIC)
def cardie_contains_pn(pairs: MentionPairs) -> np.ndarray:
    """CONTAINS_PN: neither is a name, both contain names, and the names have no word in common."""
    ante, ana = pairs.are("kind", "name")
    return pairs.once("contains pn", lambda: _no_word_shared(pairs, ~(ante | ana)))


@categorical("C", "I", silent="C", source=_HEURISTIC)
def cardie_proper_noun(pairs: MentionPairs) -> np.ndarray:
    """PROPER_NOUN: both are names and have no word in common."""
    return _no_word_shared(pairs, pairs.both("kind", "name"))


@categorical("C", "I", silent="C", source=_HEURISTIC)
def cardie_title(pairs: MentionPairs) -> np.ndarray:
    """TITLE: at least one is a title without its name."""
    ante, ana = pairs.are("title_alone", "yes")
    return ante | ana


@categorical("NA", "C", "I", silent="NA", source=_HEURISTIC)
def cardie_constraints(pairs: MentionPairs) -> np.ndarray:
    """CONSTRAINTS: gender and number agree and no constraint is violated (C); a constraint is violated (I)."""
    gender, number = pairs.agreement("soon_gender"), pairs.agreement("number")
    violated = (gender == 2) | (number == 2) | cardie_animacy(pairs) | cardie_pronoun(pairs) | cardie_span(pairs)
    violated |= cardie_contraindices(pairs) | cardie_contains_pn(pairs)
    return np.where(violated, 2, (gender == 1) & (number == 1))


def _no_word_shared(pairs: MentionPairs, asked: np.ndarray) -> np.ndarray:
    """(n_pairs,) bool: the pairs asked for where both mentions contain words of names, but no common one."""
    slots = pairs.table.once(_name_words)
    found = np.zeros(len(pairs), dtype=bool)
    filled = np.asarray((slots >= 0).any(axis=1))
    rows = np.flatnonzero(asked & filled[pairs.ante] & filled[pairs.ana])
    ante, ana = pairs.ante[rows], pairs.ana[rows]
    shared = np.zeros(len(rows), dtype=bool)
    for one in slots.T:
        for other in slots.T:
            shared |= (one[ante] == other[ana]) & (one[ante] >= 0)
    found[rows] = ~shared
    return found


def _name_words(table: MentionTable) -> np.ndarray:
    """(n_mentions, at most 8) codes of the words of names in each mention, without titles, -1 for none."""
    parse, titles = table.parse, table.lexicon.titles
    numbers: dict[str, int] = {}
    slots = np.full((len(table), _MOST), -1, dtype=np.int64)
    for row, (name, (start, end, _)) in enumerate(zip(table.once(soon_names), table.spans, strict=True)):
        words = name.words or (
            parse.lower[i] for i in range(start, end) if parse.pos[i] == "PROPN" and parse.lower[i] not in titles
        )
        for slot, word in enumerate(list(dict.fromkeys(words))[:_MOST]):
            slots[row, slot] = numbers.setdefault(word, len(numbers))
    return slots[:, (slots >= 0).any(axis=0)]
