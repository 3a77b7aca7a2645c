"""Read and write documents in all file formats; one module or folder per format, which registers itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from itertools import groupby, islice
from os import PathLike
from pathlib import Path
from pkgutil import iter_modules
from typing import BinaryIO

from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError, FormatError, SettingError
from corefpipe.formats.files import decoded_pieces
from corefpipe.formats.losses import WriteReport, watched
from corefpipe.formats.names import distinct
from corefpipe.formats.opening import head, open_binary, peeked, unpacked
from corefpipe.formats.reading import MAX_DOCUMENT, Place, Reading, ReadReport
from corefpipe.formats.registry import (
    FORMATS,
    Format,
    LineFormat,
    format_by_extension,
    format_if_unsure,
    format_of_beginning,
    format_of_file,
    format_to_write,
    register_format,
    unknown_format,
)
from corefpipe.utils.paths import as_path, is_url, place, relative
from corefpipe.utils.text import encodable, with_article

__all__ = [
    "FORMATS",
    "Format",
    "LineFormat",
    "ReadReport",
    "Reading",
    "WriteReport",
    "distinct",
    "read",
    "read_stream",
    "register_format",
    "single",
    "writable",
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
    max_document: int = MAX_DOCUMENT,
) -> Iterator[Document]:
    """Yield the documents of a file, or of all files in a folder and its subfolders, in the order of their paths.

    Files may be gzipped. In a folder, hidden files are skipped, and so are those of unknown format or, if the format
    is given, with another extension (`report.ignored`). Files named `.md`, `.log` or without extension are plain text
    if they are of no other format; in a folder only if it has no file of a known format. A pipe or `/dev/stdin` is
    read once, as by `read_stream`. Documents that are named after their files are named after their folders too,
    `sub/x`, if several files of the folder have the same name.

    Args:
        path: file, folder or pipe; or the URL of a file or folder (`s3://…`), see `corefpipe.utils.paths`.
        format: name of the format (`FORMATS`); None to detect it by content and extension.
        on_error: `raise`, or `skip` to leave out documents with structural errors.
        repeats: what to do with a span that is annotated twice, in two chains or in one: `error`; `first` to keep the
            first only; `keep` to keep all as separate mentions.
        report: is filled with counts and with what was left out, while the documents are read.
        columns: names of the optional columns of `Document` to read besides words, sentences and mentions; None for
            all. `columns=()` takes a third less time for CoNLL-2012. This is a hint: a reader may fill the other
            columns too.
        max_document: size in bytes, unpacked, above which a document is refused, since it would fill the memory. The
            largest number of words is a 64th of it: two million by default.

    Raises:
        FormatError: there is nothing to read at this path (raised at once); a file is not valid in its format, or is
            empty and not plain text.
        SettingError: unknown format, `on_error`, `repeats` or column.
    """
    reading = Reading(on_error, repeats, ReadReport() if report is None else report, columns, max_document)
    wanted = None if format is None else _to_read(format)
    path = as_path(path)
    if path.is_dir():
        files = _files_of(path, wanted, reading.report)
        return _documents(files, replace(reading, names=_longer_names(files, path)))
    if _can_be_read_once(path):
        return _checked(_of_pipe(path, wanted, reading), str(path), reading)
    form = (format_of_file(path) or format_if_unsure(path)) if wanted is None else wanted
    if form is None:
        beginning = head(path)
        if beginning.decode("utf-8", "replace").removeprefix("\ufeff").strip():
            raise unknown_format(path, beginning)
        reading.refuse_empty(str(path))
        return iter(())
    if not path.exists():
        raise FormatError("no such file", cure="Check the path", file=str(path))
    return _documents([(path, form)], reading)


def read_stream(
    stream: BinaryIO,
    name: str,
    format: str | None = None,
    *,
    on_error: str = "raise",
    repeats: str = "error",
    report: ReadReport | None = None,
    columns: Collection[str] | None = None,
    max_document: int = MAX_DOCUMENT,
) -> Iterator[Document]:
    """Yield the documents of a binary stream; it is read once, from where it stands, and is not closed.

    gzip is unpacked. What no format recognises by its content, or by the name's extension, is plain text.

    Args:
        stream: a buffered stream, such as `sys.stdin.buffer`.
        name: its name, for error messages and for documents without a name.
        format, on_error, repeats, report, columns, max_document: as in `read`.

    Raises:
        FormatError: it is not valid in its format, or that format cannot be read from a stream.
        SettingError: unknown format, `on_error`, `repeats` or column.
    """
    reading = Reading(on_error, repeats, ReadReport() if report is None else report, columns, max_document)
    wanted = None if format is None else _to_read(format)
    return _checked(_of_stream(stream, name, wanted, reading), name, reading)


def write(
    documents: Document | Iterable[Document],
    path: str | PathLike[str],
    format: str | None = None,
    *,
    report: WriteReport | None = None,
) -> None:
    """Write documents to one file, all or nothing: after an error an older file is unchanged.

    A document with the name and part of an earlier one is written under another name (`distinct`).

    Args:
        documents: one document or several; an iterator is consumed one at a time.
        path: the file, or its URL; gzipped if the name ends in `.gz`.
        format: name of the format; None to detect it by the extension.
        report: is filled with what the format cannot store, and with the documents that were renamed.

    Raises:
        FormatError: the extension belongs to no format, or the file cannot be written.
        AnnotationError: the format cannot store the mentions of a document; or something else than a Document is given.
        SettingError: unknown format, or several documents for a format of one document per file.
    """
    path = as_path(path)
    form = format_to_write(path, format)
    documents = _only_documents(documents)
    documents = distinct(documents) if report is None else watched(documents, form.holds, report)
    form.write_file(documents if form.several else single(documents, form, path), path)


def _only_documents(documents: Document | Iterable[Document]) -> Iterator[Document]:
    """The documents, one by one.

    Raises:
        AnnotationError: something else is among them.
    """
    several = documents if isinstance(documents, Iterable) else [documents]
    for document in several:
        if not isinstance(document, Document):
            raise AnnotationError(
                f"{with_article(type(document).__name__)} is not a Document",
                cure="Give Documents; of spaCy Docs, corefpipe.chains.documents.from_doc(doc)",
            )
        yield document


def writable(documents: Iterable[Document], format: str, path: Path | None = None) -> Iterator[Document]:
    """Yield documents that are to be resolved; refuse those that a file cannot hold, whatever their mentions will be.

    Args:
        documents: the documents, as they are read.
        format: the format that they are to be written in.
        path: the file that is to hold them all, if one is.

    Raises:
        AnnotationError: the format can never store the document.
        SettingError: several documents for a format of one document per file.
    """
    form = FORMATS[format]
    for document in documents if form.several or path is None else single(documents, form, path):
        form.check(document)
        yield document


def single(documents: Iterable[Document], form: Format, path: Path | None = None) -> Iterator[Document]:
    """Yield the only document; a second one is refused before the first is yielded.

    Args:
        documents: the documents.
        form: a format of one document per file.
        path: the file; None for standard output.

    Raises:
        SettingError: there are several.
    """
    found = list(islice(documents, 2))
    if len(found) > 1:
        raise SettingError(
            f"{with_article(form.name)} file can store only one document",
            cure="Write them into a folder (in Python write_folder), or in another format",
            file=None if path is None else str(path),
        )
    yield from found


def write_folder(
    documents: Iterable[Document], folder: str | PathLike[str], format: str, *, report: WriteReport | None = None
) -> list[Path]:
    """Write each document to its own file in a folder, which is created if it does not exist; return the paths.

    Files are named after the documents, with `_` for characters that are unsafe in file names. Consecutive parts of
    one document share a file if the format allows it; otherwise `_part001` and so on is added. File names that occur
    again, ignoring case, get `_2`, `_3` …. Documents of one name are renamed, as by `write`.
    """
    form = FORMATS[format]
    documents = distinct(_only_documents(documents), None if report is None else report.renamed)
    folder = as_path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FormatError(
            f"the folder cannot be created ({error.strerror})", cure="Name another folder", file=str(folder)
        ) from None
    taken: dict[str, int] = {}
    paths = []
    for (name, part), group in groupby(documents, lambda d: (d.name, 0 if form.several else d.part)):
        wanted = _safe(name) + (f"_part{part:03d}" if part else "")
        # The documents of a group share name and part where a file holds one only: each is written by itself.
        for batch in [group] if form.several else ([document] for document in group):
            path = folder / f"{_free(wanted, taken)}{form.extensions[0]}"
            write(batch, path, form.name, report=report)
            paths.append(path)
    return paths


def _to_read(name: str) -> Format:
    """The format with this name, which is one that can be read.

    Raises:
        SettingError: there is none.
    """
    if name not in FORMATS:
        raise FORMATS.unknown(name, [form.name for form in FORMATS.values() if form.reads])
    return FORMATS[name]


def _can_be_read_once(path: Path) -> bool:
    """Whether the path is a pipe or the like; a file of `/dev/fd` shares its position on some systems."""
    if is_url(path):
        return False
    shared = str(path) == "/dev/stdin" or path.is_relative_to("/dev/fd")
    return path.exists() and (shared or not path.is_file())


def _of_pipe(path: Path, wanted: Format | None, reading: Reading) -> Iterator[Document]:
    with open_binary(path) as stream:
        yield from _of_stream(stream, str(path), wanted, reading)


def _of_stream(stream: BinaryIO, name: str, wanted: Format | None, reading: Reading) -> Iterator[Document]:
    beginning, whole = peeked(unpacked(stream, name), name)
    form = wanted or format_of_beginning(beginning, Path(name)) or FORMATS["text"]
    if not isinstance(form, LineFormat):
        raise Place(name).error(f"{form.name} cannot be read from a stream", "Write it to a file, and give that")
    yield from form.read_lines(decoded_pieces(whole, name, reading), name, reading)


def _documents(files: Iterable[tuple[Path, Format]], reading: Reading) -> Iterator[Document]:
    for path, form in files:
        yield from _checked(form.read_file(path, reading), str(path), reading)


def _checked(documents: Iterator[Document], source: str, reading: Reading) -> Iterator[Document]:
    """Yield the documents of a file; refuse those that are too long, and what follows an error of the file.

    Names are made such that they can be written, whether they come from the file or from its name.
    """
    reading.end()
    while True:
        try:
            document = next(documents, None)
            if document is None:
                return
            reading.end()
            document.name = encodable(document.name)
            line = document.origin.line if document.origin else None
            characters = 0 if document.words else len(document.text)
            reading.check_size(len(document), characters, Place(source, str(document)), line)
        except FormatError as error:
            reading.refuse(error)
            continue
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
        # Files with its own extensions if there are any, else those without the extension of another format.
        forms = {path: format_by_extension(path) for path in paths}
        chosen = [path for path in paths if forms[path] is wanted] or [path for path in paths if forms[path] is None]
        found = [(path, wanted) for path in chosen]
    else:
        found = [(path, form) for path in paths if (form := format_of_file(path)) is not None]
        found = found or [(path, form) for path in paths if (form := format_if_unsure(path)) is not None]
        names = sorted({form.name for _, form in found})
        if len(names) > 1:
            # The folder may contain the same documents twice, or a README.
            raise FormatError(
                f"the folder contains files of several formats: {', '.join(names)}",
                cure="Give the files of one",
                settings={"format": names[0]},
                file=str(folder),
            )
    if not found:
        what = f"file that looks like {wanted.name}" if wanted else "file of a known format"
        raise FormatError(f"no {what} in the folder", cure=f"Known formats are {', '.join(FORMATS)}", file=str(folder))
    readable = {path for path, _ in found}
    report.ignored.extend(str(path) for path in paths if path not in readable)
    return found


def _longer_names(files: Iterable[tuple[Path, Format]], folder: Path) -> dict[str, str]:
    """Map files that share the name `x` to their names within the folder, `sub/x`, with extension if need be."""
    own = {path: form.named(path) for path, form in files}
    counts = Counter(own.values())
    within = {path: relative(path, place(folder)) for path, name in own.items() if counts[name] > 1}
    short = {path: name.removesuffix(path.name) + own[path] for path, name in within.items()}
    counts = Counter(short.values())
    return {str(path): name if counts[name] == 1 else within[path] for path, name in short.items()}


def _safe(name: str) -> str:
    """Return a file name without folders, a leading dot, and characters that some systems forbid."""
    safe = re.sub(r"[^\w.,+@-]", "_", name).lstrip(".")
    return safe.encode()[:180].decode("utf-8", "ignore") or "document"


def _free(name: str, taken: dict[str, int]) -> str:
    """A name that differs from those taken, ignoring case: itself, or `name_2`, `name_3` ….

    Args:
        name: the wanted name.
        taken: names in lower case -> the last number added to each; the new name is added.
    """
    candidate, number = name, taken.get(name.lower(), 1)
    while candidate.lower() in taken:
        number += 1
        candidate = f"{name}_{number}"
    # Numbering continues where it ended, so that many equal names take linear time.
    taken[name.lower()] = number
    taken[candidate.lower()] = taken.get(candidate.lower(), 1)
    return candidate


# Each module and folder beside this file may register a format.
for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
