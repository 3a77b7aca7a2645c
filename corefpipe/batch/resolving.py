"""Resolve one file after the other, and write the result of each."""

from __future__ import annotations

import errno
import os
import tempfile
import time
import traceback
import warnings
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

from corefpipe.batch.files import fingerprint
from corefpipe.batch.inputs import Input, files_of
from corefpipe.batch.log import WORK, Outcome
from corefpipe.batch.settings import Settings
from corefpipe.document import Document
from corefpipe.exceptions import CorefpipeError, CorefpipeWarning, printable
from corefpipe.formats import ReadReport, WriteReport, read, writable, write, write_folder
from corefpipe.formats.reading import stem
from corefpipe.parsing.annotate import Watch, unwatched
from corefpipe.parsing.renewed import RenewedPipeline
from corefpipe.report.files import HTML, INDEX, write_chains_text, write_reading_page
from corefpipe.report.notes import notes_of
from corefpipe.report.pages.resolved import REASONS, shown_resolved
from corefpipe.resolver.resolving import resolve_in_detail
from corefpipe.utils.paths import is_url, place, relative, remove, upload

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


class FileResolver:
    """Resolves files one by one.

    Args:
        settings: the model, and how to resolve and write.
        out: the folder of the results, which contains a folder `WORK`.
        watch: shows progress within a long document.
        options: of the command whose errors these are (`CorefpipeError.worded`); None in Python.

    Raises:
        ModelError: no such model.
    """

    def __init__(
        self, settings: Settings, out: Path, watch: Watch | None = None, options: Collection[str] | None = None
    ):
        self.settings = settings
        self.out = out
        self.watch = watch or unwatched
        self.options = options
        self.resolver = settings.resolver()
        self._pipeline = RenewedPipeline(self.resolver.base)

    def __call__(self, item: Input) -> Outcome:
        """Resolve a file and write its result, completely or not at all. Errors of the file go into the outcome.

        Raises:
            CorefpipeError: nothing can be written, because the disk is full or read-only.
        """
        outcome = Outcome(item.name, item.target, error=item.error)
        if item.error:
            return outcome
        start = time.process_time()
        try:
            outcome.input = fingerprint(files_of(item.path))
            with tempfile.TemporaryDirectory(dir=None if is_url(self.out) else self.out / WORK) as stage:
                self._write(item, Path(stage), outcome)
                self._move(Path(stage), item, outcome)
        except CorefpipeError as error:
            error.file = error.file or str(item.path)
            outcome.error = error.worded(self.options)
        except Exception as error:  # any error is reported with the file, and the other files are resolved
            if isinstance(error, OSError) and error.errno in _NO_ROOM:
                raise CorefpipeError(
                    f"nothing more can be written ({error.strerror})",
                    cure="Free some space, then continue with --resume",
                    file=str(self.out),
                ) from error
            outcome.error = f"{item.path}: {type(error).__name__}: {' '.join(str(error).split())}".rstrip(": ")
            outcome.traceback = traceback.format_exc()
        outcome.seconds = round(time.process_time() - start, 3)
        return outcome

    def _write(self, item: Input, stage: Path, outcome: Outcome) -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", CorefpipeWarning)
            self._resolve(item, stage, outcome)
        outcome.notes += dict.fromkeys(printable(f"{item.path}: {warning.message}") for warning in caught)

    def _resolve(self, item: Input, stage: Path, outcome: Outcome) -> None:
        read_report, write_report = ReadReport(), WriteReport()
        format = self.settings.format
        documents = renamed(read(item.path, format=self.settings.source, repeats="first", report=read_report), item)
        if format != HTML:
            documents = writable(documents, format)
        found = resolve_in_detail(
            documents,
            self.resolver,
            self._pipeline(),
            mentions=self.settings.mentions,
            parse=self.settings.parse,
            watch=self.watch,
            reasons=REASONS if format == HTML else 0,
            read_as=self.settings.read_as,
        )
        path = stage / (Path(item.target).name + self.settings.extension)
        if format == HTML:
            shown = (shown_resolved(resolved) for resolved in found)
            index = f"{'../' * item.target.count('/')}{INDEX}.{HTML}"
            write_reading_page((one for one in shown if _count(one.document, item, outcome)), path, index)
            outcome.notes += notes_of(read_report)
            return
        documents = (one for one in (resolved.document() for resolved in found) if _count(one, item, outcome))
        if format == "text":
            write_chains_text(documents, path)
        elif self.settings.several:
            write(documents, path, format, report=write_report)
        else:
            first = list(islice(documents, 2))
            if len(first) < 2:
                write(first, path, format, report=write_report)
            else:
                write_folder(chain(first, documents), stage / item.path.name, format, report=write_report)
        outcome.notes += notes_of(read_report, write_report)

    def _move(self, stage: Path, item: Input, outcome: Outcome) -> None:
        """Move written files to their place; a file with annotation after its companion with the text."""
        folder = (self.out / item.target).parent
        if not is_url(folder):
            folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(stage.iterdir(), key=lambda path: path.name.endswith(self.settings.extension)):
            target = folder / path.name
            name = relative(target, place(self.out))
            outcome.outputs[f"{name}/" if path.is_dir() else name] = fingerprint([path])
            if path.is_dir():
                remove(target)  # left by a run that was killed before it could log it
            if is_url(target):
                for file in (path,) if path.is_file() else path.iterdir():
                    upload(file, target if path.is_file() else target / file.name)
            else:
                os.replace(path, target)


def renamed(documents: Iterable[Document], item: Input) -> Iterator[Document]:
    """The documents of a file, under longer names if they are named after a file whose name others have, too."""
    for document in documents:
        if item.document and document.name == stem(str(item.path)):
            document.name = item.document
        yield document


def _count(document: Document, item: Input, outcome: Outcome) -> bool:
    """Count a document in the outcome; always true."""
    if not document.words:
        outcome.notes.append(printable(f"{item.path}: the text is empty"))
    outcome.documents += 1
    outcome.words += len(document)
    outcome.mentions += len(document.mentions)
    outcome.chains += len(document.chains())
    return True
