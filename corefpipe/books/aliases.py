"""Who is who in a book, as a file that people edit: names that are one person's, the name to show, the gender.

    [[person]]
    name = "Colonel Sapt"
    gender = "male"
    names = ["Sapt", "old Sapt", "Colonel Sapt"]

All mentions with one of the names are in one chain, in which no mention has a name of somebody else. What is not listed
is resolved as before.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corefpipe.casts.forms import Form
from corefpipe.casts.names import endeared_persons_of, persons_of
from corefpipe.document import Document, naming_length
from corefpipe.exceptions import FormatError, printable
from corefpipe.features import MentionTable
from corefpipe.lexicon import load_lexicon
from corefpipe.resolver.resolving import loaded, resolve_documents
from corefpipe.utils.toml import from_toml, read_toml

if TYPE_CHECKING:
    from corefpipe.resolver.model import Resolver

FILE = "aliases.toml"
"""Name of the file in the folder of a book."""
GENDERS = ("male", "female", "neuter", "")
KEYS = ("name", "gender", "names")
_HEADER = re.compile(r"\s*\[\[\s*person\s*\]\]")
_AT = re.compile(r" \(at line (\d+), column \d+\)")


class Alias(NamedTuple):
    """A person of a book.

    >>> from corefpipe.books import Aliases
    >>> aliases = Aliases.parse('[[person]]\\nname = "Ann Lee"\\nnames = ["Ann", "Miss Lee"]')
    >>> aliases.people[0].name, aliases.people[0].gender
    ('Ann Lee', '')

    Attributes:
        name: the name to show.
        gender: "male", "female" or "neuter"; "" to let the text tell.
        names: all that the text calls the person, and nobody else.
    """

    name: str
    gender: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Aliases:
    """The people of a book, by hand (see above).

    >>> from corefpipe.books import Aliases
    >>> aliases = Aliases.parse('[[person]]\\nname = "Ann Lee"\\nnames = ["Ann", "Miss Lee"]')
    >>> aliases.people[0].names
    ('Ann', 'Miss Lee')

    Attributes:
        people: in the order of the file.
        text: the file.
        file: its path, for messages; None without one.
    """

    people: tuple[Alias, ...]
    text: str = field(repr=False)
    file: str | None = None

    @classmethod
    def read(cls, path: str | Path) -> Aliases:
        """Read a file of aliases.

        Raises:
            FormatError: it cannot be read, is no TOML, has unknown keys or values of another type, or a name under two
                people.
        """
        try:
            text = read_toml(Path(path))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise FormatError(f"cannot be read: {reason}", cure=f"Name a file such as {FILE}", file=str(path)) from None
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, file: str | None = None) -> Aliases:
        """The aliases in a text (see `read`)."""
        lines = _Lines(text, file)
        try:
            found = from_toml(text)
        except ValueError as error:
            at = _AT.search(str(error))
            line = int(at[1]) if at else None
            raise FormatError(_AT.sub("", str(error)), cure="It must be TOML", file=file, line=line) from None
        for key in found:
            if key != "person":
                raise lines.error(f"unknown key '{key}'", "A person begins with [[person]]", None, key)
        tables = found.get("person", [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise lines.error("'person' is no list of tables", "A person begins with [[person]]", None, "person")
        people = tuple(_person(table, number, lines) for number, table in enumerate(tables))
        owner: dict[str, int] = {}
        for number, one in enumerate(people):
            for name in one.names:
                if owner.setdefault(key_of(name.split()), number) != number:
                    other = people[owner[key_of(name.split())]].name
                    cure = "A name can be one person's only; delete it here or there"
                    raise lines.error(f"'{name}' is a name of '{other}', too", cure, number, name)
        return cls(people, text, file)

    def check(self, document: str | Document) -> None:
        """Check that all names are in a text, or in that of a document.

        Raises:
            FormatError: one occurs nowhere; the error has its line.
        """
        text = document if isinstance(document, str) else document.text or " ".join(document.words)
        plain = " ".join(text.replace("_", "").split())
        for number, one in enumerate(self.people):
            for name in one.names:
                first, rest = re.escape(name[:1]), re.escape(" ".join(name.split())[1:])
                if not re.search(rf"(?<!\w)(?i:{first}){rest}(?!\w)", plain):
                    cure = "Write it as the text does, or delete it"
                    raise _Lines(self.text, self.file).error(f"'{name}' occurs nowhere in the text", cure, number, name)

    def resolve(self, document: str | Document, model: str | Path | Resolver = "en") -> Document:
        """Resolve a text or document so that the chains have these names.

        Args:
            document: see `corefpipe.resolve`.
            model: its model.

        Raises:
            FormatError: a name occurs nowhere in the text.
            ModelError: no such model.
        """
        self.check(document)
        resolver, nlp = loaded(model)
        return next(resolve_documents([document], resolver, nlp, known=self.known))

    def known(self, table: MentionTable) -> np.ndarray:
        """(n_mentions,) int, the number of the person whom each mention names, -1 for none (see `Resolver.resolve`)."""
        lexicon, parse = table.lexicon, table.parse
        forms = {Form.of(lexicon, tuple(key.lower().split())): number for key, number in self._names()}
        named = persons_of(table) | endeared_persons_of(table)
        found = np.full(len(table), -1, dtype=np.int64)
        for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
            if kind in ("pronoun", "coordination"):
                continue
            length = naming_length(parse.words[start:end], parse.pos[start:end], head - start)
            number = self._by_key.get(key_of(parse.words[start : start + length]), -1)
            if number < 0 and row in named:
                words, titles = named[row]
                number = forms.get(Form.of(lexicon, (*titles, *words)), -1)
            found[row] = number
        return found

    def entities(self, document: Document) -> dict[str, Alias]:
        """Entity id of a resolved document -> the person whose names most of its named mentions are."""
        votes: dict[str, Counter[int]] = {}
        for mention in document.mentions:
            number = self._by_key.get(key_of(document.named(mention).text.split()), -1)
            if number >= 0:
                votes.setdefault(mention.entity, Counter())[number] += 1
        return {entity: self.people[own.most_common(1)[0][0]] for entity, own in votes.items()}

    @cached_property
    def _by_key(self) -> dict[str, int]:
        return {key_of(name.split()): number for name, number in self._names()}

    def _names(self) -> Iterator[tuple[str, int]]:
        for number, one in enumerate(self.people):
            yield from ((name, number) for name in one.names)


def _person(table: Mapping[str, Any], number: int, lines: _Lines) -> Alias:
    """The person of a table of the file."""
    for key in table:
        if key not in KEYS:
            raise lines.error(f"unknown key '{key}'", f"The keys of a person are {', '.join(KEYS)}", number, key)
    name, gender, names = table.get("name"), table.get("gender", ""), table.get("names")
    if not isinstance(name, str) or not name.strip():
        raise lines.error("a person without a name", 'Add a line such as name = "Ann Lee"', number, "name")
    if gender not in GENDERS:
        cure = 'It must be "male", "female", "neuter" or ""'
        raise lines.error(f"the gender of '{name}' is {gender!r:.40}", cure, number, "gender")
    if not isinstance(names, list) or not names or not all(isinstance(one, str) and one.strip() for one in names):
        cure = 'Add a line such as names = ["Ann", "Miss Lee"]'
        raise lines.error(f"'{name}' has no list of names", cure, number, "names")
    return Alias(" ".join(name.split()), gender, tuple(dict.fromkeys(" ".join(one.split()) for one in names)))


class _Lines:
    """The lines of a file of aliases, for messages.

    Args:
        text: the file.
        file: its path.
    """

    def __init__(self, text: str, file: str | None):
        self._lines, self._file = text.split("\n"), file

    def error(self, message: str, cure: str, number: int | None, what: str) -> FormatError:
        """The error with the first line of a person that has a key or a name.

        Args:
            message, cure: of the error.
            number: of the person; None for the whole file.
            what: the key or name; if it is on no line, that of the person is told.
        """
        headers = [place for place, line in enumerate(self._lines) if _HEADER.match(line)]
        first = headers[number] if number is not None and number < len(headers) else 0
        written = (json.dumps(what, ensure_ascii=False), f"'{what}'")
        is_key = re.compile(rf"\s*[\"']?{re.escape(what)}[\"']?\s*=|\s*\[+\s*{re.escape(what)}")
        lines = enumerate(self._lines[first:], first + 1)
        line = next((n for n, one in lines if is_key.match(one) or any(text in one for text in written)), first + 1)
        return FormatError(printable(message), cure=cure, file=self._file, line=line)


def key_of(words: Sequence[str]) -> str:
    """What is compared of a name: its words without spaces and marks of possession, "The" as "the"."""
    lexicon, own = load_lexicon(), list(words)
    while own and (own[-1].lower() in lexicon.possessive_marks or not any(map(str.isalnum, own[-1]))):
        own.pop()
    if own and own[0].lower() in lexicon.determiners.keys() | lexicon.pronouns.keys():
        own[0] = own[0].lower()
    return "".join(own)
