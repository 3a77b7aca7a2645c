"""The characters of a book: what they are called, how often and where they are mentioned, how much they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from corefpipe.books.actions import AGENT, MODIFIER, PATIENT, POSSESSION
from corefpipe.books.aliases import Aliases
from corefpipe.books.meetings import Meeting
from corefpipe.books.places import BookWords, Place
from corefpipe.books.speech import Speech
from corefpipe.document import OTHER, Document, Mention
from corefpipe.document.entities import Described, EntityRow, entity_row
from corefpipe.lexicon import load_lexicon
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.label_schemes import gum_entity_type

PERSON, ANIMAL = "person", "animal"
_LEAST, _NAMELESS = 2, 3  # mentions of a character, of one without a name
_WEIGHT = 0.01  # share in the mentions of all characters of one whom only pronouns mention
_THIN = 20  # mentions per name or noun phrase of a chain, from which few of these are errors: only pronouns mention it
_FORMS = 0.1  # share of other names and noun phrases below which somebody has forms of address alone: "Sir"
_FEW = 3  # names and noun phrases that are not few
_NARRATES = 0.01  # share of a narrator's "I" and "me" in the words outside of speech: 0.0 to 0.9 % in other novels


class Character(NamedTuple):
    """A person of a book, or an animal or thing that has a name and speaks or is called he or she.

    The columns up to `near` are those of all entities (`corefpipe.entities.table`).

    >>> [(one.name, one.gender, one.words) for one in book.characters]
    [('Ann', 'female', 4), ('Tom', 'male', 2)]

    Attributes:
        entity: id of the entity in the document.
        name: what names it best.
        names: name -> number of mentions, most frequent first; so are all counts.
        phrases: other noun phrase -> number of mentions.
        pronouns: pronoun in lower case -> number of mentions.
        kind: its entity type, as model or corpus call it; "" if unknown.
        gender: male, female or neuter, by its pronouns, else titles, nouns and first names; "" if unknown.
        mentions: number of mentions.
        first: place of the first mention.
        last: place of the last mention.
        agent: lemma of a verb whose agent it is -> number of times.
        patient: lemma of a verb whose patient it is -> number of times.
        possession: lemma of a noun that it has -> number of times.
        modifier: lemma of a noun or adjective that it is or is called -> number of times.
        near: name of another character -> number of scenes with both.
        genders: gender -> number of its third-person pronouns.
        quotations: number of its turns.
        words: number of words that it says.
        share: share of these in the words of all speech.
        is_narrator: whether it tells the book in the first person.
        is_group: whether it is several people: most of its pronouns are plural.
    """

    entity: str
    name: str
    names: Mapping[str, int]
    phrases: Mapping[str, int]
    pronouns: Mapping[str, int]
    kind: str
    gender: str
    mentions: int
    first: Place
    last: Place
    agent: Mapping[str, int]
    patient: Mapping[str, int]
    possession: Mapping[str, int]
    modifier: Mapping[str, int]
    near: Mapping[str, int]
    genders: Mapping[str, int]
    quotations: int
    words: int
    share: float
    is_narrator: bool
    is_group: bool


class BookEntities:
    """The entities of a book with their mentions, but for those in headings, and what each mention calls its entity.

    Args:
        words: the book.
        aliases: who is who in it; None if nobody says.

    Attributes:
        mentions: entity id -> mentions in text order.
        described: entity id -> what each mention says.
        rows: entity id -> name, kind and gender.
        listed: ids of the entities that are people of `aliases`.
    """

    def __init__(self, words: BookWords, aliases: Aliases | None = None):
        document = words.document
        self.mentions: dict[str, list[Mention]] = {}
        for mention in document.mentions:
            if mention.start < mention.end and words.body[mention.start] and not words.heading[mention.start]:
                self.mentions.setdefault(mention.entity, []).append(mention)
        self.described = {
            entity: [document.described(mention) for mention in mentions] for entity, mentions in self.mentions.items()
        }
        self.rows: dict[str, EntityRow] = {
            entity: entity_row(str(document), entity, described) for entity, described in self.described.items()
        }

        people = {} if aliases is None else aliases.entities(document)
        self.listed = people.keys() & self.rows.keys()
        for entity in self.listed:
            row, one = self.rows[entity], people[entity]
            self.rows[entity] = row._replace(name=one.name, gender=one.gender or row.gender)

    def names(self, narrator: str) -> dict[str, str]:
        """Entity id -> what names it best; "" for one that only pronouns mention, but the narrator.

        Args:
            narrator: entity id of the narrator, or "".
        """
        has_words = {entity for entity, row in self.rows.items() if row.names or row.phrases} | {narrator}
        return {entity: row.name if entity in has_words else "" for entity, row in self.rows.items()}


def characters_of(
    words: BookWords,
    entities: BookEntities,
    speech: Sequence[Speech],
    narrator: str,
    said: np.ndarray,
) -> list[Character]:
    """The characters, the most mentioned first, without what they do and whom they meet (`with_company`).

    Args:
        words: the book.
        entities: those of the book.
        speech: all that is said.
        narrator: entity id of the narrator, or "".
        said: (n_words,) bool: whether a word stands in speech.
    """
    said_by: dict[str, list[Speech]] = {}
    for one in speech:
        said_by.setdefault(one.entity, []).append(one)
    total = sum(one.words for one in speech)
    people = _People(words, entities, said)
    found = [
        _character(words, entities, entity, said_by.get(entity, []), total, entity == narrator)
        for entity in entities.mentions
    ]
    kept = (one for one in found if people.has(one.entity, one.quotations, one.is_narrator))
    return sorted(kept, key=lambda one: -one.mentions)


def _character(
    words: BookWords, entities: BookEntities, entity: str, said: Sequence[Speech], total: int, narrates: bool
) -> Character:
    """An entity as a character.

    Args:
        words: the book.
        entities: those of the book.
        entity: id of the entity.
        said: what it says.
        total: number of words in all speech.
        narrates: whether it is the narrator.
    """
    row, mentions, described = entities.rows[entity], entities.mentions[entity], entities.described[entity]
    turns, count = len({one.turn for one in said}), sum(one.words for one in said)
    is_listed = entity in entities.listed
    is_group = not is_listed and (_is_group(described) or _is_coordination(words.document, mentions))
    return Character(
        entity=entity,
        name=row.name,
        names=row.names,
        phrases=row.phrases,
        pronouns=row.pronouns,
        kind=row.kind,
        gender="" if is_group else row.gender,
        mentions=row.mentions,
        first=words.place(*mentions[0].span),
        last=words.place(*mentions[-1].span),
        agent={},
        patient={},
        possession={},
        modifier={},
        near={},
        genders=_genders(described),
        quotations=turns,
        words=count,
        share=round(count / total, 4) if total else 0.0,
        is_narrator=narrates,
        is_group=is_group,
    )


def with_company(
    characters: Iterable[Character], actions: Mapping[str, Mapping[str, Mapping[str, int]]], meetings: Iterable[Meeting]
) -> Iterator[Character]:
    """The characters with what they do, suffer, have and are, and who is in their scenes.

    Args:
        characters: without these.
        actions: entity id -> role -> lemma -> number of times.
        meetings: who meets whom.
    """
    near: dict[str, Counter[str]] = {}
    for one in meetings:
        near.setdefault(one.entity, Counter())[one.other_name] += one.scenes
        near.setdefault(one.other, Counter())[one.name] += one.scenes
    for character in characters:
        roles = actions.get(character.entity, {})
        yield character._replace(
            agent=roles.get(AGENT, {}),
            patient=roles.get(PATIENT, {}),
            possession=roles.get(POSSESSION, {}),
            modifier=roles.get(MODIFIER, {}),
            near=dict(near.get(character.entity, Counter()).most_common()),
        )


class _People:
    """Which entities of a book are characters.

    Args:
        words: the book.
        entities: its entities.
        said: (n_words,) bool: whether a word stands in speech.
    """

    def __init__(self, words: BookWords, entities: BookEntities, said: np.ndarray):
        self._document, self._entities, self._said = words.document, entities, said
        self._lexicon = load_lexicon()
        self._lower = frozenset(filter(str.islower, words.document.words))
        kinds = ((gum_entity_type(row.kind), row.mentions) for row in entities.rows.values())
        self._all = sum(count for kind, count in kinds if kind == PERSON)

    def has(self, entity: str, turns: int, narrates: bool) -> bool:
        """Whether an entity is a character: it has a name, or three mentions that are not only pronouns.

        Args:
            entity: its id.
            turns: number of its turns.
            narrates: whether it is the narrator.
        """
        row, mentions = self._entities.rows[entity], self._entities.described[entity]
        if narrates or entity in self._entities.listed:
            return True
        if row.mentions < _LEAST or not self._is_person(row, mentions, turns) or self._is_deity(row):
            return False
        called = sum(row.names.values()) + sum(row.phrases.values())
        if called < _FEW and row.mentions >= _THIN * called:
            return self._is_he_or_she(mentions) and row.mentions >= max(_NAMELESS, _WEIGHT * self._all)
        said = [one for one in mentions if one.named.kind != OTHER]
        others = sum(not self._is_form_of_address(one) for one in said)
        if turns < _LEAST and others < max(1, _FORMS * len(said)):
            return False
        if not row.names and not row.gender and not turns and not any(map(self._is_of_people, said)):
            return False
        return row.mentions >= _NAMELESS or any(map(self._is_proper, row.names))

    def _is_person(self, row: EntityRow, mentions: Sequence[Described], turns: int) -> bool:
        is_named = bool(row.names)
        # "It" is a baby, or a place or thing whose name the parser takes for that of a person; nobody talks to these.
        is_thing = is_named and row.gender == "neuter" and not any(map(_is_of_conversation, mentions))
        if gum_entity_type(row.kind) == PERSON and not is_thing:
            return True
        acts = turns >= _LEAST or (gum_entity_type(row.kind) == ANIMAL and row.gender in ("male", "female"))
        return is_named and acts

    def _is_deity(self, row: EntityRow) -> bool:
        """Whether most names are those of God."""
        deities = self._lexicon.deities
        own = sum(count for name, count in row.names.items() if name.split()[-1].lower() in deities)
        return 2 * own > sum(row.names.values())

    def _is_he_or_she(self, mentions: Iterable[Described]) -> bool:
        """Whether most pronouns are singular ones of the third person."""
        pronouns = [*filter(None, map(_pronoun, mentions))]
        return 2 * sum((one.person, one.number) == ("3", "singular") for one in pronouns) > len(pronouns)

    def _is_proper(self, name: str) -> bool:
        """Whether a name has more than titles and nouns for people: not "Sir", "Lad"."""
        lexicon = self._lexicon
        common = lexicon.titles | lexicon.person_nouns | lexicon.determiners.keys()
        return any(word[:1].isupper() and word.lower() not in common for word in name.split())

    def _is_of_people(self, mention: Described) -> bool:
        """Whether the head of a mention is a noun for people: "our friends", not "her legs"."""
        return mention.words[mention.head].lower() in self._lexicon.person_nouns

    def _is_form_of_address(self, mention: Described) -> bool:
        """Whether a mention in speech is a bare title: “Thank you, sir”; or is set off, and not always a name: “Ay”."""
        words = [word.lower() for word in mention.named.text.split()]
        if not self._said[mention.start]:
            return False
        if self._lexicon.titles.issuperset(words):
            return True
        if self._is_proper(mention.named.text) and not self._lower.issuperset(words):
            return False
        document, end = self._document, mention.start + len(mention.words)
        return all(
            not 0 <= word < len(document) or not any(map(str.isalnum, document.words[word]))
            for word in (mention.start - 1, end)
        )


def _is_coordination(document: Document, mentions: Sequence[Mention]) -> bool:
    """Whether most mentions that are no pronouns are several people: "Mina and I"."""
    if document.heads is None or document.deps is None:
        return False
    longer = [one for one in mentions if one.end - one.start > 1]
    several = sum(
        any(
            document.heads[word] == one.head and document.deps[word].startswith("conj")
            for word in range((one.start if one.head is None else one.head) + 1, one.end)
        )
        for one in longer
    )
    return 2 * several > len(longer)


def _genders(mentions: Iterable[Described]) -> dict[str, int]:
    pronouns = filter(None, map(_pronoun, mentions))
    found = Counter(one.gender for one in pronouns if one.person == "3" and one.gender)
    return dict(found.most_common())


def _is_of_conversation(mention: Described) -> bool:
    """Whether a mention is "I" or "you"."""
    pronoun = _pronoun(mention)
    return pronoun is not None and pronoun.person in ("1", "2")


def _pronoun(mention: Described) -> Pronoun | None:
    return load_lexicon().pronouns.get(mention.words[0].lower()) if len(mention.words) == 1 else None


def _is_group(mentions: Iterable[Described]) -> bool:
    pronouns = load_lexicon().pronouns
    found = (pronouns.get(mention.words[0].lower()) for mention in mentions if len(mention.words) == 1)
    numbers = Counter(pronoun.number for pronoun in found if pronoun is not None)
    return numbers["plural"] > numbers["singular"]


def narrating_entity(words: BookWords, entities: BookEntities, said: np.ndarray) -> str:
    """Entity id of the narrator in the first person; "" if there is none.

    Args:
        words: the book.
        entities: those of the book.
        said: (n_words,) bool: whether a word stands in speech.
    """
    pronouns = load_lexicon().pronouns
    forms: dict[str, Counter[str]] = {}
    for entity, mentions in entities.described.items():
        for mention in mentions:
            if len(mention.words) == 1 and not said[mention.start]:
                pronoun = pronouns.get(mention.words[0].lower())
                if pronoun is not None and (pronoun.person, pronoun.number) == ("1", "singular"):
                    forms.setdefault(entity, Counter())[mention.words[0].lower()] += 1
    best = max(forms, key=lambda entity: forms[entity].total(), default="")
    told = int((words.body & ~said & (np.diff(words.counted) > 0)).sum())
    # A narrator says "me" or "my", too: "I" alone may be a number.
    tells = bool(best) and len(forms[best]) > 1 and forms[best].total() >= _NARRATES * told
    return best if tells else ""
