"""Read and write documents in all file formats; one module or folder per format, which registers itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from itertools import groupby, islice
from os import PathLike
from pathlib import Path
from pkgutil import iter_modules
from typing import BinaryIO

from corefpipe.document import Document, Documents
from corefpipe.exceptions import AnnotationError, FormatError, SettingError
from corefpipe.formats.files import decoded_pieces
from corefpipe.formats.folders import files_of, longer_names
from corefpipe.formats.losses import WriteReport, watched
from corefpipe.formats.names import distinct, free_name, safe_name
from corefpipe.formats.opening import head, open_binary, peeked, unpacked
from corefpipe.formats.reading import MAX_DOCUMENT, Place, Reading, ReadReport
from corefpipe.formats.registry import (
    FORMATS,
    Format,
    LineFormat,
    format_if_unsure,
    format_of_beginning,
    format_of_file,
    format_to_write,
    register_format,
    unknown_format,
)
from corefpipe.utils.paths import as_path, is_url, local_path, place
from corefpipe.utils.text import encodable, with_article

__all__ = [
    "FORMATS",
    "Format",
    "Layer",
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
    "write_layer",
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
    layer: str | PathLike[str] | Layer | None = None,
    urls: bool = True,
) -> Documents:
    """Yield the documents of a file, or of all files in a folder and its subfolders, in the order of their paths.

    Files may be gzipped. In a folder, hidden files are skipped, and so are those of unknown format or, if the format
    is given, with another extension (`report.ignored`). Files named `.md`, `.log` or without extension are plain text
    if they are of no other format; in a folder only if it has no file of a known format. A pipe or `/dev/stdin` is
    read once, as by `read_stream`. Documents that are named after their files are named after their folders too,
    `sub/x`, if several files of the folder have the same name.

    >>> [document.name for document in corefpipe.read("corpora/samples", "conllu")]
    ['bakery', 'ferry']

    Args:
        path: file, folder or pipe; or the URL of a file or folder (`s3://…`), see `corefpipe.utils.paths`.
        format: name of the format (`FORMATS`); None to detect it by content and extension.
        on_error: `raise`, or `skip` to leave out documents with structural errors.
        repeats: what to do with a span that is annotated twice, in two chains or in one: `error`; `first` to keep the
            first only; `keep` to keep all as separate mentions. Commands that learn from the mentions or cluster them
            keep the first and print a warning; here it is an error, since a program would pass over a warning.
        report: is filled with counts and with what was left out, while the documents are read.
        columns: names of the optional columns of `Document` to read besides words, sentences and mentions; None for
            all. `columns=()` takes a third less time for CoNLL-2012. This is a hint: a reader may fill the other
            columns too.
        max_document: size in bytes, unpacked, above which a document is refused, since it would fill the memory. The
            largest number of words is a 64th of it: two million by default.
        layer: a layer file, or a folder of them (`corefpipe/formats/layer/reader.py`): its chains replace those of the
            documents, and only the documents that it annotates are read. It must have been made for their words. A
            `Layer`, whose `finish` is called at the end, can annotate the documents of several paths.
        urls: whether a path may be a URL. Turn it off in a program that passes on what its users type: they could read
            what this machine can reach, `http://` addresses inside its network included.

    Raises:
        CorefpipeError: a URL that cannot be followed, or any URL if `urls` is false.
        FormatError: there is nothing to read at this path (raised at once); a file is not valid in its format, or is
            empty and not plain text; the layer is not valid, or not that of these documents.
        SettingError: unknown format, `on_error`, `repeats` or column.
    """
    reading = Reading(on_error, repeats, ReadReport() if report is None else report, columns, max_document)
    wanted = None if format is None else _to_read(format)
    opened = as_path(path) if urls else local_path(path)
    if not urls and layer is not None and not isinstance(layer, Layer):
        layer = local_path(layer)
    return Documents(_annotated(lambda found: _read(opened, wanted, reading, found), layer, reading), str(path))


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
    layer: str | PathLike[str] | Layer | None = None,
) -> Documents:
    """Yield the documents of a binary stream; it is read once, from where it stands, and is not closed.

    gzip is unpacked. What no format recognises by its content, or by the name's extension, is plain text.

    >>> import io
    >>> from corefpipe.formats import read_stream
    >>> [one.text for one in read_stream(io.BytesIO(b"Ann slept."), "note", "text")]
    ['Ann slept.']

    Args:
        stream: a buffered stream, such as `sys.stdin.buffer`.
        name: its name, for error messages and for documents without a name.
        format, on_error, repeats, report, columns, max_document, layer: as in `read`.

    Raises:
        FormatError: it is not valid in its format, or that format cannot be read from a stream.
        SettingError: unknown format, `on_error`, `repeats` or column.
    """
    reading = Reading(on_error, repeats, ReadReport() if report is None else report, columns, max_document)
    wanted = None if format is None else _to_read(format)
    found = _annotated(
        lambda layer: _checked(_of_stream(stream, name, wanted, reading), name, reading, layer), layer, reading
    )
    return Documents(found, name)


def write(
    documents: Document | Iterable[Document],
    path: str | PathLike[str],
    format: str | None = None,
    *,
    report: WriteReport | None = None,
) -> None:
    """Write documents to one file, all or nothing: after an error an older file is unchanged.

    A document with the name and part of an earlier one is written under another name (`distinct`).

    >>> corefpipe.write(document, "note.conllu")
    >>> [one.name for one in corefpipe.read("note.conllu")]
    ['text']

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

    >>> from corefpipe.formats import writable
    >>> [one.name for one in writable([bakery], "jsonl")]
    ['bakery']

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

    >>> from corefpipe.formats import FORMATS, single
    >>> [one.name for one in single([bakery], FORMATS["ace"])]
    ['bakery']

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

    >>> from corefpipe.formats import write_folder
    >>> [path.name for path in write_folder([bakery], "out", "jsonl")]
    ['bakery.jsonl']
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
        wanted = safe_name(name) + (f"_part{part:03d}" if part else "")
        # The documents of a group share name and part where a file holds one only: each is written by itself.
        for batch in [group] if form.several else ([document] for document in group):
            path = folder / f"{free_name(wanted, taken)}{form.extensions[0]}"
            write(batch, path, form.name, report=report)
            paths.append(path)
    return paths


