"""A list of entities with ids of one's own: `id<TAB>name<TAB>alias<TAB>alias …`, one per line."""

from __future__ import annotations

from os import PathLike

from corefpipe.entities.records import Entity, Profile
from corefpipe.formats.files import check_utf8, lines_of, open_pieces
from corefpipe.formats.reading import Place, Reading
from corefpipe.utils.paths import as_path

_COLUMNS = "Write on each line an id, a name and, if there are any, other names, with tabs between them"


def read_list(path: str | PathLike[str]) -> list[Entity]:
    """The entities of a list, in its order; empty lines, and those that begin with #, are skipped.

    Raises:
        FormatError: no such file; a line without id or name; an id that an earlier line has; no entity at all.
    """
    place = Place(str(path))
    first: dict[str, int] = {}
    found = []
    for number, line in enumerate(lines_of(open_pieces(as_path(path), Reading())), 1):
        check_utf8([line], place, number)
        if line.isspace() or line.startswith("#"):
            continue
        id, *names = (" ".join(cell.split()) for cell in line.rstrip("\r\n").split("\t"))
        if not names:
            raise place.error("1 column, and there must be 2 or more", _COLUMNS, number)
        for value, what in ((id, "id"), (names[0], "name")):
            if not value:
                raise place.error(f"the {what} is empty", _COLUMNS, number)
        if id in first:
            raise place.error(f"line {first[id]} has the id {id}, too", "Give each entity an id of its own", number)
        first[id] = number
        profile = Profile(names=dict.fromkeys(filter(None, names), 0))  # no mention has them yet
        found.append(Entity(id, names[0], profile, ()))
    if not found:
        raise place.error("the list has no entities", _COLUMNS)
    return found
