"""The columns of a table of entities, the same for a document, a stream and a collection.

`corefpipe.books.characters.Character` has the same for the characters of a book, and more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from corefpipe.books.actions import AGENT, MODIFIER, PATIENT, POSSESSION
from corefpipe.entities.neighbours import neighbours
from corefpipe.entities.records import Entity, Member, ranked
from corefpipe.formats.tables import Table


class WordPlace(NamedTuple):
    """Where a mention begins.

    Attributes:
        document: name of the document; "" if there is no mention.
        word: index of the word in it; None if there is no mention.
    """

    document: str
    word: int | None


class EntityFacts(NamedTuple):
    """An entity of a document or of a collection.

    Of the lemmas of a role the 30 most frequent ones are kept, and of the names near it the 50 most frequent ones.

    Attributes:
        entity: its id.
        name: what names it best.
        names: name that mentions have -> number of mentions, most frequent first; so are all counts.
        phrases: other noun phrase -> number of mentions.
        pronouns: pronoun in lower case -> number of mentions.
        kind: its entity type, as model or corpus call it; "" if unknown.
        gender: male, female or neuter; "" if unknown.
        mentions: number of mentions.
        documents: number of documents that mention it.
        first: its first mention; documents are in alphabetical order.
        last: its last mention.
        agent: lemma of a verb whose agent it is -> number of times.
        patient: lemma of a verb whose patient it is -> number of times.
        possession: lemma of a noun that it has -> number of times.
        modifier: lemma of a noun or adjective that it is or is called -> number of times.
        near: name of another entity -> number of sentences with both.
    """

    entity: str
    name: str
    names: Mapping[str, int]
    phrases: Mapping[str, int]
    pronouns: Mapping[str, int]
    kind: str
    gender: str
    mentions: int
    documents: int
    first: WordPlace
    last: WordPlace
    agent: Mapping[str, int]
    patient: Mapping[str, int]
    possession: Mapping[str, int]
    modifier: Mapping[str, int]
    near: Mapping[str, int]


def table_of(entities: Sequence[Entity]) -> Table[EntityFacts]:
    """The table of some entities, the most mentioned first; ties stay in order."""
    rows = []
    for entity, others in zip(entities, neighbours(entities), strict=True):
        near = Counter[str]()
        for other, sentences in others.items():
            near[entities[other].name] += sentences
        rows.append(_facts(entity, ranked(near)))
    return Table(EntityFacts, sorted(rows, key=lambda row: -row.mentions))


def _facts(entity: Entity, near: Mapping[str, int]) -> EntityFacts:
    profile = entity.profile
    documents = entity.documents
    last = max((one for one in entity.members if one.document == documents[-1]), key=_last) if documents else None
    return EntityFacts(
        entity=entity.id,
        name=entity.name,
        names={name: count for name, count in profile.names.items() if count},
        phrases=profile.phrases,
        pronouns=profile.pronouns,
        kind=entity.kind,
        gender=entity.gender,
        mentions=entity.mentions,
        documents=len(documents),
        first=WordPlace(entity.members[0].document, entity.members[0].first) if documents else WordPlace("", None),
        last=WordPlace(last.document, last.last) if last else WordPlace("", None),
        agent=profile.actions.get(AGENT, {}),
        patient=profile.actions.get(PATIENT, {}),
        possession=profile.actions.get(POSSESSION, {}),
        modifier=profile.actions.get(MODIFIER, {}),
        near=near,
    )


def _last(member: Member) -> int:
    return member.last
