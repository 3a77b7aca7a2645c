"""What errors are grouped by: kinds, form, distance, head, boundaries, size, genre, document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from corefpipe.document import Document, Mention
from corefpipe.report.errors.entities import EntityError
from corefpipe.report.errors.links import THERE, LinkError
from corefpipe.report.errors.mentions import BOUNDARY, MISSING, MentionError
from corefpipe.scoring.heads import PRONOUN

Error = LinkError | MentionError | EntityError
LINKS, MENTIONS, ENTITIES = "links", "mentions", "entities"
"""The views of the errors of a response."""

_DISTANCES = (
    (0, "same sentence"),
    (1, "1 sentence"),
    (3, "2 to 3 sentences"),
    (10, "4 to 10 sentences"),
    (float("inf"), "more than 10 sentences"),
)
_BOTH = {
    THERE: "both mentions are there",
    BOUNDARY: "both mentions have other boundaries",
    MISSING: "neither mention is there",
}
_STATES = {BOUNDARY: "has other boundaries", MISSING: "is not there"}
_LONGEST_FORM = 4  # words
_SIZES = ((1, "1 mention"), (2, "2 mentions"), (5, "3 to 5 mentions"), (float("inf"), "more than 5 mentions"))


class Share(NamedTuple):
    """How many links, or mentions, of a group are errors.

    Attributes:
        errors: number of errors.
        of: number of all, right and wrong; None for errors of entities, which are shares of nothing.
    """

    errors: int
    of: int | None = None


def _kinds(error: Error, document: Document) -> str:
    if isinstance(error, LinkError):
        return f"{error.kinds[0]} to {error.kinds[1]}"
    return error.kind


def _form(error: Error, document: Document) -> str:
    if isinstance(error, LinkError):
        mention, kind = error.anaphor, error.kinds[0]
    else:
        mention, kind = main_mention_of(error), error.kind
    if kind != PRONOUN:
        return kind
    words = document.words[mention.start : min(mention.end, mention.start + _LONGEST_FORM)]
    return f"“{' '.join(word if len(word) == 1 else word.lower() for word in words)}”"  # "I" as it is


def _distance(error: LinkError, document: Document) -> str:
    return next(name for most, name in _DISTANCES if error.distance <= most)


def _head(error: LinkError, document: Document) -> str:
    return "not known" if error.same_head is None else "same head" if error.same_head else "other head"


def _found(error: LinkError, document: Document) -> str:
    """Which of the mentions the other side has, exactly or with other boundaries."""
    anaphor, antecedent = error.found
    if anaphor == antecedent:
        return _BOTH[anaphor]
    if anaphor == THERE:
        return f"the antecedent {_STATES[antecedent]}"
    if antecedent == THERE:
        return f"the anaphor {_STATES[anaphor]}"
    return "one mention is not there, one has other boundaries"


def _boundary(error: MentionError, document: Document) -> str:
    """How the response's boundaries differ; "" for a mention that one side lacks."""
    key, response = error.key, error.response
    if key is None or response is None:
        return ""
    start = "longer" if response.start < key.start else "shorter"
    end = "longer" if response.end > key.end else "shorter"
    if key.span == response.span:
        return "other pieces"
    if key.end == response.end:
        return f"{start} at the start"
    if key.start == response.start:
        return f"{end} at the end"
    return f"{start} at both ends" if start == end else f"{start} at the start, {end} at the end"


def _words(error: MentionError, document: Document) -> str:
    """The first word that only one side has, at the end if the ends differ; "" for a mention that one side lacks."""
    key, response = error.key, error.response
    if key is None or response is None:
        return ""
    if key.end != response.end:
        more, word, place = response.end > key.end, min(key.end, response.end), "… {}"
    else:
        more, word, place = response.start < key.start, min(key.start, response.start), "{} …"
    return f"{'with' if more else 'without'} “{place.format(document.words[word].lower())}”"


def _size(error: EntityError, document: Document) -> str:
    return next(name for most, name in _SIZES if len(error.mentions) <= most)


def _genre(error: Error, document: Document) -> str:
    return document.genre or "no genre"


def _document(error: Error, document: Document) -> str:
    return str(document)


GROUPINGS: dict[str, dict[str, Callable[[Any, Document], str]]] = {
    LINKS: {
        "kinds": _kinds,
        "form": _form,
        "distance": _distance,
        "head": _head,
        "found": _found,
        "genre": _genre,
        "document": _document,
    },
    MENTIONS: {
        "kinds": _kinds,
        "form": _form,
        "boundary": _boundary,
        "words": _words,
        "genre": _genre,
        "document": _document,
    },
    ENTITIES: {"kinds": _kinds, "size": _size, "genre": _genre, "document": _document},
}
"""View -> name of a grouping -> the group of an error, "" if it is in none."""

WHOLE = ("kinds", "form", "distance", "head", "found", "genre", "document")
"""The groupings of which not only errors but all links and mentions have a group."""

NAMES = tuple(dict.fromkeys(name for groupings in GROUPINGS.values() for name in groupings))
"""All groupings."""

TOLD = {
    "kinds": "kind of mention",
    "form": "form",
    "distance": "distance",
    "head": "head",
    "found": "mentions on the other side",
    "boundary": "boundary",
    "words": "differing words",
    "size": "size",
    "genre": "genre",
    "document": "document",
}
"""What a page calls the groupings."""

_ORDERED = [name for _, name in (*_DISTANCES, *_SIZES)]


def in_order(counts: dict[str, int]) -> list[str]:
    """Groups in the order to show them: distances and sizes ascending, others by number of errors."""
    place = {group: number for number, group in enumerate(_ORDERED)}
    return sorted(counts, key=lambda group: (place.get(group, -1), -counts[group], group))


def main_mention_of(error: Error) -> Mention:
    """The mention that an error is about, the anaphor of a link."""
    if isinstance(error, LinkError):
        return error.anaphor
    if isinstance(error, MentionError):
        mention = error.key or error.response
        assert mention is not None
        return mention
    return error.mentions[-1]


def group_of(error: Error, by: str, documents: Sequence[Document]) -> str:
    """The group of an error by one of `GROUPINGS` of its view."""
    return GROUPINGS[view_of(error)][by](error, documents[error.document])


def view_of(error: Error) -> str:
    """The view that an error belongs to."""
    return LINKS if isinstance(error, LinkError) else MENTIONS if isinstance(error, MentionError) else ENTITIES
