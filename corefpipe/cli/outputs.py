"""What the commands that write documents share: where to, in which format, and what was lost."""

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
    """Whether a name is that of a file: one with an extension that is no folder yet."""
    return bool(out.suffix) and not out.is_dir()


def no_format(out: Path | None) -> SettingError:
    """The error where neither a name nor an option tells the format."""
    return SettingError(
        f"no format for {'standard output' if out is None else f'the folder {out}'}",
        cure="Say --format conll, conllu, jsonl …, or give a file with an extension",
    )


def write_documents(documents: Iterable[Document], out: Path | None, format: str | None) -> WriteReport:
    """Writes documents to a file, to a folder, or to standard output; mentions that changed are said on standard error.

    Raises:
        SettingError: no format for a folder or for standard output, or one that is no text.
    """
    from corefpipe.batch.notes import notes_of

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
            raise SettingError(f"{format} is not written to standard output", cure="Name a file or a folder, -o OUT")
        for document in watched(documents, form.holds, report):
            form.write_document(document, sys.stdout)
    for note in notes_of(written=report):
        print(f"Warning: {note}", file=sys.stderr)
    return report
