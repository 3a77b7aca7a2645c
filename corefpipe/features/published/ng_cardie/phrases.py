"""Phrases and entities for the two rule-based resolvers behind features of Ng & Cardie 2002."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from corefpipe.features.engine.table import MentionTable


@dataclass(slots=True)
class Entity:
    """A cluster of phrases, with what is known of it up to a place in the text.

    Attributes:
        traits: (number, gender, animacy), "" for unknown.
        factors: factor of salience -> (weight, the last sentence with it).
    """

    traits: tuple[str, ...]
    factors: dict[str, tuple[float, int]] = field(default_factory=dict)

    def agrees(self, traits: tuple[str, ...]) -> bool:
        """Whether no known trait differs. Groups agree in number and animacy with everything."""
        group = "group" in (self.traits[2], traits[2])
        pairs = list(zip(self.traits, traits, strict=True))
        return all(a == b or not a or not b for a, b in (pairs[1:2] if group else pairs))

    def learn(self, traits: tuple[str, ...]) -> None:
        """Fill in unknown traits."""
        self.traits = tuple(own or other for own, other in zip(self.traits, traits, strict=True))


@dataclass(slots=True)
class Phrase:
    """The mentions with one head, described by the longest of them; a coordination and its first part are two phrases.

    Attributes:
        row: the longest mention.
        head: its head.
        sentence: index of its sentence.
        kind: pronoun, name …
        pronoun: the canonical form of a pronoun of the third person.
        reflexive: whether it is a reflexive pronoun.
        role: its grammatical role.
        traits: (number, gender, animacy), as for an entity.
        words: its content words.
        lemma: the lemma of the head.
        indefinite: whether it has an indefinite article.
        entity: the entity that it belongs to.
    """

    row: int
    head: int
    sentence: int
    kind: str
    pronoun: str
    reflexive: bool
    role: str
    traits: tuple[str, ...]
    words: frozenset[str]
    lemma: str
    indefinite: bool
    entity: Entity


def phrases_of(table: MentionTable) -> tuple[list[Phrase], np.ndarray]:
    """The phrases in the order of their heads, and (n_mentions,) the index of each mention's phrase."""
    names = "kind type pronoun_kind role number soon_gender class_animacy content_words lemma form".split()
    columns = list(zip(*(table.values(name) for name in names), strict=True))
    lexicon = table.lexicon
    third = {form for form, person in lexicon.person.items() if person == "3"}
    longest: dict[tuple[int, bool], tuple[int, int]] = {}
    keys = []
    for row, (start, end, head) in enumerate(table.spans):
        key = (head, columns[row][0] == "coordination")
        longest[key] = max(longest.get(key, (0, 0)), (end - start, row))
        keys.append(key)
    phrases = []
    for (head, _), (_, row) in sorted(longest.items()):
        kind, type, pronoun, role, *traits, words, lemma, form = columns[row]
        # Soon's gender is unknown for "aunt", which is just a person in WordNet.
        if kind == "nominal" and not traits[1]:
            traits[1] = "male" if lemma in lexicon.male_nouns else "female" if lemma in lexicon.female_nouns else ""
        personal = pronoun in ("personal", "possessive", "reflexive") and type in third
        phrases.append(
            Phrase(
                row=row,
                head=head,
                sentence=table.parse.sentences[head],
                kind=kind,
                pronoun=type if personal else "",
                reflexive=pronoun == "reflexive",
                role=role,
                traits=tuple(traits),
                words=frozenset(words.split()),
                lemma=lemma,
                indefinite=form == "indefinite",
                entity=Entity(tuple(traits)),
            )
        )
    place = {key: number for number, key in enumerate(sorted(longest))}
    return phrases, np.array([place[key] for key in keys], dtype=np.int64)


def namesakes(phrases: list[Phrase]) -> list[int]:
    """For each phrase that is a name, the last earlier phrase with that name and no other gender; -1 for none."""
    known: dict[frozenset[str], dict[str, int]] = {}
    found = []
    for number, phrase in enumerate(phrases):
        namesake = -1
        if phrase.kind == "name":
            gender = phrase.traits[1]
            by_gender = known.setdefault(phrase.words, {})
            possible = by_gender if not gender else {gender, ""} & set(by_gender)
            namesake = max((by_gender[name] for name in possible), default=-1)
            by_gender[gender] = number
        found.append(namesake)
    return found
