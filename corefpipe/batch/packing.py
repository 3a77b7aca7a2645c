"""Read files for linking: the chains of their documents, packed; what is raw text is resolved first."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import NamedTuple

from corefpipe.batch.inputs import Input
from corefpipe.batch.resolving import renamed
from corefpipe.batch.settings import Settings
from corefpipe.document import Document
from corefpipe.entities.packed import PackedDocument, packed_documents
from corefpipe.entities.resolving import linkable
from corefpipe.exceptions import CorefpipeError
from corefpipe.formats import ReadReport, read
from corefpipe.parsing.renewed import RenewedPipeline
from corefpipe.report.notes import notes_of
from corefpipe.resolver.resolving import resolve_in_detail
from corefpipe.version import __version__

_lock = threading.Lock()
"""A worker process may have several threads; spaCy's pipelines may not."""


class PackedFile(NamedTuple):
    """The documents of a file.

    Attributes:
        documents: their chains.
        resolved: how many of them were raw text.
        notes: warnings about what was skipped or changed.
    """

    documents: list[PackedDocument]
    resolved: int
    notes: list[str]


class FilePacker:
    """Packs files one by one; the model is loaded with the first raw text.

    Args:
        settings: the model, and the format of the files.
    """

    def __init__(self, settings: Settings):
        self._settings = settings
        self._pipeline: RenewedPipeline | None = None
        self._n_resolved = 0

    def __call__(self, item: Input) -> PackedFile:
        """The chains of a file.

        Raises:
            CorefpipeError: it cannot be read, or not be resolved.
        """
        report = ReadReport()
        self._n_resolved = 0
        try:
            found = renamed(read(item.path, format=self._settings.source, repeats="first", report=report), item)
            documents = [
                packed._replace(file=packed.file or str(item.path))
                for document in found
                for packed in packed_documents(self._with_chains(document))
            ]
        except CorefpipeError as error:
            error.file = error.file or str(item.path)
            raise
        return PackedFile(documents, self._n_resolved, notes_of(report))

    def _with_chains(self, document: Document) -> Iterable[Document]:
        if document.words or not document.text.strip():
            return [document]
        if self._pipeline is None:
            self._resolver = self._settings.resolver()
            self._pipeline = RenewedPipeline(self._resolver.base)
        self._n_resolved += 1
        return linkable(resolve_in_detail([document], self._resolver, self._pipeline()))


_packers: dict[Settings, FilePacker] = {}


def pack_on_worker(settings: Settings, version: str, item: Input) -> PackedFile:
    """Pack a file in a worker process, which keeps the model for later files.

    Raises:
        CorefpipeError: the file cannot be read, or the worker has another version.
    """
    if version != __version__:
        raise CorefpipeError(
            f"a worker has corefpipe {__version__}, and not {version}", cure="Install the same version on all machines"
        )
    from threadpoolctl import threadpool_limits

    with _lock, threadpool_limits(1):  # the workers share the cores
        packer = _packers.setdefault(settings, FilePacker(settings))
        return packer(item)
