"""What a book contains: tables of its characters, quotations, actions, talks and meetings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from corefpipe.books.actions import Actions, actions_of
from corefpipe.books.aliases import Aliases
from corefpipe.books.characters import BookEntities, Character, characters_of, narrating_entity, with_company
from corefpipe.books.meetings import Meeting, meetings_of, presences, scenes_of
from corefpipe.books.places import BookWords, Part
from corefpipe.books.speech import LabelledTurn, Speech, labelled_turns, speech_mask, speeches
from corefpipe.books.talks import Talk, talks_of
from corefpipe.books.text import BookText
from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.formats.tables import Table

if TYPE_CHECKING:
    from spacy.tokens import Doc


class BookContents:
    """The tables of a resolved text, each made when it is first asked for, in time linear in the length of the text.

    Args:
        words: the document, its chapters and paragraphs.
        title: title of the book; "" if unknown.
        aliases: who is who in it, by hand; None if nobody says.
        min_mentions: characters that are mentioned less often are left out, but the narrator and those of `aliases`.

    Attributes:
        words, title, aliases, min_mentions: as given.
    """

    def __init__(self, words: BookWords, title: str = "", aliases: Aliases | None = None, min_mentions: int = 0):
        self.words = words
        self.title = title
        self.aliases = aliases
        self.min_mentions = min_mentions

    @classmethod
    def from_document(
        cls,
        document: Document,
        text: BookText | None = None,
        title: str = "",
        *,
        aliases: Aliases | None = None,
        min_mentions: int = 0,
    ) -> Self:
        """The book of a resolved document, such as `corefpipe.resolve` returns.

        Args:
            document: with words and mentions. What people do is known only if it has a parse (heads, relations, parts
                of speech), what they say only if it has quotations or speakers.
            text: where its chapters are, if that is known; else they are looked for in its text.
            title: title of the book; "" for the name of the document.
            aliases: who is who, whose names and genders are shown; chains are those of the document, which
                `Aliases.resolve` resolves accordingly.
            min_mentions: characters that are mentioned less often are left out.

        Raises:
            AnnotationError: the document has no words.
        """
        if not document.words:
            raise AnnotationError(
                "the document has no words",
                cure="Resolve its text first: Book.from_document(corefpipe.resolve(document))",
                document=str(document),
            )
        return cls(BookWords.of(document, text), title or str(document), aliases, min_mentions)

    @classmethod
    def from_doc(cls, doc: Doc, title: str = "") -> Self:
        """The book of a spaCy Doc that was resolved by the component.

        Args:
            doc: with its chains.
            title: title of the book.

        Raises:
            AnnotationError: the Doc has no words, or no component has resolved it.
        """
        from corefpipe.chains.documents import from_doc
        from corefpipe.chains.layout import has_chains

        if not has_chains(doc):
            cure = 'Resolve it first, with nlp = corefpipe.load("en")'
            raise AnnotationError("no component has resolved the Doc", cure=cure)
        return cls.from_document(from_doc(doc, title), title=title)

    def __repr__(self) -> str:
        return f"<Book {self.title!r}: {len(self.words.document):,} words, {len(self.parts):,} chapters>"

    @property
    def document(self) -> Document:
        """The resolved document."""
        return self.words.document

    @property
    def parts(self) -> list[Part]:
        """The chapters, or the whole text if it has none."""
        return self.words.parts

    @cached_property
    def characters(self) -> Table[Character]:
        """The characters, who have a name and two mentions, or three mentions; the most mentioned first."""
        return Table(Character, with_company(self._people, self.actions.counts(), self.meetings))

    @cached_property
    def quotations(self) -> Table[Speech]:
        """All that is said, in text order."""
        return Table(Speech, speeches(self.words, self._turns, self.entities.names(self._narrator)))

    @cached_property
    def actions(self) -> Actions:
        """What characters do, suffer, have and are called, in text order."""
        return actions_of(self.words, self.mentions, self.names)

    @cached_property
    def talks(self) -> Table[Talk]:
        """Who talks to whom, most turns first."""
        return Table(Talk, talks_of(self.quotations, self.names))

    @cached_property
    def meetings(self) -> Table[Meeting]:
        """Who meets whom, most scenes first."""
        present = presences(self.words, self.mentions, self.quotations, self._said)
        scenes = scenes_of(self.words, present, self.quotations)
        return Table(Meeting, meetings_of(self.words, present, scenes, self.names))

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Entity id of each character -> what names it best, the most mentioned first."""
        return {one.entity: one.name for one in self._people}

    @cached_property
    def mentions(self) -> Mapping[str, list[Mention]]:
        """Entity id of each character -> its mentions in text order."""
        return {entity: self.entities.mentions[entity] for entity in self.names}

    @cached_property
    def entities(self) -> BookEntities:
        """All entities of the book, also those that are no characters."""
        return BookEntities(self.words, self.aliases)

    @property
    def left_out(self) -> int:
        """Number of characters that are left out because they are mentioned too seldom."""
        return len(self._everybody) - len(self._people)

    @cached_property
    def _people(self) -> list[Character]:
        kept = self.entities.listed
        return [
            one for one in self._everybody
            if one.mentions >= self.min_mentions or one.is_narrator or one.entity in kept
        ]  # fmt: skip

    @cached_property
    def _everybody(self) -> list[Character]:
        return characters_of(self.words, self.entities, self.quotations, self._narrator, self._said)

    @cached_property
    def _turns(self) -> list[LabelledTurn]:
        return labelled_turns(self.document)

    @cached_property
    def _said(self) -> np.ndarray:
        return speech_mask(self.document, self._turns)

    @cached_property
    def _narrator(self) -> str:
        return narrating_entity(self.words, self.entities, self._said)
