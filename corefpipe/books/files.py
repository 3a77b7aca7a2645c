"""The files of a book: tables as CSV, all of it as JSON, the talks as GraphML, BookNLP's formats, and the page.

`book.json` has one object:

- `format` ("corefpipe.book"), `version` (1), `title`, `words` (of the document);
- `chapters`: objects with the fields of `Part`;
- `characters`: objects with the fields of `Character`, but the roles as `actions`: role -> list of {`lemma`, `count`,
  `places`};
- `quotations`, `talks`, `meetings`: objects with the fields of `Speech`, `Talk`, `Meeting`.

`characters.csv` has the most frequent values of each count only. `aliases.toml` is made to be edited and given back
(see `corefpipe.books.aliases`).

A place is an object with the fields of `Place`; `places` are indices of words. An unknown number is null, an unknown
text or entity "".
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from corefpipe.books.actions import ROLES
from corefpipe.books.aliases import FILE, KEYS, key_of
from corefpipe.books.booknlp import booknlp_files
from corefpipe.books.characters import Character
from corefpipe.books.contents import BookContents
from corefpipe.books.page import index_page
from corefpipe.books.places import Place
from corefpipe.books.text_page import text_page
from corefpipe.formats.tables import Table
from corefpipe.utils.folders import replace_files, write_files
from corefpipe.utils.graphml import graphml
from corefpipe.utils.text import encodable

FORMAT, VERSION = "corefpipe.book", 1
_OWN = 0.9  # share of the mentions with a name that are a character's, from which aliases.toml lists it as theirs
_NAMES = 30  # names per character that it lists
_MOST = 20  # names, phrases, lemmas … in a cell of characters.csv; book.json has all of them


def save_book(book: BookContents, folder: Path) -> None:
    """Write all files of a book into a folder, all at once; after an error the folder is as before.

    Args:
        book: the book.
        folder: is created if it does not exist; files of the same names are replaced.

    Raises:
        SettingError: the folder cannot be created or written to.
    """
    files = {name: encodable(text).encode() for name, text in book_files(book).items()}
    replace_files(folder, partial(write_files, files))


def book_files(book: BookContents) -> dict[str, str]:
    """Name of each file -> its text."""
    tables: dict[str, Table[Any]] = {
        "characters": Table(Character, map(_cut, book.characters)),
        "quotations": book.quotations,
        "actions": book.actions,
        "talks": book.talks,
        "meetings": book.meetings,
    }
    return {
        **{f"{name}.csv": table.to_csv() for name, table in tables.items()},
        FILE: aliases_toml(book) if book.aliases is None else book.aliases.text,
        "book.json": json.dumps(to_dict(book), ensure_ascii=False) + "\n",
        "talks.graphml": talks_graph(book),
        **booknlp_files(book),
        "index.html": index_page(book),
        "text.html": text_page(book),
    }


def _cut(one: Character) -> Character:
    """A character with the most frequent values of each of its counts, and the number of the others."""
    return Character._make(_most(value) if isinstance(value, Mapping) else value for value in one)


def _most(counts: Mapping[str, int]) -> dict[str, int]:
    if len(counts) <= _MOST:
        return dict(counts)
    kept, others = dict([*counts.items()][:_MOST]), [*counts.values()][_MOST:]
    return kept | {f"… {len(others)} others": sum(others)}


def aliases_toml(book: BookContents) -> str:
    """The file of aliases to start from: the named characters of a book, each with the names that are theirs alone."""
    owners: dict[str, Counter[str]] = {}
    for entity, row in book.entities.rows.items():
        for name, count in row.names.items():
            owners.setdefault(key_of(name.split()), Counter())[entity] += count
    lines = [
        f"# Who is who in {json.dumps(book.title, ensure_ascii=False)}. Correct it and give it back: --aliases {FILE}",
        "# All mentions with a name of a person become one chain; a name can be one person's only.",
        '# name: the name to show. gender: "male", "female", "neuter", or "" to let the text tell.',
    ]
    for one in book.characters:
        if one.is_group:
            continue
        own = [name for name in one.names if _is_own(one.entity, owners[key_of(name.split())])]
        names = list({key_of(name.split()): name for name in reversed(own)}.values())[::-1][:_NAMES]
        if names:
            lines += [
                "",
                "[[person]]",
                *(f"{key} = {_toml(value)}" for key, value in zip(KEYS, (one.name, one.gender, names), strict=True)),
            ]
    return "\n".join(lines) + "\n"


def _is_own(entity: str, owners: Counter[str]) -> bool:
    return owners[entity] >= _OWN * owners.total()


def _toml(value: str | Iterable[str]) -> str:
    """A text, or a list of texts, as TOML."""
    return json.dumps(value if isinstance(value, str) else list(value), ensure_ascii=False).replace("\x7f", "\\u007F")


def to_dict(book: BookContents) -> dict[str, Any]:
    """All of a book as objects for JSON (see above)."""
    places = book.actions.places()
    characters = [
        {name: value for name, value in _object(one).items() if name not in ROLES}
        | {"actions": {role: _lemmas(lemmas) for role, lemmas in places.get(one.entity, {}).items()}}
        for one in book.characters
    ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": book.title,
        "words": len(book.document),
        "chapters": [_object(part) for part in book.parts],
        "characters": characters,
        "quotations": [_object(one) for one in book.quotations],
        "talks": [_object(one) for one in book.talks],
        "meetings": [_object(one) for one in book.meetings],
    }


def _lemmas(lemmas: dict[str, list[int]]) -> list[dict[str, Any]]:
    return [{"lemma": lemma, "count": len(places), "places": places} for lemma, places in lemmas.items()]


def _object(row: Any) -> dict[str, Any]:
    return {name: _object(value) if isinstance(value, Place) else value for name, value in row._asdict().items()}


def talks_graph(book: BookContents) -> str:
    """GraphML of the talks: a directed edge from each speaker to each addressee."""
    talking = {entity for one in book.talks for entity in (one.entity, one.addressee_entity)}
    return "".join(
        graphml(
            "talks",
            (
                (one.entity, {"name": one.name, "mentions": one.mentions, "gender": one.gender})
                for one in book.characters
                if one.entity in talking
            ),
            (
                (
                    one.entity,
                    one.addressee_entity,
                    {"quotations": one.quotations, "words": one.words, "answers": one.answers},
                )
                for one in book.talks
            ),
            node_types={"name": str, "mentions": int, "gender": str},
            edge_types={"quotations": int, "words": int, "answers": int},
            directed=True,
        )
    )
