"""What a page tells of quotations: where they are, who says them to whom, as columns of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from corefpipe.document import Document, Mention
from corefpipe.report.pages.columns import packed, percent, signed
from corefpipe.report.pages.paragraphs import Paragraph
from corefpipe.report.pages.places import places_of
from corefpipe.report.pages.shell import label
from corefpipe.utils.emphasis import without_emphasis

Place = tuple[int, int]
"""First word, and word after the last."""


def quotations_data(
    document: Document, paragraphs: list[Paragraph], number_of: Mapping[str, int]
) -> dict[str, Any] | None:
    """What the scripts read of the quotations of a document (see `static/quotations.js`); None if it has none.

    Args:
        document: the document, with its mentions in the order of the page.
        paragraphs: its paragraphs.
        number_of: entity -> number of its chain, from 0.

    Returns:
        `place` and `more`: where they are, as `places_of` says. `turn`: turns, counted from that of the quotation
        before. `speaker` and `addressee`: three numbers per quotation (`_Texts.people`). `cue`: 0, or 1 + index of its
        text. `texts`: the texts of cues, and of mentions of people without a chain.
    """
    said = document.quotations
    if not said:
        return None
    places, more = places_of([Mention(*one.span) for one in said], paragraphs)
    texts = _Texts(document, number_of)
    speakers = [(one.speaker, one.mention, one.probability) for one in said]
    addressees = [(one.addressee, one.addressee_mention, one.addressee_probability) for one in said]
    turns = [one.turn for one in said]
    return {
        "place": packed(places),
        "more": more,
        "turn": packed(signed(turn - before) for turn, before in zip(turns, [0, *turns], strict=False)),
        "speaker": packed(texts.people(speakers)),
        "addressee": packed(texts.people(addressees)),
        "cue": packed(0 if one.cue is None else 1 + texts.number(one.cue) for one in said),
        "texts": list(texts.found),
    }


class _Texts:
    """Numbers for people and for the words of a document.

    Args:
        document: the document.
        number_of: entity -> number of its chain, from 0.

    Attributes:
        found: text -> its index.
    """

    def __init__(self, document: Document, number_of: Mapping[str, int]):
        self._document, self._number_of = document, number_of
        self._mentions = {mention.span: index for index, mention in enumerate(document.mentions)}
        self.found: dict[str, int] = {}

    def number(self, place: Place) -> int:
        """Index of the text of some words."""
        text = label(without_emphasis(self._document.surface(Mention(*place))))
        return self.found.setdefault(text, len(self.found))

    def people(self, told: Iterable[tuple[str, Place | None, float | None]]) -> Iterator[int]:
        """Three numbers for the entity, mention and probability of each person.

        The first is 1 + 2 * the number of the chain, or 2 + 2 * the index of a text for somebody without a chain, or 0.
        The second is 0, or 1 + how far the mention is from the one of the person before.
        """
        before = 0
        for entity, place, probability in told:
            if entity in self._number_of:
                yield 1 + 2 * self._number_of[entity]
            else:
                yield 0 if place is None else 2 + 2 * self.number(place)
            index = None if place is None else self._mentions.get(place)
            yield 0 if index is None else 1 + signed(index - before)
            before = before if index is None else index
            yield percent(probability)
