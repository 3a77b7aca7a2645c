"""Documents and their mentions, packed for the page of errors."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.report.errors.entities import EntityError
from corefpipe.report.errors.groups import Error
from corefpipe.report.errors.rows import mentions_of, pieces_of
from corefpipe.report.errors.sides import NOBODY, Annotated, Sides
from corefpipe.report.pages.columns import packed
from corefpipe.report.pages.paragraphs import Paragraph, sentences_of
from corefpipe.report.pages.places import places_of
from corefpipe.report.pages.shell import label
from corefpipe.utils.emphasis import underscores, without_emphasis


class Places:
    """Numbers of mentions, in text order, of one document."""

    def __init__(self, sides: Sides):
        self._key, self._response = (
            {pieces_of(mention): number for number, mention in enumerate(_sorted(side))}
            for side in (sides.key, sides.response)
        )

    def of(self, error: Error) -> list[int]:
        """The numbers of the mentions of an error.

        Returns:
            How many of the key it is about, and each of them; the same of the response; and how many others they are
            corrected against, with the nearest of them if there are any.
        """
        found = _named(error)
        numbers = []
        for own, mentions in ((self._key, found[0]), (self._response, found[1])):
            numbers += [len(mentions), *(own[pieces_of(mention)] for mention in mentions)]
        if not isinstance(error, EntityError) or error.nearest is None:
            return [*numbers, 0]
        return [*numbers, error.n_rest, self._key[pieces_of(error.nearest)]]


def _named(error: Error) -> tuple[Sequence[Mention], Sequence[Mention]]:
    """(mentions of the key, of the response) that an error is about."""
    mentions = mentions_of(error)
    name = getattr(error, "side", None) or getattr(error, "error", "")
    if name in ("boundary", "span"):
        return mentions[1:], mentions[:1]
    response = name in ("precision", "spurious", "extra mention", "extra entity")
    return ((), mentions) if response else (mentions, ())


def _sorted(side: Annotated) -> list[Mention]:
    return sort_mentions(side.mentions)


def document_data(document: Document, systems: Sequence[Sides]) -> dict[str, Any]:
    """What the scripts read of a document (see `static/corpus.js`)."""
    sentences = [_plain(sentence) for sentence in sentences_of(document)]
    starts = [first for first, _ in document.sentences()]
    numbers = {start: number for number, start in enumerate(starts)}
    speakers = document.speakers or []
    return {
        "name": label(str(document)),
        "sentences": [sentence.text for sentence in sentences],
        "numbers": packed(numbers[s.first] + 1 if s.first in numbers else 0 for s in sentences),
        "speakers": [label(speakers[s.first]) for s in sentences] if any(speakers) else [],
        "key": _side_data(systems[0].key, document, sentences),
        "responses": [{**_side_data(one.response, document, sentences), "partner": _partners(one)} for one in systems],
    }


def _plain(sentence: Paragraph) -> Paragraph:
    """The sentence without the underscores of emphasis."""
    places = underscores(sentence.text)
    if not places:
        return sentence
    units = [len(sentence.text[:place].encode("utf-16-le")) // 2 for place in places]
    starts, ends = ([at - bisect_left(units, at) for at in offsets] for offsets in (sentence.starts, sentence.ends))
    return replace(sentence, text=without_emphasis(sentence.text), starts=starts, ends=ends)


def _side_data(side: Annotated, document: Document, sentences: list[Paragraph]) -> dict[str, Any]:
    mentions = _sorted(side)
    chain = {id(mention): one for mention, one in zip(side.mentions, side.chain, strict=True)}
    places, more = places_of(mentions, sentences)
    return {
        "place": packed(places),
        "more": more,
        "chain": packed(chain[id(mention)] for mention in mentions),
        "names": [
            label(without_emphasis(document.chain_name([side.mentions[one] for one in members])))
            for members in side.chains
        ],
    }


def _partners(sides: Sides) -> str:
    """For each mention of the response, in text order: 0, or 1 + the number of the same mention of the key."""
    key = {id(mention): number for number, mention in enumerate(_sorted(sides.key))}
    partner = {
        id(mention): 0 if one == NOBODY else 1 + key[id(sides.key.mentions[one])]
        for mention, one in zip(sides.response.mentions, sides.response.partner, strict=True)
    }
    return packed(partner[id(mention)] for mention in _sorted(sides.response))
