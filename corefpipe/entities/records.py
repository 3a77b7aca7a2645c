"""Records of entities: what is known of a chain of one document, or of an entity of a collection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from corefpipe.books.actions import ROLES
from corefpipe.document import NAME
from corefpipe.document.naming import Named, main_of

Counts = Mapping[str, int]
"""Text -> number of times, the most frequent first, then in alphabetical order."""

MOST_WORDS, MOST_NEAR, MOST_TOPICS, MOST_LEMMAS = 100, 50, 50, 30
"""How many words beside it, names of others, words of its documents, and lemmas of a role a record keeps."""

_TOLD = 300  # times that a form of a name counts at most when the best one is chosen


class Member(NamedTuple):
    """A chain of a document that belongs to an entity.

    Attributes:
        document: name of the document, with its part if it has one (`str(document)`).
        chain: entity id of the chain in the document.
        mentions: number of mentions.
        first: index of the word with which the first mention begins.
        last: index of the word with which the last mention begins.
    """

    document: str
    chain: str
    mentions: int
    first: int
    last: int


@dataclass(slots=True, frozen=True)
class Profile:
    """What the documents say of a chain, or of all chains of an entity.

    Attributes:
        mentions: number of mentions.
        names: name -> number of mentions; 0 for a name of a list that no mention has.
        phrases: other noun phrase -> number of mentions.
        pronouns: pronoun in lower case -> number of mentions.
        kinds: entity type, as model or corpus call it -> number of mentions.
        genders: male, female or neuter -> number of mentions of the chains that have it.
        words: lemma in lower case of a noun, name, verb or adjective beside it -> number of sentences.
        near: name of another chain in its sentences -> number of sentences.
        topics: lemma that is frequent in its documents, and rare elsewhere -> number of times.
        actions: role (`corefpipe.books.actions.ROLES`) -> lemma -> times: what it does, suffers, has and is called.
    """

    mentions: int = 0
    names: Counts = field(default_factory=dict)
    phrases: Counts = field(default_factory=dict)
    pronouns: Counts = field(default_factory=dict)
    kinds: Counts = field(default_factory=dict)
    genders: Counts = field(default_factory=dict)
    words: Counts = field(default_factory=dict)
    near: Counts = field(default_factory=dict)
    topics: Counts = field(default_factory=dict)
    actions: Mapping[str, Counts] = field(default_factory=dict)

    @classmethod
    def joined(cls, profiles: Sequence[Profile]) -> Profile:
        """The profile of an entity with the chains, or parts, that have these; the same for any order of them."""
        if len(profiles) == 1:
            return profiles[0]
        actions = {
            role: summed((one.actions.get(role, {}) for one in profiles), MOST_LEMMAS)
            for role in ROLES
            if any(role in one.actions for one in profiles)
        }
        return cls(
            sum(one.mentions for one in profiles),
            summed(one.names for one in profiles),
            summed(one.phrases for one in profiles),
            summed(one.pronouns for one in profiles),
            summed(one.kinds for one in profiles),
            summed(one.genders for one in profiles),
            summed((one.words for one in profiles), MOST_WORDS),
            summed((one.near for one in profiles), MOST_NEAR),
            summed((one.topics for one in profiles), MOST_TOPICS),
            actions,
        )

    @property
    def level(self) -> int:
        """The best that it is called: 2, a name; 1, another noun phrase; 0, a pronoun."""
        return 2 if self.names else 1 if self.phrases else 0

    @property
    def kind(self) -> str:
        """The most frequent entity type; "" if none is known."""
        return next(iter(self.kinds), "")

    @property
    def gender(self) -> str:
        """The most frequent gender; "" if none is known."""
        return next(iter(self.genders), "")

    def best_name(self) -> str:
        """The name, or else the noun phrase or pronoun, that names it best (see `corefpipe.document.naming`)."""
        told = [
            Named(NAME, len(text.split()), text) for text, count in self.names.items() for _ in range(min(count, _TOLD))
        ]
        return told[main_of(told)].text if told else next(iter({**self.phrases, **self.pronouns}), "")


@dataclass(slots=True, frozen=True)
class Entity:
    """An entity of a collection of documents.

    Attributes:
        id: its id in the collection.
        name: what names it best; the name of the list that it was linked to, if there was one.
        profile: what its chains say of it.
        members: its chains, by document and place; none for an entity of a list that no document mentions.
    """

    id: str
    name: str
    profile: Profile
    members: tuple[Member, ...]

    @property
    def kind(self) -> str:
        """The most frequent entity type of its mentions; "" if none is known."""
        return self.profile.kind

    @property
    def gender(self) -> str:
        """Male, female or neuter, whichever most of its mentions have; "" if unknown."""
        return self.profile.gender

    @property
    def mentions(self) -> int:
        """Number of its mentions in all documents."""
        return sum(member.mentions for member in self.members)

    @property
    def documents(self) -> tuple[str, ...]:
        """Names of the documents that mention it."""
        return tuple(dict.fromkeys(member.document for member in self.members))

    @property
    def aliases(self) -> Counts:
        """Its other names with counts; if it has no name, its other noun phrases."""
        counts = self.profile.names or self.profile.phrases
        return {text: count for text, count in counts.items() if text.casefold() != self.name.casefold()}


def summed(counts: Iterable[Counts], most: int | None = None) -> dict[str, int]:
    """The sums of counts, of which the `most` largest are kept."""
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return ranked(total, most)


def ranked(counts: Counts, most: int | None = None) -> dict[str, int]:
    """Counts with the largest first, then in alphabetical order; of these `most`."""
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most])
