"""Gender, number and entity type by the cascades of Bengtson & Roth 2008 (section 3): lists, then WordNet.

No entity recogniser is used: a packaged one would have been trained on the documents that features are learned from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, boolean, categorical
from corefpipe.features.engine.table import MentionTable

_SEMANTIC = "Bengtson & Roth 2008, Table 1, semantic"
_TYPES = "Bengtson & Roth 2008, Table 1, predicted entity types"
_NEUTER = ("artifact.n.01", "location.n.01", "group.n.01")
# The first one that is a hypernym of a noun is its type.
_NOUN_TYPES = {
    "person": ("person.n.01",),
    "political unit": ("political unit.n.01",),
    "location": ("location.n.01",),
    "organization": ("organization.n.01",),
    "weapon": ("weapon.n.01",),
    "vehicle": ("vehicle.n.01",),
    "facility": ("plant.n.01", "facility.n.01"),
}
_POLITICAL = frozenset(("city", "state", "country"))
_GENDERS = ("", "male", "female", "person", "neuter")
# Rows: antecedent, columns: anaphor. A "person" is compatible with both male and female, but not with neuter.
_GENDER_MATCH = np.array(
    [[0, 0, 0, 0, 0], [0, 1, 2, 0, 2], [0, 2, 1, 0, 2], [0, 0, 0, 0, 2], [0, 2, 2, 2, 1]], dtype=np.int64
)


@attribute(source=_SEMANTIC)
def wordnet_head(table: MentionTable) -> list[str]:
    """The short extent to look up in WordNet; "" for pronouns and coordinations."""
    return [
        extent if kind in ("name", "nominal", "verb") else ""
        for kind, extent in zip(table.values("kind"), table.values("short_extent"), strict=True)
    ]


@attribute(source=_SEMANTIC)
def cascade_gender(table: MentionTable) -> list[str]:
    """Male, female, person or neuter.

    For a name by title, first name, single surname, place or ending of organizations; for a noun by the hypernyms of
    its first sense in WordNet; for a pronoun by a table.
    """
    nouns = _of_nouns(table, _noun_genders(table, table["wordnet_head"].names))
    known = table.lexicon.pronouns
    found = []
    for kind, extent, noun in zip(table.values("kind"), table.values("short_extent"), nouns, strict=True):
        pronoun = known.get(extent)
        if kind == "pronoun":
            person = "person" if pronoun and pronoun.animacy == "animate" else ""
            found.append((pronoun and pronoun.gender) or person)
        else:
            found.append(_name_gender(table, extent) if kind == "name" else noun)
    return found


@attribute(source=_SEMANTIC)
def cascade_number(table: MentionTable) -> list[str]:
    """Singular or plural: by a first word such as "this" or "some", for names by "and", for nouns by morphology."""
    parse, lexicon = table.parse, table.lexicon
    known = lexicon.pronouns
    found = []
    for kind, (start, end, head) in zip(table.values("kind"), table.spans, strict=True):
        first, pronoun = parse.lower[start], known.get(parse.lower[head])
        if kind == "pronoun":
            found.append(pronoun.number if pronoun else "")
        elif kind == "coordination" or first in lexicon.opening_plural:
            found.append("plural")
        elif first in lexicon.opening_singular:
            found.append("singular")
        elif kind == "name":
            found.append("singular" if lexicon.conjunctions.isdisjoint(parse.lower[start:end]) else "")
        else:
            morphology = {"Sing": "singular", "Plur": "plural"}.get(parse.feats[head].get("Number", ""), "")
            found.append(morphology or {"NN": "singular", "NNS": "plural"}.get(parse.tags[head], ""))
    return found


@attribute(source=_TYPES)
def gazetteer_type(table: MentionTable) -> list[str]:
    """Person, political unit, location, organization, weapon, vehicle or facility.

    For a name by the list that contains it, "" if several do; for a noun by the hypernyms of its first sense in
    WordNet; for a pronoun for persons: person.
    """
    nouns = _of_nouns(table, _noun_types(table, table["wordnet_head"].names))
    known = table.lexicon.pronouns
    found = []
    for kind, extent, noun in zip(table.values("kind"), table.values("short_extent"), nouns, strict=True):
        if kind == "pronoun":
            pronoun = known.get(extent)
            found.append("person" if pronoun and pronoun.animacy == "animate" else "")
        else:
            found.append(_name_type(table, extent) if kind == "name" else noun)
    return found


@attribute(source=_TYPES)
def gazetteer_type_or_pronoun(table: MentionTable) -> list[str]:
    """The type by lists and WordNet, or "unknown"; for a pronoun its canonical form."""
    return [
        type if kind == "pronoun" else found or "unknown"
        for kind, type, found in zip(*(table.values(name) for name in ("kind", "type", "gazetteer_type")), strict=True)
    ]


@attribute(source=_SEMANTIC)
def near_speech_verb(table: MentionTable) -> list[str]:
    """Whether a speech verb is within two words of the mention: yes, no."""
    parse, verbs = table.parse, table.lexicon.speech_verbs
    says = [lemma in verbs and pos == "VERB" for lemma, pos in zip(parse.lemmas, parse.pos, strict=True)]
    return [
        "yes" if any(says[max(start - 2, 0) : start] + says[end : end + 2]) else "no" for start, end, _ in table.spans
    ]


@categorical("unknown", "same", "other", source=_SEMANTIC)
def cascade_gender_match(pairs: MentionPairs) -> np.ndarray:
    """Whether the genders are the same; a person of unknown gender is incompatible with neuter only."""
    column = pairs.table["cascade_gender"]
    genders = np.array([_GENDERS.index(name) for name in column.names], dtype=np.int64)[column.codes]
    return _GENDER_MATCH[genders[pairs.ante], genders[pairs.ana]]


@categorical("unknown", "same", "other", source=_SEMANTIC)
def cascade_number_match(pairs: MentionPairs) -> np.ndarray:
    """Whether the numbers are the same; if one is unknown, equal words have the same number."""
    match = pairs.agreement("cascade_number")
    ante, ana = pairs.codes("extent")
    return np.where((match == 0) & (ante == ana), 1, match)


@categorical("unknown", "same", "other", source=_TYPES)
def gazetteer_type_match(pairs: MentionPairs) -> np.ndarray:
    """Whether the types by lists and WordNet are the same."""
    return pairs.agreement("gazetteer_type")


@boolean(source=_SEMANTIC)
def both_speak(pairs: MentionPairs) -> np.ndarray:
    """Both are within two words of a speech verb."""
    return pairs.both("near_speech_verb", "yes")


def _of_nouns(table: MentionTable, by_name: Sequence[str]) -> Iterator[str]:
    return (by_name[code] for code in table["wordnet_head"].codes.tolist())


def _noun_genders(table: MentionTable, nouns: Sequence[str]) -> list[str]:
    wordnet = table.wordnet
    ids = wordnet.ids(nouns)
    person, neuter = wordnet.under(ids, ("person.n.01",)), wordnet.under(ids, _NEUTER)
    gender = np.where(person, wordnet.gender(ids), "")
    return np.where(gender != "", gender, np.where(person, "person", np.where(neuter, "neuter", ""))).tolist()


def _noun_types(table: MentionTable, nouns: Sequence[str]) -> list[str]:
    ids = table.wordnet.ids(nouns)
    above = [table.wordnet.under(ids, roots) for roots in _NOUN_TYPES.values()]
    return np.select(above, list(_NOUN_TYPES), default="").tolist()


def _name_gender(table: MentionTable, name: str) -> str:
    lexicon, words = table.lexicon, name.split()
    sure = _listed(words, lexicon.male_titles, lexicon.female_titles)
    sure = sure or _listed(words[:2], lexicon.male_names, lexicon.female_names)
    if sure:
        return sure
    if len(words) == 1 and name in lexicon.surnames and name not in lexicon.places:
        return "person"
    if words[0] in lexicon.first_names or words[0] in lexicon.titles:
        return "person"
    organization = words[-1] in lexicon.organization_endings or words[-1] in lexicon.legal_forms
    return "neuter" if organization or name in lexicon.places else ""


def _listed(words: Sequence[str], male: AbstractSet[str], female: AbstractSet[str]) -> str:
    """The gender of the first word that is in one of the lists, "" if none is."""
    return next(("male" if word in male else "female" for word in words if word in male or word in female), "")


def _name_type(table: MentionTable, name: str) -> str:
    lexicon = table.lexicon
    words = name.split()
    kinds = lexicon.places.get(name, frozenset())
    if words[0] in lexicon.titles or (words[0] in lexicon.first_names and not kinds):
        return "person"
    last = words[-1]
    groups = (lexicon.organization_endings, lexicon.legal_forms, lexicon.party_words, lexicon.team_words)
    lists = {
        "person": words[0] in lexicon.first_names or last in lexicon.surnames,
        "political unit": bool(kinds & _POLITICAL),
        "location": bool(kinds) and not kinds & _POLITICAL,
        "organization": any(last in words for words in groups),
    }
    found = [type for type, listed in lists.items() if listed]
    return found[0] if len(found) == 1 else ""
