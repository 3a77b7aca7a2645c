"""Read files for linking: the chains of their documents, packed; what is raw text is resolved first."""

from __future__ import annotations

import threading
from typing import NamedTuple

from corefpipe.batch.inputs import Input
from corefpipe.batch.resolving import renamed
from corefpipe.batch.settings import Settings
from corefpipe.entities.packed import PackedDocument, packed_documents
from corefpipe.entities.resolving import TextResolver
from corefpipe.exceptions import CorefpipeError
from corefpipe.formats import ReadReport, read
from corefpipe.report.notes import notes_of
from corefpipe.utils.own_code import run_code
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

    Raises:
        SettingError: the code of the settings cannot be imported.
    """

    def __init__(self, settings: Settings):
        run_code(settings.code)
        self._source = settings.source
        self._resolved = TextResolver(settings.resolver)

    def __call__(self, item: Input) -> PackedFile:
        """The chains of a file.

        Raises:
            CorefpipeError: it cannot be read, or not be resolved.
        """
        report = ReadReport()
        before = self._resolved.texts
        try:
            found = renamed(read(item.path, format=self._source, repeats="first", report=report), item)
            documents = [
                one._replace(file=one.file or str(item.path)) for one in packed_documents(self._resolved(found))
            ]
        except CorefpipeError as error:
            error.file = error.file or str(item.path)
            raise
        return PackedFile(documents, self._resolved.texts - before, notes_of(report))


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
