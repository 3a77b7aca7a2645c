r"""The file `entities.jsonl`: a header line, then one entity per line.

    {"format": "corefpipe entities", "version": 1, "linking": "en", "documents": 2}
    {"id": "e1", "name": "Barack Obama", "kind": "person", "gender": "male", "mentions": 7,
     "names": {"Obama": 4, "Barack Obama": 1}, "phrases": {"the president": 1}, "pronouns": {"he": 1},
     "kinds": {"person": 7}, "genders": {"male": 7}, "words": {"speech": 2}, "near": {"Congress": 1},
     "topics": {"vote": 12}, "actions": {"agent": {"speak": 2}},
     "chains": [["a.txt", "1", 5, 0, 61], ["b.txt", "4", 2, 10, 31]]}

- `name`, `kind`, `gender` and `mentions` follow from the others, but for the name of an entity of a list.
- Counts are in the order of their size. `words` and `near` count sentences, `topics` words of the
  documents, the others mentions: a name of a list that no mention has is counted 0.
- `chains`: document, id of the chain there, its mentions, index of the first word of its first and last mention.
- No number is above 10^12. Half of a surrogate pair, as in the name of a file that is not UTF-8, is escaped: `\udce9`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from corefpipe.books.actions import ROLES
from corefpipe.entities.records import Counts, Entity, Member, Profile
from corefpipe.exceptions import FormatError
from corefpipe.formats.files import atomic_writer, check_utf8, lines_of, open_pieces
from corefpipe.formats.opening import head
from corefpipe.formats.reading import Place, Reading
from corefpipe.utils.json_text import parse_json
from corefpipe.utils.paths import as_path
from corefpipe.utils.text import encodable

FORMAT, VERSION = "corefpipe entities", 1
_COUNTS = ("names", "phrases", "pronouns", "kinds", "genders", "words", "near", "topics")
_MOST = 10**12
"""Largest number in a file, so that sums of them fit into 64 bits."""
_AGAIN = "Make it again: corefpipe link FOLDER -o entities.jsonl"


class Header(NamedTuple):
    """The first line of the file.

    Attributes:
        linking: the model by which the chains were linked; "" for the chains of one document.
        documents: number of documents that were linked.
    """

    linking: str
    documents: int


def line_of(entity: Entity) -> str:
    """An entity as a line, without its line end."""
    profile = entity.profile
    row = {
        "id": entity.id,
        "name": entity.name,
        "kind": entity.kind,
        "gender": entity.gender,
        "mentions": entity.mentions,
        **{name: getattr(profile, name) for name in (*_COUNTS, "actions")},
        "chains": entity.members,
    }
    return encodable(json.dumps(row, ensure_ascii=False))


def entity_of_line(line: str) -> Entity:
    """The entity of a line.

    Raises:
        ValueError: the line has none; the message says why.
    """
    row = parse_json(line)
    if not isinstance(row, dict):
        raise ValueError("it is no object")
    id, name = _text(row, "id"), _text(row, "name")
    counts = {field: _counts(row.get(field, {}), field, least=int(field != "names")) for field in _COUNTS}
    actions = {role: _counts(one, "actions") for role, one in _mapping(row.get("actions", {}), "actions").items()}
    if not actions.keys() <= set(ROLES):
        raise ValueError(f"`actions` has other roles than {', '.join(ROLES)}")
    members = tuple(map(_member, _list(row.get("chains"))))
    return Entity(id, name, Profile(sum(one.mentions for one in members), **counts, actions=actions), members)


def write_entities(lines: Iterable[str], header: Header, path: str | PathLike[str]) -> None:
    """Write a file, all or nothing; gzipped if the name ends in `.gz`.

    Args:
        lines: of the entities (`line_of`).
        header: of the file.
        path: a file, or its URL.

    Raises:
        FormatError: the file cannot be written.
    """
    with atomic_writer(as_path(path)) as stream:
        first = {"format": FORMAT, "version": VERSION, **header._asdict()}
        stream.write(encodable(json.dumps(first, ensure_ascii=False)) + "\n")
        for line in lines:
            stream.write(line + "\n")


def read_lines(path: str | PathLike[str]) -> tuple[Header, Iterator[str]]:
    """The header of a file, and its lines, which are not checked but for their encoding.

    Raises:
        FormatError: no such file; it is no file of entities, or one of another version.
    """
    place = Place(str(path))
    lines = lines_of(open_pieces(as_path(path), Reading(max_document=2**62)))
    header = _header(next(lines, ""), place)
    return header, _checked(lines, place)


def is_entities_file(path: Path) -> bool:
    """Whether a path is a file that `write_entities` wrote, of whatever version; not if it cannot be read."""
    try:
        return path.is_file() and FORMAT.encode() in head(path).partition(b"\n")[0]
    except FormatError:
        return False


def broken(path: str | PathLike[str], number: int, error: Exception) -> FormatError:
    """The error of a line that has no entity, by its number in the file."""
    return Place(str(path)).error(f"this line is no entity: {error}", _AGAIN, number)


def _checked(lines: Iterable[str], place: Place) -> Iterator[str]:
    for number, line in enumerate(lines, 2):
        check_utf8([line], place, number)
        yield line.rstrip("\n")


def _header(line: str, place: Place) -> Header:
    try:
        found = parse_json(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise place.error("not a file of entities", "Give a file that `corefpipe link -o` wrote", 1)
    if found.get("version") != VERSION:
        raise place.error(f"a file of version {found.get('version')}, and this corefpipe reads {VERSION}", _AGAIN, 1)
    linking, documents = found.get("linking"), found.get("documents")
    if not isinstance(linking, str) or type(documents) is not int or not _is_number(documents):
        raise place.error("the header lacks `linking` or `documents`", _AGAIN, 1)
    return Header(linking, documents)


def _text(row: Mapping[str, Any], field: str) -> str:
    value = row.get(field)
    if not isinstance(value, str) or (field == "id" and not value):
        raise ValueError(f"`{field}` is {json.dumps(value, ensure_ascii=False)[:80]}, and no text")
    return value


def _mapping(value: Any, field: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"`{field}` is no object")
    return value


def _counts(value: Any, field: str, least: int = 1) -> Counts:
    counts = _mapping(value, field)
    if not all(_is_number(count, least) for count in counts.values()):
        raise ValueError(f"`{field}` has a value that is no whole number from {least} to {_MOST}")
    return counts


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError("`chains` is no list")
    return value


def _member(value: Any) -> Member:
    kinds = [type(part) for part in value] if isinstance(value, list) else []
    if kinds != [str, str, int, int, int]:
        raise ValueError("a chain is no list of document, chain, mentions, first and last word")
    member = Member(*value)
    if not (_is_number(member.mentions, 1) and _is_number(member.first) and member.first <= member.last <= _MOST):
        raise ValueError("a chain has numbers of mentions or words that no chain can have")
    return member


def _is_number(value: Any, least: int = 0) -> bool:
    """Whether a value is a whole number within the limits of a file."""
    return type(value) is int and least <= value <= _MOST
