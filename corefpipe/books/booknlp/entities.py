"""The entities of a book as BookNLP has them: numbered, with class and kind of mention."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corefpipe.books.contents import BookContents
from corefpipe.document import NAME, PHRASE
from corefpipe.parsing.label_schemes import gum_entity_type

_CLASSES = {"person": "PER", "place": "LOC", "organization": "ORG"}
_OWN = ("FAC", "GPE", "LOC", "VEH")  # classes of ACE that an annotated file may have
_PROPS = {NAME: "PROP", PHRASE: "NOM"}
PRONOUN = "PRON"
NARRATOR = 0


class BookEntity(NamedTuple):
    """A row of `.entities`.

    Attributes:
        coref: number of the entity.
        start: index of the first word of the mention.
        end: index of its last word.
        prop: PROP, NOM or PRON.
        cat: PER, LOC, ORG …
        text: its words, separated by spaces.
    """

    coref: int
    start: int
    end: int
    prop: str
    cat: str
    text: str


class Numbered:
    """The entities of a book by number.

    Args:
        book: the book.

    Attributes:
        numbers: entity id -> number: 0 for the narrator, the others from 1 by their first mentions.
        singles: (start, end) of a speaker's mention that is in no chain -> number.
        rows: all mentions in text order.
    """

    def __init__(self, book: BookContents):
        self.book = book
        narrators = {one.entity for one in book.characters if one.is_narrator}
        classes = {entity: _class_of(book, entity) for entity in book.entities.mentions}
        self.numbers: dict[str, int] = dict.fromkeys(narrators, NARRATOR)
        for entity, name in classes.items():
            if name and entity not in self.numbers:
                self.numbers[entity] = len(self.numbers) + 1 - len(narrators)
        self.singles = self._singles()
        rows = [*self._mentions(classes), *self._of_singles()]
        self.rows = sorted(rows, key=lambda row: (row.start, row.end))

    def words(self, start: int, end: int) -> str:
        """The words [start, end), separated by spaces."""
        return " ".join(self.book.document.words[start:end])

    def _singles(self) -> dict[tuple[int, int], int]:
        document, found = self.book.document, dict[tuple[int, int], int]()
        for one in document.quotations:
            if one.mention is not None and one.speaker not in self.numbers and self.book.words.body[one.mention[0]]:
                found.setdefault(one.mention, len(self.numbers) + 1 + len(found))
        return found

    def _mentions(self, classes: dict[str, str]) -> Iterator[BookEntity]:
        for entity, name in classes.items():
            if name:
                described = self.book.entities.described[entity]
                for mention, told in zip(self.book.entities.mentions[entity], described, strict=True):
                    prop = _PROPS.get(told.named.kind, PRONOUN)
                    text = self.words(*mention.span)
                    yield BookEntity(self.numbers[entity], mention.start, mention.end - 1, prop, name, text)

    def _of_singles(self) -> Iterator[BookEntity]:
        pos = self.book.document.pos or []
        for (start, end), number in self.singles.items():
            prop = "PROP" if "PROPN" in pos[start:end] else "NOM"
            yield BookEntity(number, start, end - 1, prop, "PER", self.words(start, end))


def _class_of(book: BookContents, entity: str) -> str:
    """PER, LOC …; "" for an entity that BookNLP has no class for."""
    if entity in book.names:
        return "PER"
    kind = book.entities.rows[entity].kind
    return kind if kind in _OWN else _CLASSES.get(gum_entity_type(kind), "")
