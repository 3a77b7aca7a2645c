"""`corefpipe entities`: tables, a graph and a page of entities."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from corefpipe.cli import options
from corefpipe.cli.inputs import check_paths, read_documents
from corefpipe.cli.outputs import check_file, errors_of
from corefpipe.exceptions import AnnotationError, SettingError, printable, require_one_of
from corefpipe.formats import distinct
from corefpipe.formats.tables import TABLE_FILES, extension_of
from corefpipe.utils.paths import as_path
from corefpipe.utils.progress import say, status

if TYPE_CHECKING:
    from corefpipe.document import Document
    from corefpipe.entities.collection import Entities

_GRAPH, _PAGE = "graphml", options.HTML


def entities(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            parser=as_path,
            help="A file of entities that `corefpipe link` wrote; or documents with chains, in files or folders.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "-o",
            "--out",
            metavar="FILE",
            parser=as_path,
            help="What to write: .csv, .jsonl, .parquet, .graphml, .html.",
        ),
    ],
    documents: Annotated[
        Optional[list[Path]],  # noqa: UP045  typer reads the annotation
        typer.Option(
            metavar="PATH",
            parser=as_path,
            help="For a page of a file of entities: its documents, whose sentences the page shows.",
        ),
    ] = None,
    source: options.SourceFormat = None,
) -> None:
    """Write entities as a table or graph, or as a page to search and browse them.

    \b
    Examples:
      corefpipe entities entities.jsonl -o entities.csv
      corefpipe entities entities.jsonl -o entities.graphml
      corefpipe entities entities.jsonl --documents resolved/ -o entities.html
      corefpipe entities novel.conllu -o novel.parquet
      corefpipe entities resolved/ -o entities.html

    A table has one row per entity: names, other noun phrases and pronouns with counts, kind, gender, mentions,
    documents, first and last mention, what it does, suffers, has and is, and who is in its sentences. A graph has an
    edge between entities that are in sentences together. A page is one file; it has the 20,000 most mentioned entities.

    The entities of one document are its chains; the chains of several are linked as by `corefpipe link`.
    """
    extension = extension_of(out)
    require_one_of("extension of --out", extension, (*TABLE_FILES, _GRAPH, _PAGE))
    if source is not None:
        require_one_of("format", source, options.READ)
    if options.STDIN in (*paths, *(documents or ())):
        raise SettingError("standard input has no document names", cure="Give files or folders")
    if documents and extension != _PAGE:
        raise SettingError("--documents is for a page", cure="Leave it out, or write a file .html")
    check_paths([*paths, *(documents or ())], listed=True)
    check_file(out, [*paths, *(documents or ())])
    found = _found(paths, documents, source)
    with errors_of(out), status("write"):
        if extension == _PAGE:
            found.to_html(out, distinct(read_documents(documents or _texts(paths), source)), title=paths[0].name)
        elif extension == _GRAPH:
            found.to_graphml(out)
        else:
            found.table().save(out)
    say(f"{len(found):,} {'entity' if len(found) == 1 else 'entities'} written to {printable(str(out))}")


def _texts(paths: list[Path]) -> list[Path]:
    """The paths that are documents."""
    from corefpipe.entities.files import has_entities

    return [path for path in paths if path.is_dir() or not has_entities(path)]


def _found(paths: list[Path], documents: list[Path] | None, source: str | None) -> Entities:
    """The entities of a file, or of documents.

    Raises:
        SettingError: a file of entities and something else.
    """
    from corefpipe.entities.collection import Entities

    texts = _texts(paths)
    if not texts and len(paths) == 1:
        return Entities.read(paths[0])
    if len(texts) < len(paths):
        raise SettingError(
            "a file of entities is given with other files", cure="Give it alone; its documents with --documents"
        )
    if documents:
        raise SettingError(
            "--documents is for a file of entities", cure="Leave it out: the documents are given already"
        )
    with status("read"):
        return _of_documents(distinct(read_documents(paths, source)))


def _of_documents(documents: Iterator[Document]) -> Entities:
    """The chains of one document, or the linked ones of several.

    Raises:
        AnnotationError: there are no documents, or none has chains.
    """
    from corefpipe.entities.collection import Entities
    from corefpipe.entities.documents import link

    first = list(islice(documents, 2))
    if len(first) != 1:
        return link(chain(first, documents))
    if not first[0].words:
        cure = "Resolve it first: corefpipe resolve FILE --format conllu -o resolved.conllu"
        raise AnnotationError("the text has no chains", cure=cure, document=str(first[0]))
    return Entities.from_document(first[0])
