"""What the chains of a resolved novel contain: names of the cast, first persons and pronouns of quotations."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from cast import Cast, Name, flat
from spoken import addressed, quotations, speeches

from corefpipe.document import Document, Mention

FIRST = frozenset(("i", "me", "my", "mine", "myself"))
SECOND = frozenset(("you", "your", "yours", "yourself"))


@dataclass
class Content:
    """What one chain contains.

    Attributes:
        mentions: number of its mentions.
        names: number of names of each member of the cast.
        first: number of first persons in quotations.
        narrated: number of first persons outside of quotations.
        cued: number of first persons of each character whom a cue names as the speaker.
        speakers: number of first persons in quotations of each entity that is their speaker by the model.
    """

    mentions: int = 0
    names: Counter[int] = field(default_factory=Counter)
    first: int = 0
    narrated: int = 0
    cued: Counter[int] = field(default_factory=Counter)
    speakers: Counter[str] = field(default_factory=Counter)

    @property
    def character(self) -> int:
        """The member of the cast whose names are most frequent, -1 without names."""
        return max(self.names, key=self.names.__getitem__, default=-1)


class Novel:
    """A resolved novel and its cast.

    Args:
        document: a document with text, offsets, parse and chains.
        cast: its cast.

    Attributes:
        names, roles: names of the cast in the text, and descriptions that mean a member.
        speeches: quotations with a cue that names a member.
        addressed: (start, end, character) of quotations in which the addressee is called by name.
        quoted: (start, end) in characters of all quotations.
        contents: entity id -> what the chain contains; "" -> what no chain contains.
    """

    def __init__(self, document: Document, cast: Cast):
        self.document, self.cast = document, cast
        text = flat(document.text)
        paragraphs = quotations(document.text, cast.quotation_mark)
        self.names, self.roles = cast.names(text), cast.roles(text)
        self.speeches = speeches(text, paragraphs, self.names)
        self.addressed = addressed(text, paragraphs, self.names)
        self._offsets = document.offsets or []
        self._heads = self._by_head()
        self._speakers = {word: one.speaker for one in document.quotations for word in range(one.start, one.end)}
        self.quoted = [part for one in paragraphs for part in one.quotations]
        self.contents = self._contents()

    def entity(self, name: Name) -> str:
        """The chain of a name: that of the shortest mention whose head is in it; "" if it is in none.

        Else it is that of a mention whose head it follows in apposition: "his cousin Elizabeth".
        """
        words = range(bisect_left(self._offsets, name.start), bisect_left(self._offsets, name.end))
        found = [mention for word in words for mention in self._heads.get(word, ())]
        if not found:
            found = [mention for word in words for mention in self._described(word)]
        return min(found, key=lambda one: one.end - one.start).entity if found else ""

    def _described(self, word: int) -> Iterator[Mention]:
        """The mentions that contain a word in apposition to their head."""
        heads, deps = self.document.heads or [], self.document.deps or []
        if deps and deps[word] == "appos":
            yield from (one for one in self._heads.get(heads[word], ()) if one.start <= word < one.end)

    def pronouns(self, start: int, end: int, forms: frozenset[str]) -> Iterator[str]:
        """The chain, or "", of each pronoun of some forms between two characters."""
        for word in range(bisect_left(self._offsets, start), bisect_left(self._offsets, end)):
            if self.document.words[word].lower() in forms:
                yield self._of_word(word)

    def speaker(self, start: int, end: int) -> str:
        """The speaker that the model gives to the quotation at some characters; "" if it gives none."""
        words = range(bisect_left(self._offsets, start), bisect_left(self._offsets, end))
        return next((self._speakers[word] for word in words if word in self._speakers), "")

    def _of_word(self, word: int) -> str:
        return next((one.entity for one in self._heads.get(word, ()) if one.end - one.start == 1), "")

    def _by_head(self) -> dict[int, list[Mention]]:
        """Word -> the mentions with this head, but no coordinations."""
        heads, found = self.document.heads or [], defaultdict[int, list[Mention]](list)
        deps = self.document.deps or []
        for mention in self.document.mentions:
            head = mention.end - 1 if mention.head is None else mention.head
            inside = range(head + 1, mention.end)
            if not any(heads[word] == head and deps[word].startswith("conj") for word in inside):
                found[head].append(mention)
        return found

    def _contents(self) -> dict[str, Content]:
        found = defaultdict[str, Content](Content)
        for mention in self.document.mentions:
            found[mention.entity].mentions += 1
        for name in self.names:
            found[self.entity(name)].names[name.character] += 1
        for entity in self.pronouns(0, len(self.document.text), FIRST):
            found[entity].narrated += 1
        for start, end in self.quoted:
            speaker = self.speaker(start, end)
            for entity in self.pronouns(start, end, FIRST):
                found[entity].first += 1
                found[entity].narrated -= 1
                found[entity].speakers.update([speaker] if speaker else [])
        for speech in self.speeches:
            if speech.speaker >= 0:
                for part in speech.parts:
                    for entity in self.pronouns(*part, FIRST):
                        found[entity].cued[speech.speaker] += 1
        return dict(found)
