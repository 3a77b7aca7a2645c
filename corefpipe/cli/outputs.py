"""Write the documents of a command to a file, a folder or standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from corefpipe.document import Document
from corefpipe.errors import SettingError
from corefpipe.formats import FORMATS, LineFormat, WriteReport, write, write_folder
from corefpipe.formats.losses import watched

WRITTEN = tuple(form.name for form in FORMATS.values() if form.writes)


def is_file(out: Path) -> bool:
    """Whether an output path means a file: it has an extension, and is not an existing folder."""
    return bool(out.suffix) and not out.is_dir()


def no_format(out: Path | None) -> SettingError:
    """The error for an output whose format is neither given nor clear from its name."""
    return SettingError(
        f"no format for {'standard output' if out is None else f'the folder {out}'}",
        cure="Add --format conll, conllu, jsonl …, or give a file with an extension",
    )


def write_documents(documents: Iterable[Document], out: Path | None, format: str | None) -> WriteReport:
    """Write documents to a file, a folder or standard output; print warnings about mentions that had to be changed.

    Raises:
        SettingError: no format for a folder or standard output, or a binary format for standard output.
    """
    from corefpipe.report.notes import notes_of

    report = WriteReport()
    if out is not None and is_file(out):
        write(documents, out, format, report=report)
    elif format is None:
        raise no_format(out)
    elif out is not None:
        files = write_folder(documents, out, format, report=report)
        print(f"{len(files)} documents written to {out}", file=sys.stderr)
    else:
        form = FORMATS[format]
        if not isinstance(form, LineFormat):
            raise SettingError(f"{format} cannot be written to standard output", cure="Name a file or folder, -o OUT")
        for document in watched(documents, form.holds, report):
            form.write_document(document, sys.stdout)
    for note in notes_of(written=report):
        print(f"Warning: {note}", file=sys.stderr)
    return report
