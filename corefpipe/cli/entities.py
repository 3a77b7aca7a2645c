"""`corefpipe entities`: tables, a graph and a page of entities."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from corefpipe.cli import options
from corefpipe.cli.inputs import check_paths, check_source
from corefpipe.cli.outputs import check_file, errors_of
from corefpipe.entities.files import is_entities_file
from corefpipe.exceptions import AnnotationError, SettingError, printable, require_one_of
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
    check_source(source)
    if options.STDIN in (*paths, *(documents or ())):
        raise SettingError("standard input has no document names", cure="Give files or folders")
    if documents and extension != _PAGE:
        raise SettingError("--documents is for a page", cure="Leave it out, or write a file .html")
    check_paths([*paths, *(documents or ())], listed=True)
    check_file(out, [*paths, *(documents or ())])
    known = _file_of_entities(paths, documents)
    texts = paths if known is None else documents or []
    with status("read"):
        from corefpipe.entities.collection import Entities

        found = _of_documents(_resolved(texts, source, out)) if known is None else Entities.read(known)
    with errors_of(out), status("write"):
        if extension == _PAGE:
            found.to_html(out, _resolved(texts, source, out), title=paths[0].name)
        elif extension == _GRAPH:
            found.to_graphml(out)
        else:
            found.table().save(out)
    say(f"{len(found):,} {'entity' if len(found) == 1 else 'entities'} written to {printable(str(out))}")


def _file_of_entities(paths: list[Path], documents: list[Path] | None) -> Path | None:
    """The file of entities among the paths; None if they are documents.

    Raises:
        SettingError: a file of entities with other files; or documents of documents.
    """
    known = next(filter(is_entities_file, paths), None)
    if known is not None and len(paths) > 1:
        raise SettingError(
            "a file of entities is given with other files", cure="Give it alone; its documents with --documents"
        )
    if known is None and documents:
        cure = "Leave it out: the documents are given already"
        raise SettingError("--documents is for a file of entities", cure=cure)
    return known


def _of_documents(documents: Iterator[Document]) -> Entities:
    """The chains of one document, or the linked ones of several.

    Raises:
        AnnotationError: there are no documents, or none of several has chains.
    """
    from corefpipe.entities.collection import Entities
    from corefpipe.entities.documents import link

    first = list(islice(documents, 2))
    return Entities.from_document(first[0]) if len(first) == 1 else link(chain(first, documents))


def _resolved(paths: list[Path], source: str | None, out: Path) -> Iterator[Document]:
    """The documents of files, under the names that `corefpipe link` gives them.

    Raises:
        AnnotationError: one is plain text.
    """
    from corefpipe.batch.linking import read_files

    for document in read_files(paths, source, [out]) if paths else ():
        if not document.words and document.text.strip():
            cure = "Resolve it first: corefpipe resolve PATH --format conllu -o resolved/"
            raise AnnotationError("a plain text has no chains", cure=cure, document=str(document))
        yield document
