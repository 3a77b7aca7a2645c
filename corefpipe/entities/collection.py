"""`Entities`: the entities of a collection of documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Self, overload

from corefpipe.document import Document
from corefpipe.entities.files import Header, broken, entity_of_line, line_of, read_lines, write_entities
from corefpipe.entities.labels import with_ids
from corefpipe.entities.neighbours import cooccurrence_graph
from corefpipe.entities.profiles import profiles_of
from corefpipe.entities.records import Entity
from corefpipe.entities.table import EntityFacts, table_of
from corefpipe.exceptions import SettingError, called
from corefpipe.formats.files import atomic_writer
from corefpipe.formats.tables import Table
from corefpipe.utils.paths import as_path


class Entities(Sequence[Entity]):
    """The entities of a collection, in the order of their ids.

    They are held as the lines of their file, and parsed when they are asked for: those of a million chains take 1 GB.

    >>> entities = corefpipe.link([document])
    >>> len(entities), entities[0].name
    (2, 'Ann')
    >>> entities.to_jsonl("entities.jsonl")
    >>> corefpipe.Entities.read("entities.jsonl")[0].name
    'Ann'

    Args:
        lines: of the entities (`corefpipe.entities.files`), with different ids.
        header: of the file.
    """

    def __init__(self, lines: Sequence[bytes], header: Header):
        self.header = header
        self._lines = lines
        self._places: dict[tuple[str, str], int] | None = None

    @classmethod
    def of(cls, entities: Iterable[Entity], header: Header) -> Self:
        """A collection of records."""
        return cls([line_of(entity).encode() for entity in entities], header)

    @classmethod
    def from_document(cls, document: Document) -> Self:
        """The chains of one document as entities, with their ids, in the order of their first mentions.

        Args:
            document: with chains, such as `corefpipe.resolve` and `Stream.document` give. What its entities do is known
                only if it has a parse.
        """
        chains = document.chains()
        found = (
            Entity(member.chain, document.chain_name(chains[member.chain]), profile, (member,))
            for member, profile in profiles_of(document)
        )
        return cls.of(found, Header("", 1))

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Self:
        """Read what `to_jsonl` wrote, plain or gzipped.

        Raises:
            FormatError: no such file; it is no file of entities, one of another version, or broken at a line; two
                entities of one id, or with one chain.
        """
        header, lines = read_lines(path)
        ids: set[str] = set()
        chains: set[tuple[str, str]] = set()
        kept = []
        for number, line in enumerate(lines, 2):
            try:
                entity = entity_of_line(line)
                if entity.id in ids:
                    raise ValueError(f"there is another with the id {entity.id}")
                for member in entity.members:
                    if member[:2] in chains:
                        raise ValueError(f"the chain {member.chain} of {member.document} is in another, too")
                    chains.add(member[:2])
            except (ValueError, RecursionError) as error:
                raise broken(path, number, error) from None
            ids.add(entity.id)
            kept.append(line.encode())
        return cls(kept, header)

    def to_jsonl(self, path: str | PathLike[str]) -> None:
        """Write the entities to a file (see `corefpipe.entities.files`), all or nothing.

        Raises:
            FormatError: the file cannot be written.
        """
        write_entities((line.decode() for line in self._lines), self.header, path)

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, number: int) -> Entity: ...
    @overload
    def __getitem__(self, number: slice) -> list[Entity]: ...
    def __getitem__(self, number: int | slice) -> Entity | list[Entity]:
        if isinstance(number, slice):
            return [entity_of_line(line.decode()) for line in self._lines[number]]
        return entity_of_line(self._lines[number].decode())

    def __iter__(self) -> Iterator[Entity]:
        return (entity_of_line(line.decode()) for line in self._lines)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self):,} of {self.header.documents:,} documents>"

    def to_graphml(self, path: str | PathLike[str]) -> None:
        """Write which entities are in sentences together as GraphML (see `cooccurrence_graph`), all or nothing.

        Raises:
            FormatError: the file cannot be written.
        """
        with atomic_writer(as_path(path)) as stream:
            stream.writelines(cooccurrence_graph(list(self)))

    def to_html(
        self, path: str | PathLike[str], documents: Document | Iterable[Document] = (), *, title: str = "Entities"
    ) -> None:
        """Write a page to search and browse the entities (see `corefpipe.entities.page`), all or nothing.

        Args:
            path: a file, or its URL.
            documents: their documents, or some of them, for the sentences of the mentions.
            title: of the page.

        Raises:
            FormatError: the file cannot be written.
        """
        from corefpipe.entities.page import entities_page

        page = entities_page(list(self), [documents] if isinstance(documents, Document) else documents, title)
        with atomic_writer(as_path(path)) as stream:
            stream.write(page)

    def table(self) -> Table[EntityFacts]:
        """A table with one row per entity, the most mentioned first."""
        return table_of(list(self))

    def entity_of(self, document: str | Document, chain: str) -> Entity:
        """The entity of a chain.

        Args:
            document: a document, or its name, with its part if it has one (`str(document)`).
            chain: entity id of the chain in the document.

        Raises:
            SettingError: no such chain was linked.
        """
        place = self.places().get((str(document), chain))
        if place is None:
            raise SettingError(
                f"no chain {chain} of a {called(str(document))} was linked",
                cure="`Entity.members` of the entities have the documents and chains",
            )
        return self[place]

    def label(self, documents: Document | Iterable[Document]) -> Iterator[Document]:
        """The documents with the ids of these entities in place of those of their chains.

        Raises:
            SettingError: a chain was not linked.
        """
        for document in [documents] if isinstance(documents, Document) else documents:
            ids = {
                chain: self.entity_of(document, chain).id
                for chain, mentions in document.chains().items()
                if any(one.start < one.end for one in mentions)
            }
            yield with_ids(document, ids)

    def places(self) -> dict[tuple[str, str], int]:
        """(document, chain) -> place of its entity in this sequence."""
        if self._places is None:
            self._places = {member[:2]: place for place, entity in enumerate(self) for member in entity.members}
        return self._places