def _annotated(
    read: Callable[[Layer | None], Iterator[Document]], layer: str | PathLike[str] | Layer | None, reading: Reading
) -> Iterator[Document]:
    """The documents that a function reads, with a layer; if that is a path, all of its entries must be used."""
    if layer is None or isinstance(layer, Layer):
        return read(layer)
    opened = Layer(layer, reading)
    documents = read(opened)
    files = {place(file) for file in opened.files}  # which may lie in the folder that is read
    reading.report.ignored[:] = [name for name in reading.report.ignored if place(as_path(name)) not in files]
    return _finished(documents, opened)


def _finished(documents: Iterator[Document], layer: Layer) -> Iterator[Document]:
    yield from documents
    layer.finish()


def _read(path: Path, wanted: Format | None, reading: Reading, layer: Layer | None) -> Iterator[Document]:
    if path.is_dir():
        files = files_of(path, wanted, reading.report)
        return _documents(files, replace(reading, names=longer_names(files, path)), layer)
    if _can_be_read_once(path):
        return _checked(_of_pipe(path, wanted, reading), str(path), reading, layer)
    form = (format_of_file(path) or format_if_unsure(path)) if wanted is None else wanted
    if form is None:
        beginning = head(path)
        if beginning.decode("utf-8", "replace").removeprefix("\ufeff").strip():
            raise unknown_format(path, beginning)
        reading.refuse_empty(str(path))
        return iter(())
    if not path.exists():
        raise FormatError("no such file", cure="Check the path", file=str(path))
    return _documents([(path, form)], reading, layer)


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


def _documents(files: Iterable[tuple[Path, Format]], reading: Reading, layer: Layer | None) -> Iterator[Document]:
    for path, form in files:
        yield from _checked(form.read_file(path, reading), str(path), reading, layer)


def _checked(documents: Iterator[Document], source: str, reading: Reading, layer: Layer | None) -> Iterator[Document]:
    """Yield the documents of a file; refuse those that are too long, and what follows an error of the file.

    With a layer, only the documents that it annotates are yielded, with its mentions.

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
            if layer is not None:
                document = layer.annotate(document)
        except FormatError as error:
            reading.refuse(error)
            continue
        if document is not None:
            reading.report.documents += 1
            yield document


# Each module and folder beside this file may register a format.
for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

# Imported after them, since a package registers its format when anything in it is imported.
from corefpipe.formats.layer.applying import Layer  # noqa: E402
from corefpipe.formats.layer.writer import write_layer  # noqa: E402
