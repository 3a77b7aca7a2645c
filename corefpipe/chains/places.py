"""Places in a Doc as users give them: spans, tokens, or words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from spacy.tokens import Doc, Span, Token

from corefpipe.exceptions import AnnotationError
from corefpipe.utils.text import with_article

Place = Span | Token | str
"""A span or a token of the Doc, or the words of a mention."""

_CURE = "Give a span such as doc[0:2], a token such as doc[0], or words; doc.char_span(start, end) takes characters"


def span_of(place: Place, doc: Doc, mentions: Sequence[Span] = ()) -> Span:
    """The span that a place stands for.

    Args:
        place: a span, a token, or words; among several, those in the same case.
        doc: the Doc.
        mentions: its mentions: words stand for the only one of them that has these words, or, if none has, for their
            only occurrence in the text.

    Raises:
        AnnotationError: something else, a place in another Doc, or words that occur more than once or never.
    """
    if isinstance(place, str):
        found = mentions_with_words(place, doc, mentions) or occurrences(place, doc)
        found = [span for span in found if _flat(span.text) == _flat(place)] or found
        if len(found) > 1:
            places = ", ".join(f"doc[{span.start}:{span.end}]" for span in found[:5])
            raise AnnotationError(
                f"{place!r} occurs {len(found)} times in the Doc", cure=f"Give one of the spans: {places}"
            )
        return found[0]
    if not isinstance(place, Span | Token):
        raise AnnotationError(f"{place!r} is no place in a Doc", cure=_CURE)
    if place.doc is not doc:
        raise AnnotationError(
            f"{place.text!r} is {with_article(type(place).__name__.lower())} of another Doc", cure=_CURE
        )
    return doc[place.i : place.i + 1] if isinstance(place, Token) else place


def spans_of(places: Place | Iterable[Place], doc: Doc, mentions: Sequence[Span]) -> list[Span]:
    """The spans that several places stand for, or a single one; words stand for all mentions that have them.

    Raises:
        AnnotationError: as in `span_of`, except that words may occur more than once.
    """
    if isinstance(places, Span | Token | str):
        places = [places]
    elif not isinstance(places, Iterable):
        raise AnnotationError(f"{places!r} is no place in a Doc", cure=_CURE)
    found: list[Span] = []
    for place in places:
        if isinstance(place, str):
            found += mentions_with_words(place, doc, mentions)
        elif isinstance(place, Sequence):  # a chain
            found += spans_of(place, doc, mentions)
        else:
            found.append(span_of(place, doc))
    return found


def mentions_with_words(words: str, doc: Doc, mentions: Sequence[Span]) -> list[Span]:
    """The mentions that consist of these words, in any case; perhaps none.

    Raises:
        AnnotationError: the words do not occur in the Doc.
    """
    found = [mention for mention in mentions if _flat(mention.text).lower() == _flat(words).lower()]
    if not found and not occurrences(words, doc):
        raise AnnotationError(f"no {words!r} in the Doc", cure=_CURE)
    return found


def occurrences(words: str, doc: Doc) -> list[Span]:
    """All places where some words occur as whole tokens, in any case and with any whitespace."""
    pattern = r"\s+".join(map(re.escape, words.split()))
    if not pattern:
        return []
    found = (doc.char_span(*match.span()) for match in re.finditer(pattern, doc.text, re.IGNORECASE))
    return [span for span in found if span is not None]


def _flat(text: str) -> str:
    return " ".join(text.split())
