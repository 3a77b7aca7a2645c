"""Reader of Winograd schemas: an anaphor in a short text, mostly a pronoun, and what it may refer to.

    {"id": "twin-17a", "text": "The mechanic lent the cyclist a pump because he had two.", "pronoun": [45, 47],
     "candidates": [[0, 12, true], [18, 29, false]]}

    {"id": "noun-4b", "text": "Nora Bell opened the meeting. The mayor had baked a cake.", "anaphor": [30, 39],
     "candidates": [[0, 9, false]], "none": true}

1. `id` names the document, `text` is tokenized by spaCy, `pronoun`, or `anaphor` where it is a noun phrase, is
   [start, end) in characters.
2. `candidates` are [start, end, right], one or more, of which exactly one is right; with `"none": true` none is, for
   the anaphor refers to something else. They do not overlap.
3. The anaphor and the right candidate are mentions of the entity `pronoun`; the others are entities of their own,
   `other-1`, `other-2` …. Nothing else is annotated, so train on them as `sparse` documents, like GAP's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from corefpipe.document import Document, Mention, Origin, sort_mentions
from corefpipe.exceptions import FormatError
from corefpipe.formats.brackets import short
from corefpipe.formats.files import check_utf8, lines_of
from corefpipe.formats.reading import Place, Reading, genre_of
from corefpipe.formats.tokens import tokenize
from corefpipe.utils.json_text import parse_json

ANAPHOR = "pronoun"
"""The entity of the anaphor, and of the candidate that it refers to."""
_Span = tuple[int, int]


def read_lines(lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
    """Yield one document per line; empty lines are skipped."""
    filled = False
    for number, line in enumerate(lines_of(lines), 1):
        if line.isspace():
            continue
        filled = True
        try:
            yield _document(line, number, source, reading)
        except FormatError as error:
            reading.refuse(error)
    if not filled:
        reading.refuse_empty(source)


def _document(line: str, number: int, source: str, reading: Reading) -> Document:
    place = Place(source)
    check_utf8([line], place, number)
    try:
        record = parse_json(line)
    except (ValueError, RecursionError) as error:
        raise place.error(f"not JSON: {short(str(error))}", "Write one object per line", number) from None
    if not isinstance(record, dict):
        raise place.error("not an object", 'Write {"id": …, "text": …, "pronoun": …, "candidates": …}', number)
    name, text = (_string(record, key, number, place) for key in ("id", "text"))
    place = Place(source, name)
    same = [_anaphor(record, text, number, place)]
    right, others = _candidates(record, text, number, place)
    same += right
    _check_apart([*same, *others], number, place)
    found = tokenize(text, place, reading, number)
    mentions = []
    entities = [*(ANAPHOR for _ in same), *(f"other-{k}" for k in range(1, len(others) + 1))]
    for entity, (start, end) in zip(entities, [*same, *others], strict=True):
        words = found.span(text, start, end, place, reading, number)
        if words is None:
            raise place.error(f"characters {start} to {end} have no words", "Check the offsets", number)
        mentions.append(Mention(*words, entity))
    if len({mention.span for mention in mentions}) < len(mentions):
        raise place.error("two of the spans are the same words", "Check the offsets", number)
    return Document(
        name=name,
        text=text,
        mentions=sort_mentions(mentions),
        genre=genre_of(name),
        origin=Origin(source, number),
        **found.columns(),
    )


def _string(record: dict[str, Any], key: str, number: int, place: Place) -> str:
    value = record.get(key)
    if not isinstance(value, str) or not value.strip():
        raise place.error(f"`{key}` is {short(repr(value))}, not a text", f'Write "{key}": "…"', number)
    return value


def _span(value: Any, text: str, what: str, number: int, place: Place) -> _Span:
    """Return (start, end) of a pair of characters.

    Raises:
        FormatError: it is no pair of integers, or not a part of the text with words.
    """
    valid = isinstance(value, list) and len(value) == 2 and all(type(offset) is int for offset in value)
    if not valid or not 0 <= value[0] < value[1] <= len(text) or not text[value[0] : value[1]].strip():
        raise place.error(
            f"`{what}` is {short(repr(value))}, no part of the {len(text)} characters of the text",
            "Write [start, end] in characters, the end exclusive",
            number,
        )
    return value[0], value[1]


def _anaphor(record: dict[str, Any], text: str, number: int, place: Place) -> _Span:
    """The characters of the anaphor; a record has `pronoun` or `anaphor`."""
    names = [name for name in ("pronoun", "anaphor") if name in record]
    if len(names) > 1:
        raise place.error("both `pronoun` and `anaphor`", "Write one of the two", number)
    name = names[0] if names else "pronoun"
    return _span(record.get(name), text, name, number, place)


def _candidates(record: dict[str, Any], text: str, number: int, place: Place) -> tuple[list[_Span], list[_Span]]:
    """Return (the right candidate, none if there is none; the others)."""
    value, none = record.get("candidates"), record.get("none", False)
    if type(none) is not bool:
        raise place.error(f"`none` is {short(repr(none))}", 'Write "none": true, or leave it out', number)
    rows = value if isinstance(value, list) else []
    if not rows or any(not isinstance(row, list) or len(row) != 3 or type(row[2]) is not bool for row in rows):
        raise place.error(
            f"`candidates` is {short(repr(value))}", "Write one or more of [start, end, true or false]", number
        )
    spans = [_span(row[:2], text, "candidates", number, place) for row in rows]
    right = [span for span, row in zip(spans, rows, strict=True) if row[2]]
    if none and right:
        raise place.error(f'{len(right)} candidates are right, and "none" is true', "Mark none as true", number)
    if not none and len(right) != 1:
        raise place.error(
            f"{len(right)} candidates are right", 'Mark exactly one as true, or write "none": true', number
        )
    return right, [span for span, row in zip(spans, rows, strict=True) if not row[2]]


def _check_apart(spans: list[_Span], number: int, place: Place) -> None:
    ordered = sorted(spans)
    for (_, end), (start, _) in pairwise(ordered):
        if start < end:
            raise place.error(f"two spans overlap at character {start}", "Check the offsets", number)
