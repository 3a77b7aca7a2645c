"""`corefpipe link`: the entities of a collection of documents."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from corefpipe.cli import options
from corefpipe.cli.inputs import check_paths, check_source, warn_of
from corefpipe.cli.outputs import check_file, check_file_or_folder, errors_of, write_documents
from corefpipe.entities.files import is_entities_file
from corefpipe.exceptions import SettingError, printable, require_one_of
from corefpipe.formats import FORMATS
from corefpipe.utils.paths import as_path
from corefpipe.utils.progress import say, status
from corefpipe.utils.text import counted

if TYPE_CHECKING:
    from corefpipe.batch.linking import LinkSummary
    from corefpipe.entities.collection import Entities


def _with_ids() -> tuple[str, ...]:
    return tuple(form.name for form in FORMATS.values() if form.writes and form.chains and "entity ids" in form.holds)


Linked = Annotated[
    list[Path],
    typer.Argument(
        metavar="PATH",
        parser=as_path,
        help="Files or folders: documents with chains in any format that can be read, or plain text, which is resolved "
        "first.",
    ),
]
Out = Annotated[Path, typer.Option("-o", "--out", metavar="FILE", parser=as_path, help="File of the entities.")]
Earlier = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="FILE",
        parser=as_path,
        help="Entities of earlier documents, written by this command: the new documents are linked to these, too, and "
        "the earlier ones are not read.",
    ),
]
Listed = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        metavar="LIST",
        parser=as_path,
        help="Entities with ids of your own, one per line: id, name and other names, with tabs between them.",
    ),
]
Threshold = Annotated[
    Optional[float],  # noqa: UP045
    typer.Option(
        metavar="T",
        help="What the score of a link must exceed that of a new entity by: a higher T gives more entities. "
        "[default: the model's]",
    ),
]
Labelled = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        "--write-documents",
        metavar="FOLDER",
        parser=as_path,
        help="Also write the documents, with the ids of the entities in place of those of their chains.",
    ),
]
Format = Annotated[
    str, typer.Option(metavar="|".join(_with_ids()), help="Format of these documents; all keep the ids.")
]
Processes = Annotated[int, typer.Option(min=1, help="Number of files to read, and texts to resolve, in parallel.")]
Dask = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        metavar="ADDRESS",
        help="Read and resolve on the workers of a Dask scheduler, such as tcp://127.0.0.1:8786, instead of "
        "--processes. They must have access to the same files. Needs corefpipe[dask].",
    ),
]


def link(
    paths: Linked,
    out: Out,
    to: Earlier = None,
    entities: Listed = None,
    threshold: Threshold = None,
    model: Annotated[str, typer.Option(help=f"Resolves plain text. {options.MODEL}")] = "en",
    source: options.SourceFormat = None,
    write: Labelled = None,
    format: Format = "conllu",
    processes: Processes = 1,
    dask: Dask = None,
) -> None:
    """Link the chains of many documents to the people, places and things of the collection that they refer to.

    \b
    Examples:
      corefpipe resolve news/ --format conllu -o resolved/
      corefpipe link resolved/ -o entities.jsonl
      corefpipe link news/ -o entities.jsonl --processes 2
      corefpipe link today/ --to entities.jsonl -o entities-new.jsonl
      corefpipe link resolved/ --entities people.tsv -o entities.jsonl
      corefpipe link resolved/ -o entities.jsonl --write-documents linked/

    The file has one entity per line: its names and what else it is called, kind, gender, the words and names beside it,
    what it does, and its chains, by document. Documents in any order, and any number of processes, give the same
    entities. With --to, those of the file stay as they are; each new chain joins one of them or starts another.

    Plain text is resolved with the names that it mentions once; documents that `corefpipe resolve` wrote lack these.
    """
    require_one_of("format", format, _with_ids())
    check_source(source)
    if options.STDIN in paths:
        raise SettingError("standard input has no document names", cure="Give files or folders")
    read = [path for path in (*paths, to, entities) if path is not None]
    check_paths(read, listed=True)
    check_file(out, [] if is_entities_file(out) else read)
    if write is not None:
        check_file_or_folder(write, paths, format)
    with status("load the model"):
        from corefpipe.batch.linking import link_files, read_files
    skip = [path for path in (out, to, entities) if path is not None]
    found, summary = link_files(
        paths,
        to=to,
        entities=entities,
        threshold=threshold,
        model=model,
        source=source,
        skip=skip,
        processes=processes,
        dask=dask,
        verbose=sys.stderr.isatty(),
    )
    with errors_of(out):
        found.to_jsonl(out)
    _tell(found, summary, out, listed=entities is not None)
    if write is not None:
        if summary.resolved:
            raise SettingError(
                f"--write-documents needs resolved documents, and {summary.resolved} are plain text",
                cure="Resolve them first: corefpipe resolve FOLDER --format conllu -o resolved/",
            )
        write_documents(found.label(read_files(paths, source, skip)), write, format)


def _tell(found: Entities, summary: LinkSummary, out: Path, listed: bool) -> None:
    warn_of(summary.notes)
    if summary.resolved:
        say(f"{counted(summary.resolved, 'document')} of plain text resolved")
    read = ", ".join(counted(getattr(summary, f"{what}s"), what) for what in ("file", "document", "chain"))
    entities = f"{len(found):,} {'entity' if len(found) == 1 else 'entities'}"
    absent = sum(not entity.members for entity in found) if listed else 0
    without = f", {absent:,} of them in none of the documents," if absent else ""
    say(f"{read}; {entities}{without} written to {printable(str(out))}")
