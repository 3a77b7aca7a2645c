"""Write the documents of a command to a file, a folder or standard output, but never onto a file that it reads."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.cli.inputs import warn_of
from corefpipe.cli.options import STDIN, STDOUT
from corefpipe.document import Document
from corefpipe.exceptions import CorefpipeError, SettingError, printable, require_one_of
from corefpipe.formats import FORMATS, LineFormat, WriteReport, single, write, write_folder
from corefpipe.formats.files import WHERE_TO_WRITE
from corefpipe.formats.losses import watched
from corefpipe.formats.registry import format_by_extension
from corefpipe.utils.folders import check_writable_folder, try_folder
from corefpipe.utils.paths import is_url
from corefpipe.utils.text import without_controls

if TYPE_CHECKING:
    from corefpipe.report.pages.shown import Shown


def written_formats() -> tuple[str, ...]:
    """Names of the formats that are written now, after `--code`."""
    return tuple(form.name for form in FORMATS.values() if form.writes)


def target_of(out: Path | None) -> Path | None:
    """The file or folder that an argument names; None for `-`, standard output."""
    return None if out == STDOUT else out


def is_file(out: Path) -> bool:
    """Whether an output path means a file: it has an extension and is not an existing folder, or it is a device."""
    return not out.is_dir() and (bool(out.suffix) or (out.exists() and not out.is_file()))


def format_to_write(out: Path | None, format: str | None, option: str, views: Sequence[str] = ()) -> str:
    """The name of an output's format. Call it before anything is loaded or read.

    Args:
        out: the file or folder; None for standard output.
        format: the name, if it is given.
        option: the option by which it can be given.
        views: further formats, which can only be written and read by people; named after their extensions.

    Raises:
        SettingError: it is neither given nor clear from the extension; there is no such format to write; or it cannot
            be written to standard output.
    """
    if format is None:
        view = out.suffix.lower()[1:] if out is not None and is_file(out) else ""
        if view in views:
            return view
        form = format_by_extension(out, to_write=True) if out is not None and is_file(out) else None
        if form is None or not form.writes:
            what = "standard output" if out is None else f"the {'file' if is_file(out) else 'folder'} {out}"
            cure = f"Add {option} conll, conllu, jsonl …, or give a file with an extension"
            raise SettingError(f"no format for {what}", cure=cure)
        return form.name
    require_one_of("format", format, [*written_formats(), *views])
    if out is None and format not in views and not isinstance(FORMATS[format], LineFormat):
        raise SettingError(f"{format} cannot be written to standard output", cure="Name a file or folder")
    return format


def check_file(out: Path | None, sources: Iterable[Path] = ()) -> None:
    """Check that a file can be written and replaces nothing that the command reads.

    Call it before anything is read: an error after hours would lose what was computed.

    Args:
        out: the file; None for standard output. What goes to a URL or a device is not tried.
        sources: all that is read (see `refuse_sources`).

    Raises:
        SettingError: it would replace one of the sources, is a folder, or its folder does not exist or cannot be
            written to.
    """
    refuse_sources(out, sources)
    if out is None or is_url(out) or (out.exists() and not out.is_file() and not out.is_dir()):
        return
    try:
        if out.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        folder = Path(os.path.realpath(out)).parent
        folder.stat()  # it is not created
        try_folder(folder)
    except OSError as error:
        raise SettingError(
            f"the file cannot be written ({error.strerror})", cure=WHERE_TO_WRITE, file=str(out)
        ) from None


def check_file_or_folder(out: Path | None, sources: Iterable[Path], format: str) -> None:
    """Check, as `check_file` does, a file or folder of documents (see `is_file`) in that format."""
    refuse_sources(out, sources, format)
    if out is None or is_file(out):
        check_file(out)
    elif not is_url(out):
        check_writable_folder(out)


def refuse_sources(out: Path | None, sources: Iterable[Path], format: str | None = None) -> None:
    """Raise an error if the output could replace a file that the command reads, under whatever name or link.

    Call it before anything is read or written.

    Args:
        out: the file or folder to write; None for standard output, which a shell may have redirected to a file.
        sources: all that is read: files, folders with all files below, `STDIN`. Those that do not exist are ignored.
        format: name of the output format; None for that of the extension. In a folder it restricts the files that
            could be replaced to those with its extensions; else any could be.

    Raises:
        SettingError: the error names the file.
    """
    targets = {_identity(path): path for path in _files_written(out, format)}
    targets.pop(None, None)
    if not targets:
        return
    for source in sources:
        for path in _files_read(source):
            target = targets.get(_identity(path))
            if target is not None:
                read, written = (_STREAMS.get(name, str(name)) for name in (path, target))
                raise SettingError(
                    f"the command reads this file, and would replace it{f' as {written}' if written != read else ''}",
                    cure="Name another output",
                    file=read,
                )


_Place = Path | int
"""A path, or the number of an open file."""

_STREAMS: dict[_Place, str] = {0: "standard input", 1: "standard output"}


def _files_written(out: Path | None, format: str | None) -> Iterator[_Place]:
    """The files that may be replaced."""
    if out is None:
        yield 1
        return
    form = format_by_extension(out, to_write=True) if format is None or format not in FORMATS else FORMATS[format]
    if not out.is_dir():
        yield out
        if form is not None and (companion := form.companion_of(out)) is not None:
            yield companion
    elif form is None:
        yield from _below(out)
    else:
        ends = form.extensions + ((form.companion,) if form.companion else ())
        yield from (path for path in out.iterdir() if path.name.lower().endswith(ends))


def _files_read(source: Path) -> Iterator[_Place]:
    """A file, with its companion file if it has one, or all files in a folder."""
    if source == STDIN:
        yield 0
    elif source.is_dir():
        yield from _below(source)
    else:
        yield source
        form = format_by_extension(source)
        for each in FORMATS.values() if form is None else (form,):
            if (companion := each.companion_of(source)) is not None:
                yield from (companion, companion.with_name(f"{companion.name}.gz"))


def _below(folder: Path) -> Iterator[Path]:
    if is_url(folder):
        return (path for path in folder.rglob("*") if path.is_file())
    return (Path(parent, name) for parent, _, names in os.walk(folder) for name in names)


def _identity(place: _Place) -> tuple[int, int] | str | None:
    """Device and number of a regular file, the same under all its names; or its URL; None for anything else."""
    if is_url(place):
        return str(place)
    with suppress(OSError, ValueError):  # no such file; a name with a null character
        found = os.stat(place)
        if stat.S_ISREG(found.st_mode):
            return found.st_dev, found.st_ino
    return None


@contextmanager
def errors_of(out: Path | None) -> Iterator[None]:
    """Turn the error of a full disk or of a device into one that names the output."""
    try:
        yield
    except OSError as error:
        if error.filename is not None or isinstance(error, BrokenPipeError):
            raise
        name = "standard output" if out is None else str(out)
        cure = "Free some space, or name another output"
        raise CorefpipeError(f"it cannot be written ({error.strerror})", cure=cure, file=name) from None


def write_documents(documents: Iterable[Document], out: Path | None, format: str) -> WriteReport:
    """Write documents to a file, a folder or standard output; print warnings about mentions that had to be changed."""
    from corefpipe.report.notes import notes_of

    report = WriteReport()
    with errors_of(out):
        if out is None:
            form = FORMATS[format]
            assert isinstance(form, LineFormat)  # see `format_to_write`
            if form.chains and not form.several:  # texts one after the other are a text, but a second header is none
                documents = single(documents, form)
            form.write_stream(watched(documents, form.holds, report), sys.stdout)
            sys.stdout.flush()
        elif is_file(out):
            write(documents, out, format, report=report)
        else:
            count = len(write_folder(documents, out, format, report=report))
            print(f"{count} document{'' if count == 1 else 's'} written to {printable(str(out))}", file=sys.stderr)
    warn_of(notes_of(written=report))
    return report


def write_chains(documents: Iterable[Document], out: Path | None, format: str) -> None:
    """Write documents as `write_documents` does or, in the format "text", each mention in its sentence."""
    if format != "text":
        write_documents(documents, out, format)
        return
    with errors_of(out):
        if out is None:
            from corefpipe.report import chains_text

            for document in documents:
                print(without_controls(chains_text(document)), end="\n\n", flush=True)
        else:
            from corefpipe.report.files import write_chains_text

            write_chains_text(documents, out)


def write_page(shown: Iterable[Shown], out: Path | None) -> None:
    """Write the reading page of documents to a file or standard output."""
    with errors_of(out):
        if out is None:
            from corefpipe.report.pages.reading import reading_page

            print(reading_page(shown), end="", flush=True)
        else:
            from corefpipe.report.files import write_reading_page

            write_reading_page(shown, out)
