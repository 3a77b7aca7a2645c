"""Link the chains of documents: the function behind `corefpipe.link` and the command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from os import PathLike

from corefpipe.document import Document
from corefpipe.entities.assembly import assembled, linked
from corefpipe.entities.collection import Entities
from corefpipe.entities.files import Header
from corefpipe.entities.lists import read_list
from corefpipe.entities.model import packaged_model
from corefpipe.entities.packed import PackedDocument, packed_documents
from corefpipe.entities.records import Entity
from corefpipe.entities.resolving import TextResolver
from corefpipe.exceptions import AnnotationError
from corefpipe.resolver.loading import load_resolver
from corefpipe.utils.collection import NO_COLLECTION


def link(
    documents: Document | Iterable[Document],
    *,
    to: Entities | str | PathLike[str] | None = None,
    entities: str | PathLike[str] | None = None,
    threshold: float | None = None,
    model: str = "en",
) -> Entities:
    """Link the chains of documents to the entities of the collection that they refer to.

    >>> import corefpipe
    >>> entities = corefpipe.link(corefpipe.read("news/"))  # doctest: +SKIP
    >>> entities.entity_of("obama.txt", "1").aliases  # doctest: +SKIP

    Documents in any order give the same entities. With `to`, the entities there stay as they are, and each new chain
    joins one of them or starts another: two calls may give others than one call with all documents, because chains that
    came earlier are not linked again.

    Args:
        documents: with names, which differ. Raw texts are resolved, and keep names that they mention once, which
            `corefpipe.resolve` leaves out.
        to: entities of earlier documents, or their file. These documents are not read again.
        entities: a list of entities with ids of one's own, `id<TAB>name<TAB>alias…` per line, to which chains are
            linked as well. Chains of others get entities with ids e1, e2 …
        threshold: what the score of a link must exceed that of a new entity by: a higher one gives more entities.
            None is that of the packaged model.
        model: name or folder of the model that resolves raw texts.

    Raises:
        AnnotationError: two documents of one name, a document that is in `to` already, or no document with chains.
        FormatError: a file that is no file of entities, of another version or broken; a list that is not valid.
        ModelError: no such model.
    """
    several = [documents] if isinstance(documents, Document) else documents
    resolved = TextResolver(lambda: load_resolver(model))(several)
    return link_packed(packed_documents(resolved), to=to, entities=entities, threshold=threshold)


def link_packed(
    documents: Iterable[PackedDocument],
    *,
    to: Entities | str | PathLike[str] | None = None,
    entities: str | PathLike[str] | None = None,
    threshold: float | None = None,
) -> Entities:
    """`link` for the packed chains of documents."""
    listed = [] if entities is None else read_list(entities)
    earlier = to if isinstance(to, Entities) or to is None else Entities.read(to)
    ids = {entity.id for entity in earlier or ()}
    more = [entity for entity in listed if entity.id not in ids]
    # Earlier entities are parsed one by one, because those of a large collection would fill the memory.
    known = more if earlier is None else [*earlier, *more] if more else earlier
    kept, names = _collected(documents, known)
    model = packaged_model()
    model = model if threshold is None else replace(model, threshold=threshold)
    before = 0 if earlier is None else earlier.header.documents
    with NO_COLLECTION:
        numbers, size = linked(kept, known, model)
        return assembled(kept, numbers, known, size, Header(model.name, before + names))


def _collected(documents: Iterable[PackedDocument], known: Sequence[Entity]) -> tuple[list[bytes], int]:
    """The chains of documents, and how many documents there are.

    Raises:
        AnnotationError: see `link`.
    """
    files: dict[str, str] = {}
    earlier = set(chain.from_iterable(entity.documents for entity in known))
    found: list[bytes] = []
    for document in documents:
        if document.name in earlier:
            raise AnnotationError(
                "the document is among those of the entities that new ones are linked to",
                cure="Leave it out, or link all documents again without these entities (to, --to)",
                document=document.name,
                file=document.file or None,
            )
        if document.name in files:
            where = f", the first in {files[document.name]}" if files[document.name] else ""
            raise AnnotationError(
                f"two documents have this name{where}",
                cure="Give each document a name of its own: entities name their documents",
                document=document.name,
                file=document.file or None,
            )
        files[document.name] = document.file
        found += document.chains
    if not found:
        raise AnnotationError(
            f"none of {len(files)} documents has chains" if files else "there are no documents",
            cure="Resolve them first: `corefpipe resolve`, or in Python corefpipe.resolve(documents)",
        )
    return found, len(files)
