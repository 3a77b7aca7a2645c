"""Reading and writing documents: CoNLL-2012, CoNLL-U (CorefUD, GUM), JSON lines, plain text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from importlib import import_module
from itertools import groupby
from os import PathLike
from pathlib import Path
from pkgutil import iter_modules

from corefpipe.document import Document
from corefpipe.errors import FormatError, SettingError
from corefpipe.formats.files import head
from corefpipe.formats.losses import WriteReport, watched
from corefpipe.formats.reading import MAX_UNPACKED, Reading, ReadReport
from corefpipe.formats.registry import (
    FORMATS,
    Format,
    LineFormat,
    format_by_extension,
    format_of_file,
    format_to_write,
    register_format,
    unknown_format,
)

__all__ = [
    "FORMATS",
    "Format",
    "LineFormat",
    "ReadReport",
    "Reading",
    "WriteReport",
    "read",
    "register_format",
    "write",
    "write_folder",
]


def read(
    path: str | PathLike[str],
    format: str | None = None,
    *,
    on_error: str = "raise",
    repeats: str = "error",
    report: ReadReport | None = None,
    columns: Collection[str] | None = None,
    max_unpacked: int = MAX_UNPACKED,
) -> Iterator[Document]:
    """The documents of a file, or of all files of a folder and its subfolders in the order of their paths.

    Files may be packed (`.gz`). Of a folder hidden files are left out, and those of no known format or, where the
    format is given, of another extension (`report.ignored`).

    Args:
        path: file or folder.
        format: name of the format (`FORMATS`); None to tell it by content and extension.
        on_error: `raise`, or `skip` to leave out each document with a structural error as a whole and go on.
        repeats: what to do with a span that stands in two chains, or twice in one: `error`; `first` to drop all but
            the first one read; `keep` to pass all on as mentions of their own.
        report: filled with counts and with what was left out while the documents are read.
        columns: names of the optional columns of `Document` that are wanted beyond words, sentences and mentions; None
            for all. `columns=()` saves a third of the time with CoNLL-2012. A hint: other columns may be None (or
            empty), or be there all the same.
        max_unpacked: bytes that a packed file may unpack to; above it is taken for a trap.

    Raises:
        FormatError: nothing to read at this path (raised at once); a file that is not what its format says, or is
            empty, text aside.
        SettingError: unknown format, `on_error`, `repeats` or column.
    """
    reading = Reading(on_error, repeats, ReadReport() if report is None else report, columns, max_unpacked)
    wanted = None if format is None else FORMATS[format]
    path = Path(path)
    if path.is_dir():
        return _documents(_files_of(path, wanted, reading.report), reading)
    form = format_of_file(path) if wanted is None else wanted
    if form is None:
        if not head(path).strip():
            reading.refuse_empty(str(path))
            return iter(())
        raise unknown_format(path)
    if not path.exists():
        raise FormatError("no such file", cure="Check the path", file=str(path))
    return _documents([(path, form)], reading)


def write(
    documents: Document | Iterable[Document],
    path: str | PathLike[str],
    format: str | None = None,
    *,
    report: WriteReport | None = None,
) -> None:
    """Writes documents to one file, all or nothing: on an error an older file stays as it was.

    Args:
        documents: a document or several; an iterator is used up one at a time.
        path: the file; packed if the name ends in `.gz`.
        format: name of the format; None to tell it by the extension.
        report: filled with what the format cannot hold of the documents.

    Raises:
        FormatError: the extension tells no format, or the file cannot be written.
        AnnotationError: the format cannot hold a document's mentions.
        SettingError: unknown format, or one of a document a file and several documents.
    """
    path = Path(path)
    form = format_to_write(path, format)
    documents = [documents] if isinstance(documents, Document) else documents
    if report is not None:
        documents = watched(documents, form.holds, report)
    form.write_file(documents if form.several else _single(documents, form), path)


def _single(documents: Iterable[Document], form: Format) -> Iterator[Document]:
    for number, document in enumerate(documents):
        if number:
            raise SettingError(
                f"a {form.name} file holds one document, not several", cure="Use write_folder, or another format"
            )
        yield document


def write_folder(
    documents: Iterable[Document], folder: str | PathLike[str], format: str, *, report: WriteReport | None = None
) -> list[Path]:
    """Writes each document to a file of its own in a folder, which is made if need be; the paths in order.

    Files are named after the documents, with `_` for what is not safe in a file name. Parts of one document that
    follow one another share a file where the format allows; otherwise `_part001` and the like is added. Names that
    come again, upper and lower case being the same, get `_2`, `_3` ….
    """
    form = FORMATS[format]
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FormatError(
            f"the folder cannot be made ({error.strerror})", cure="Name another folder", file=str(folder)
        ) from None
    taken: set[str] = set()
    paths = []
    for (name, part), group in groupby(documents, lambda d: (d.name, 0 if form.several else d.part)):
        wanted = _safe(name) + (f"_part{part:03d}" if part else "")
        # The documents of a group share name and part where a file holds one only: each is written by itself.
        for batch in [group] if form.several else ([document] for document in group):
            path = folder / f"{_free(wanted, taken)}{form.extensions[0]}"
            write(batch, path, form.name, report=report)
            paths.append(path)
    return paths


def _documents(files: Iterable[tuple[Path, Format]], reading: Reading) -> Iterator[Document]:
    for path, form in files:
        documents = form.read_file(path, reading)
        while True:
            try:
                document = next(documents, None)
            except FormatError as error:
                reading.refuse(error)  # the rest of a file that breaks off is lost
                break
            if document is None:
                break
            reading.report.documents += 1
            yield document


def _files_of(folder: Path, wanted: Format | None, report: ReadReport) -> list[tuple[Path, Format]]:
    paths = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
    named = [form.companion_of(path) for path in paths if (form := format_by_extension(path)) is not None]
    companions = {name for path in named if path is not None for name in (path, path.with_name(f"{path.name}.gz"))}
    if wanted is None or wanted.name != "text":
        paths = [path for path in paths if path not in companions]
    if wanted is not None:
        # Under its own extensions if there are any such files; else whatever has no other format's.
        forms = {path: format_by_extension(path) for path in paths}
        chosen = [path for path in paths if forms[path] is wanted] or [path for path in paths if forms[path] is None]
        found = [(path, wanted) for path in chosen]
    else:
        found = [(path, form) for path in paths if (form := format_of_file(path)) is not None]
        names = sorted({form.name for _, form in found})
        if len(names) > 1:
            # The same documents may be there twice, and a README is no document.
            raise FormatError(
                f"the folder holds files of several formats: {', '.join(names)}",
                cure="Say which to read, format=…",
                file=str(folder),
            )
    if not found:
        what = f"file that looks like {wanted.name}" if wanted else "file of a known format"
        raise FormatError(f"no {what} in the folder", cure=f"Known are: {', '.join(FORMATS)}", file=str(folder))
    readable = {path for path, _ in found}
    report.ignored.extend(str(path) for path in paths if path not in readable)
    return found


def _safe(name: str) -> str:
    """A file name without folders, hidden-file dot, and characters that some system forbids."""
    safe = re.sub(r"[^\w.,+@-]", "_", name).lstrip(".")
    return safe.encode()[:180].decode("utf-8", "ignore") or "document"


def _free(name: str, taken: set[str]) -> str:
    candidate, number = name, 1
    while candidate.lower() in taken:
        number += 1
        candidate = f"{name}_{number}"
    taken.add(candidate.lower())
    return candidate


# Each module and folder beside this file may register a format.
for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
