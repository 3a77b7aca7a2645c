"""The note on a Doc about what it cannot store: JSON, which is validated when it is read.

    {"name": "a", "part": 0, "genre": "",
     "fields": {"deps": {"3": "root"}, "paragraph_starts": [0, 12]},
     "mentions": [[2, 5, "e1", {"head": 4, "fragments": [[2, 3], [4, 5]]}]]}

`fields` has the fields of the document that differ from the Doc: a value, or for a column {word: value}. `mentions` has
(start, end, entity) and the fields of the mention that differ.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

from corefpipe.document import Document, Mention, Multiword
from corefpipe.formats.reading import MAX_DOCUMENT, MAX_PART
from corefpipe.utils.json_text import parse_json

MAX_VALUES = MAX_DOCUMENT // 16
"""Largest number of values in a note: one may take 70 bytes in memory."""

_MENTION_FIELDS = tuple(f.name for f in fields(Mention) if f.name not in ("start", "end", "entity"))
_HEADLINE = ("name", "part", "genre")
_ELSEWHERE = (*_HEADLINE, "words", "mentions", "quotations", "metadata", "origin")
_FIELDS = tuple(f.name for f in fields(Document) if f.name not in _ELSEWHERE and f.init)


def note_of(document: Document, found: Document) -> str:
    """Return the note with which `noted` restores the document from `found`, which has the same words and spans."""
    said: dict[str, Any] = {}
    for name in _FIELDS:
        value, other = getattr(document, name), getattr(found, name)
        if value != other:
            said[name] = _changes(value, other)
    mentions = []
    waiting = _by_key(found.mentions)
    for mention in document.mentions:
        twin = waiting[_key(mention)].pop(0)
        changed = {
            name: getattr(mention, name) for name in _MENTION_FIELDS if getattr(mention, name) != getattr(twin, name)
        }
        mentions.append([*_key(mention), changed])
    # Mentions with the same key are told apart by their order, so all of them are noted.
    telling = {tuple(key) for *key, changed in mentions if changed}
    record = {name: getattr(document, name) for name in _HEADLINE} | {
        "fields": said,
        "mentions": [entry for entry in mentions if tuple(entry[:3]) in telling],
    }
    return json.dumps(record, ensure_ascii=False, default=_plain, separators=(",", ":"))


def noted(found: Document, note: object) -> Document:
    """Return the document of a Doc, changed as its note says.

    Raises:
        ValueError: the note is not valid, or is of other words; the message says why.
    """
    if not isinstance(note, str):
        raise ValueError("it is not a string")
    if sum(map(note.count, ",[{")) > MAX_VALUES:
        raise ValueError(f"it has more than {MAX_VALUES} values")
    try:
        record = parse_json(note)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if "\\u" in note:  # which may be half of a surrogate pair
        json.dumps(record, ensure_ascii=False).encode()
    _require(isinstance(record, dict) and all(name in record for name in (*_HEADLINE, "fields", "mentions")), "a field")
    _require(isinstance(record["name"], str) and isinstance(record["genre"], str), "name")
    _require(_index(record["part"]) and record["part"] <= MAX_PART, "part")
    said = record["fields"]
    _require(isinstance(said, dict) and set(said) <= set(_READ), "fields")
    size = len(found.words)
    values: dict[str, Any] = {}
    for name, value in said.items():
        column = getattr(found, name)
        if isinstance(value, dict) and isinstance(column, list) and name != "other":
            _require(all(key.isdecimal() and int(key) < size for key in value), name)
            value = [value.get(str(word), old) for word, old in enumerate(column)]
        values[name] = _READ[name](value, found)
    changed = _mention_changes(record["mentions"], size)
    mentions = []
    for mention in found.mentions:
        queue = changed.get(_key(mention))
        mentions.append(replace(mention, **queue.pop(0)) if queue else mention)
    headline = {name: record[name] for name in _HEADLINE}
    return replace(found, **headline, **values, mentions=mentions)


def _changes(value: Any, other: Any) -> Any:
    if not isinstance(value, list) or not isinstance(other, list) or len(value) != len(other):
        return value
    changed = {str(i): new for i, (new, old) in enumerate(zip(value, other, strict=True)) if new != old}
    return changed if len(changed) * 3 < len(value) else value


def _mention_changes(record: Any, size: int) -> dict[tuple[int, int, str], list[dict[str, Any]]]:
    _require(
        isinstance(record, list) and all(isinstance(entry, list) and len(entry) == 4 for entry in record), "mentions"
    )
    found: dict[tuple[int, int, str], list[dict[str, Any]]] = defaultdict(list)
    for start, end, entity, changed in record:
        _require(_index(start) and _index(end) and isinstance(entity, str), "mentions")
        found[start, end, entity].append(_mention_fields(changed, size))
    return found


def _mention_fields(said: Any, size: int) -> dict[str, Any]:
    _require(isinstance(said, dict) and set(said) <= set(_MENTION_FIELDS), "mentions")
    values = dict(said)
    for name, value in said.items():
        if name == "fragments":
            _require(isinstance(value, list) and all(_pair(piece, size) for piece in value), name)
            values[name] = tuple((start, end) for start, end in value)
        elif name == "antecedent":
            _require(value is None or _pair(value, size), name)
            values[name] = None if value is None else tuple(value)
        elif name == "empty":
            _require(isinstance(value, list) and all(map(_index, value)), name)
            values[name] = tuple(value)
        elif name == "other":
            _require(_texts(value), name)
        elif name == "type":
            _require(isinstance(value, str), name)
        else:
            _require(value is None or (_index(value) and (name != "head" or value < size)), name)
    return values


def _plain(value: object) -> Any:
    """What JSON has no form for: mentions without words."""
    if isinstance(value, Mention):
        return {f.name: getattr(value, f.name) for f in fields(value)}
    raise TypeError(type(value).__name__)


def _key(mention: Mention) -> tuple[int, int, str]:
    return mention.start, mention.end, mention.entity


def _by_key(mentions: Iterable[Mention]) -> dict[tuple[int, int, str], list[Mention]]:
    found: dict[tuple[int, int, str], list[Mention]] = defaultdict(list)
    for mention in mentions:
        found[_key(mention)].append(mention)
    return found


def _require(fulfilled: object, what: str) -> None:
    if not fulfilled:
        raise ValueError(f"its `{what}` is not what belongs there, or of other words")


def _index(value: Any) -> bool:
    return type(value) is int and value >= 0


def _pair(value: Any, size: int) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_index, value)) and value[0] <= value[1] <= size


def _texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _column(name: str, valid: Callable[[Any, Document], bool]) -> Callable[[Any, Document], Any]:
    """Reads a column of one value a word."""

    def read(value: Any, found: Document) -> Any:
        fits = isinstance(value, list) and len(value) == len(found.words) and all(valid(item, found) for item in value)
        _require(value is None or fits, name)
        return value

    return read


def _starts(name: str, optional: bool) -> Callable[[Any, Document], Any]:
    def read(value: Any, found: Document) -> Any:
        if value is None and optional:
            return None
        fits = isinstance(value, list) and all(_index(item) and item < len(found.words) for item in value)
        _require(fits and all(left < right for left, right in pairwise(value)), name)
        return value

    return read


def _text(value: Any, found: Document) -> str:
    _require(isinstance(value, str), "text")
    return value


def _other(value: Any, found: Document) -> dict[str, list[str]]:
    _require(isinstance(value, dict), "other")
    read = _column("other", lambda item, _: isinstance(item, str))
    for column in value.values():
        _require(read(column, found) is not None, "other")
    return value


def _metadata(value: Any, found: Document) -> list[dict[str, str]] | None:
    _require(value is None or (isinstance(value, list) and all(map(_texts, value))), "sentence_metadata")
    return value


def _multiwords(value: Any, found: Document) -> list[Multiword]:
    fits = isinstance(value, list) and all(
        isinstance(entry, list)
        and len(entry) == len(Multiword._fields)
        and _pair(entry[:2], len(found.words))
        and all(isinstance(text, str) for text in entry[2:])
        for entry in value
    )
    _require(fits, "multiwords")
    return [Multiword(*entry) for entry in value]


def _empty_nodes(value: Any, found: Document) -> list[tuple[int, list[str]]]:
    fits = isinstance(value, list) and all(
        isinstance(entry, list)
        and len(entry) == 2
        and type(entry[0]) is int
        and -1 <= entry[0] < max(1, len(found.words))
        and isinstance(entry[1], list)
        and all(isinstance(cell, str) for cell in entry[1])
        for entry in value
    )
    _require(fits, "empty_nodes")
    return [(before, cells) for before, cells in value]


def _zeros(value: Any, found: Document) -> list[Mention]:
    size = len(found.words)
    mentions = []
    _require(isinstance(value, list), "zeros")
    for entry in value:
        _require(isinstance(entry, dict) and {"start", "end", "entity"} <= set(entry), "zeros")
        rest = dict(entry)
        start, end, entity = rest.pop("start"), rest.pop("end"), rest.pop("entity")
        _require(_pair([start, end], size) and isinstance(entity, str), "zeros")
        mentions.append(Mention(start, end, entity, **_mention_fields(rest, size)))
    return mentions


_READ: dict[str, Callable[[Any, Document], Any]] = {
    "sentence_starts": _starts("sentence_starts", optional=False),
    "paragraph_starts": _starts("paragraph_starts", optional=True),
    "text": _text,
    "offsets": _column("offsets", lambda item, _: _index(item)),
    "spaces": _column("spaces", lambda item, _: isinstance(item, bool)),
    "heads": _column("heads", lambda item, found: _index(item) and item < len(found.words)),
    **{
        name: _column(name, lambda item, _: isinstance(item, str))
        for name in ("tags", "pos", "feats", "lemmas", "deps", "speakers", "entity_types")
    },
    "other": _other,
    "sentence_metadata": _metadata,
    "multiwords": _multiwords,
    "empty_nodes": _empty_nodes,
    "zeros": _zeros,
}
