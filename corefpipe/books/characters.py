"""The characters of a book: what they are called, how often and where they are mentioned, how much they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from corefpipe.books.actions import AGENT, MODIFIER, PATIENT, POSSESSION
from corefpipe.books.meetings import Meeting
from corefpipe.books.places import BookWords, Place
from corefpipe.books.speech import Speech
from corefpipe.document import NAME, Mention
from corefpipe.document.entities import Described, EntityRow, entity_row
from corefpipe.lexicon import load_lexicon
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.label_schemes import gum_entity_type

PERSON, ANIMAL = "person", "animal"
_LEAST = 2  # mentions of a character
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

    Attributes:
        mentions: entity id -> mentions in text order.
        described: entity id -> what each mention says.
        rows: entity id -> name, kind and gender.
    """

    def __init__(self, words: BookWords):
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

    def names(self) -> dict[str, str]:
        """Entity id -> what names it best."""
        return {entity: row.name for entity, row in self.rows.items()}


def characters_of(words: BookWords, entities: BookEntities, speech: Sequence[Speech], narrator: str) -> list[Character]:
    """The characters, the most mentioned first, without what they do and whom they meet (`with_company`).

    Args:
        words: the book.
        entities: those of the book.
        speech: all that is said.
        narrator: entity id of the narrator, or "".
    """
    said: dict[str, list[Speech]] = {}
    for one in speech:
        said.setdefault(one.entity, []).append(one)
    total = sum(one.words for one in speech)
    found = (
        _character(words, entities, entity, said.get(entity, []), total, entity == narrator)
        for entity in entities.mentions
    )
    return sorted(filter(None, found), key=lambda one: -one.mentions)


def _character(
    words: BookWords, entities: BookEntities, entity: str, said: Sequence[Speech], total: int, narrates: bool
) -> Character | None:
    """An entity as a character; None if it is none.

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
    if not _is_character(row, described, turns, narrates):
        return None
    return Character(
        entity=entity,
        name=row.name,
        names=row.names,
        phrases=row.phrases,
        pronouns=row.pronouns,
        kind=row.kind,
        gender=row.gender,
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
        is_group=_is_group(described),
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


def _is_character(row: EntityRow, mentions: Sequence[Described], turns: int, narrates: bool) -> bool:
    if row.mentions < _LEAST:
        return False
    is_named = any(mention.named.kind == NAME for mention in mentions)
    # "It" is a baby, or a place or thing whose name the parser takes for that of a person; nobody talks to these.
    is_thing = is_named and row.gender == "neuter" and not any(map(_is_of_conversation, mentions))
    if narrates or (gum_entity_type(row.kind) == PERSON and not is_thing):
        return True
    acts = turns >= _LEAST or (gum_entity_type(row.kind) == ANIMAL and row.gender in ("male", "female"))
    return is_named and acts


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
