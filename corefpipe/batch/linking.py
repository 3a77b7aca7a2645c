"""Link the chains of files: in this process, in several, or on a Dask cluster, with the same result."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.batch.cluster import connected
from corefpipe.batch.inputs import Input, Inputs
from corefpipe.batch.packing import FilePacker, PackedFile, pack_on_worker
from corefpipe.batch.resolving import renamed
from corefpipe.batch.run import check_workers
from corefpipe.batch.settings import Settings
from corefpipe.document import Document
from corefpipe.entities.collection import Entities
from corefpipe.entities.documents import link_packed
from corefpipe.entities.packed import PackedDocument
from corefpipe.exceptions import FormatError
from corefpipe.formats import FORMATS, read
from corefpipe.utils.paths import as_path, place
from corefpipe.utils.processes import lifeline, signals_deferred, start_worker
from corefpipe.utils.progress import bar
from corefpipe.version import __version__

if TYPE_CHECKING:
    from distributed import Client


@dataclass(slots=True)
class LinkSummary:
    """Summary of a run.

    Attributes:
        files: number of files that were read.
        documents: number of documents in them.
        chains: number of their chains.
        resolved: number of documents that were raw text.
        notes: warnings about what was skipped or changed.
    """

    files: int = 0
    documents: int = 0
    chains: int = 0
    resolved: int = 0
    notes: list[str] = field(default_factory=list)


def link_files(
    paths: Iterable[str | Path],
    *,
    to: Entities | str | PathLike[str] | None = None,
    entities: str | PathLike[str] | None = None,
    threshold: float | None = None,
    model: str = "en",
    source: str | None = None,
    skip: Iterable[Path] = (),
    processes: int = 1,
    dask: str | Client | None = None,
    verbose: bool = False,
) -> tuple[Entities, LinkSummary]:
    """Link the chains of the documents in files; raw text is resolved first, with the names mentioned once.

    Files are read, and texts resolved, by all workers; one process links the chains. The result is the same for any
    number of workers, because it does not depend on the order of the documents.

    Args:
        paths: files, and folders with their subfolders; or URLs.
        to, entities, threshold: as in `corefpipe.link`.
        model: resolves raw text.
        source: name of the format of the files; None to detect it.
        skip: files of the folders that are none of the documents.
        processes: number of files to read at once.
        dask: address of a Dask scheduler, or its Client, whose workers see the same paths, instead of processes.
        verbose: show a progress bar.

    Raises:
        FormatError: a path does not exist; there is no file of a known format; a file is not valid.
        AnnotationError, SettingError: as `corefpipe.link` and `corefpipe.batch.resolve_files`.
    """
    check_workers(processes, dask is not None)
    items = _items(paths, source, skip)
    summary = LinkSummary()
    settings = Settings("conllu", model=model, source=source)
    with _packed(settings, items, processes, dask) as files:
        documents = _counted(files, len(items), summary, verbose)
        found = link_packed(documents, to=to, entities=entities, threshold=threshold)
    return found, summary


def read_files(paths: Iterable[str | Path], source: str | None = None, skip: Iterable[Path] = ()) -> Iterator[Document]:
    """The documents of files under the names by which `link_files` knows them; arguments are as there."""
    for item in _items(paths, source, skip):
        yield from renamed(read(item.path, format=source, repeats="first"), item)


def _items(paths: Iterable[str | Path], source: str | None, skip: Iterable[Path]) -> list[Input]:
    """The files in some paths.

    Raises:
        FormatError: a path does not exist, or there is no file of a known format.
    """
    given = [as_path(path) for path in paths]
    inputs = Inputs(given, Path(os.devnull), source)  # there is no folder of results
    inputs.names()
    left_out = {place(path) for path in skip}
    items = [item for item in inputs if place(item.path) not in left_out]
    if not items:
        cure = f"Formats are: {', '.join(FORMATS)}"
        raise FormatError("no file of a known format", cure=cure, file=", ".join(map(str, given)))
    return items


def _counted(files: Iterable[PackedFile], total: int, summary: LinkSummary, verbose: bool) -> Iterator[PackedDocument]:
    with bar("read", total, shown=verbose, unit="file") as drawn:
        for file in files:
            summary.files += 1
            summary.documents += len(file.documents)
            summary.chains += sum(len(document.chains) for document in file.documents)
            summary.resolved += file.resolved
            summary.notes += file.notes
            yield from file.documents
            drawn.update()


@contextmanager
def _packed(
    settings: Settings, items: list[Input], processes: int, dask: str | Client | None
) -> Iterator[Iterable[PackedFile]]:
    """The packed files, in their order."""
    pack = partial(pack_on_worker, settings, __version__)
    if dask is not None:
        with _client(dask) as client:
            there = [replace(item, path=item.path.absolute()) for item in items]
            yield (future.result() for future in client.map(pack, there, pure=False))
    elif processes > 1:
        with lifeline() as alive:
            with signals_deferred():
                pool = ProcessPoolExecutor(min(processes, len(items)), get_context("spawn"), start_worker, (alive,))
            with pool:
                yield pool.map(pack, items)
    else:
        yield map(FilePacker(settings), items)


@contextmanager
def _client(dask: str | Client) -> Iterator[Client]:
    """A client, which is closed at the end if only its address was given."""
    if not isinstance(dask, str):
        yield dask
        return
    client = connected(dask)
    try:
        yield client
    finally:
        client.close()
