"""The base class of file formats, their registry, and the format of a file by name, content or extension."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import ClassVar, TextIO, TypeVar

from corefpipe.document import Document
from corefpipe.exceptions import FormatError, SettingError
from corefpipe.formats.binary import is_binary, refuse_binary
from corefpipe.formats.files import atomic_writer, open_pieces
from corefpipe.formats.opening import head
from corefpipe.formats.reading import Place, Reading
from corefpipe.utils.registry import Registry


class Format:
    """A file format. A subclass sets the attributes and defines `read_file`, `write_file` or both.

    The class should be cheap to import, because all formats are imported to find the one of a file: import what the
    reader needs inside `read_file`.

    >>> from corefpipe.formats import FORMATS
    >>> FORMATS["conll"].extensions, FORMATS["conll"].writes
    (('.conll', '_conll', '.key', '.response'), True)

    Attributes:
        name: its name in `read`, `write` and on the command line.
        extensions: extensions of its files in lower case; the first is used for writing.
        certain: whether a file with such an extension is of this format whatever it contains; otherwise another format
            may recognise the content.
        unsure: extensions of files that may be of this format ("" for none): they are read in it if no other format is
            recognised, and in a folder only if it has no file of a known format.
        holds: which contents of a document it can store (keys of `corefpipe.formats.losses.CONTENTS`).
        chains: whether its files can contain chains. Scoring refuses files that cannot.
        signature: pattern that matches the beginning of such a file; None if it cannot be told by its content.
        several: whether a file may hold several documents.
        lines: whether it is text in lines, which can be streamed (`LineFormat`).
        companion: extension of a second file, beside the first, that holds the text; "" if there is none.
    """

    name: ClassVar[str]
    extensions: ClassVar[tuple[str, ...]]
    certain: ClassVar[bool] = False
    unsure: ClassVar[tuple[str, ...]] = ()
    holds: ClassVar[frozenset[str]] = frozenset()
    chains: ClassVar[bool] = True
    signature: ClassVar[re.Pattern[str] | None] = None
    several: ClassVar[bool] = True
    lines: ClassVar[bool] = False
    companion: ClassVar[str] = ""

    def read_file(self, path: Path, reading: Reading) -> Iterator[Document]:
        """Yield the documents of a file.

        Raises:
            FormatError: the file is not valid in this format.
            SettingError: the format can only be written.
        """
        raise self._cannot_read()

    def write_file(self, documents: Iterable[Document], path: Path) -> None:
        """Write documents to a file, all or nothing.

        Raises:
            AnnotationError: the format cannot store the mentions of a document.
            FormatError: the file cannot be created.
            SettingError: the format can only be read.
        """
        raise self._cannot_write()

    @property
    def reads(self) -> bool:
        """Whether it can be read."""
        return type(self).read_file is not Format.read_file

    @property
    def writes(self) -> bool:
        """Whether it can be written."""
        return type(self).write_file is not Format.write_file

    def sniff(self, beginning: str) -> bool:
        """Whether a file that begins like this looks like this format."""
        return self.signature is not None and self.signature.match(beginning) is not None

    def named(self, path: Path) -> str:
        """The file's name without `.gz` and without this format's extension."""
        name = path.name.removesuffix(".gz")
        extension = next((end for end in self.extensions if name.lower().endswith(end)), path.suffix)
        return name[: len(name) - len(extension)]

    def companion_of(self, path: Path) -> Path | None:
        """The path of the second file, with the text; None if the format has none."""
        return path.with_name(self.named(path) + self.companion) if self.companion else None

    def check(self, document: Document) -> None:
        """Raise an error for a document that this format can never store, whatever its mentions are."""

    def _cannot_read(self) -> SettingError:
        names = ", ".join(form.name for form in FORMATS.values() if form.reads)
        return SettingError(f"{self.name} can only be written", cure=f"Readable formats are {names}")

    def _cannot_write(self) -> SettingError:
        names = ", ".join(form.name for form in FORMATS.values() if form.writes)
        return SettingError(f"{self.name} can only be read", cure=f"Writable formats are {names}")


class LineFormat(Format):
    """A format of text lines. A subclass sets the attributes and defines `read_lines`, `write_document` or both.

    >>> from corefpipe.formats import FORMATS, LineFormat
    >>> isinstance(FORMATS["conllu"], LineFormat)
    True

    Attributes:
        heading: what is written before the first document.
        separator: what is written between two documents.
    """

    lines = True
    heading: ClassVar[str] = ""
    separator: ClassVar[str] = ""

    def read_lines(self, lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
        """Yield the documents of some lines.

        Args:
            lines: lines, or pieces of several whole lines each, as `corefpipe.formats.files.decoded_pieces` yields.
            source: name of the file, for error messages.
            reading: settings of the reader.
        """
        raise self._cannot_read()

    def write_document(self, document: Document, stream: TextIO) -> None:
        """Write one document to a text stream."""
        raise self._cannot_write()

    def write_stream(self, documents: Iterable[Document], stream: TextIO) -> None:
        """Write all documents of a file to a text stream."""
        stream.write(self.heading)
        for number, document in enumerate(documents):
            if number:
                stream.write(self.separator)
            self.write_document(document, stream)

    def read_file(self, path: Path, reading: Reading) -> Iterator[Document]:
        """Yield the documents of a file."""
        return self.read_lines(open_pieces(path, reading), str(path), reading)

    def write_file(self, documents: Iterable[Document], path: Path) -> None:
        """Write documents to a file, all or nothing."""
        if not self.writes:
            raise self._cannot_write()
        with atomic_writer(path) as stream:
            self.write_stream(documents, stream)

    @property
    def reads(self) -> bool:
        """Whether it can be read."""
        return type(self).read_lines is not LineFormat.read_lines

    @property
    def writes(self) -> bool:
        """Whether it can be written."""
        return type(self).write_document is not LineFormat.write_document


FORMATS: Registry[Format] = Registry("format", "corefpipe_formats")
"""The formats by name: ours in alphabetical order, then those registered by others.

A file is tried against the signatures, and then against the extensions, in this order.
"""

_EXTENSION = re.compile(r"(?<=.)\.\w{1,10}$")
"""An extension; "Dr. Jekyll" has none."""

AnyFormat = TypeVar("AnyFormat", bound=type[Format])


def register_format(format: AnyFormat) -> AnyFormat:
    """Class decorator that registers a format under its `name`.

    Another package makes its format known by an entry point of the group `corefpipe_formats`, with the format's name
    and the module that registers it.

    >>> from corefpipe.formats import FORMATS, LineFormat, register_format
    >>> @register_format
    ... class Upper(LineFormat):
    ...     name = "upper"
    ...     extensions = (".upper",)
    ...     def write_document(self, document, out):
    ...         out.write(" ".join(document.words).upper())
    >>> corefpipe.write(document, "note.upper")
    >>> open("note.upper").read()
    'ANN LOST HER KEYS . SHE FOUND THEM .'
    >>> FORMATS.unregister("upper")

    Raises:
        SettingError: the name is taken.
    """
    FORMATS.register(format.name, format())
    return format


def format_by_extension(path: Path, to_write: bool = False) -> Format | None:
    """The format of a file by its extension, not counting `.gz`; None if no format has it.

    `x.coref.txt` has the extension `.coref.txt`, not `.txt`: the longest counts.

    Args:
        path: the file.
        to_write: whether it is to be written, else read.
    """
    name = path.name.removesuffix(".gz").lower()

    def fits(form: Format) -> bool:
        return name.endswith(form.extensions) and (form.writes if to_write else form.reads)

    own = [form for form in FORMATS.own().values() if fits(form)]
    if own:
        return max(own, key=lambda form: max(len(end) for end in form.extensions if name.endswith(end)))
    return next(filter(fits, _formats()), None)


def format_by_content(beginning: bytes) -> Format | None:
    """The format of a file that begins with these bytes; None if no format recognises it."""
    text = beginning.decode("utf-8", "replace").removeprefix("\ufeff")
    return next((form for form in _formats() if form.sniff(text)), None)


def format_of_beginning(beginning: bytes, path: Path) -> Format | None:
    """The format of a file that begins with these bytes; None if neither its content nor its extension is known.

    An extension that makes it certain (`.coref.txt`) counts more than the content, any other less.
    """
    name = path.name.removesuffix(".gz").lower()
    if any(form.certain and name.endswith(form.extensions) for form in FORMATS.own().values()):
        return format_by_extension(path)
    return format_by_content(beginning) or format_by_extension(path)


def format_of_file(path: Path) -> Format | None:
    """The format of a file by its content and its extension, as `format_of_beginning`; None if neither is known.

    Raises:
        FormatError: the file cannot be read.
    """
    return format_of_beginning(head(path), path)


def format_if_unsure(path: Path) -> Format | None:
    """The format that a file of no known format may have by its extension; None if it is empty or binary.

    Raises:
        FormatError: the file cannot be read.
    """
    found = _EXTENSION.search(path.name.removesuffix(".gz").lower())
    extension = found[0] if found else ""
    form = next((form for form in _formats() if extension in form.unsure), None)
    beginning = head(path)
    return None if not beginning.strip(b"\xef\xbb\xbf \t\r\n") or is_binary(beginning) else form


def format_to_write(path: Path, name: str | None) -> Format:
    """The format with this name or, without a name, that of the file's extension.

    Raises:
        FormatError: no format has this extension.
        SettingError: no format has this name.
    """
    form = FORMATS[name] if name is not None else format_by_extension(path, to_write=True) or format_by_extension(path)
    if form is None:
        names = ", ".join(form.name for form in FORMATS.values() if form.writes)
        raise FormatError(
            f"unknown format; known are {names}",
            cure="Give it the extension of its format, such as .jsonl",
            settings={"format": "jsonl"},
            file=str(path),
        )
    return form


def unknown_format(path: Path, beginning: bytes = b"") -> FormatError:
    """The error for a file of unknown format, which begins with these bytes."""
    try:
        refuse_binary(beginning, Place(str(path)))
    except FormatError as error:
        return error
    return FormatError(
        f"unknown format; known are {', '.join(form.name for form in FORMATS.values() if form.reads)}",
        cure="Give it the extension of its format, such as .txt for plain text",
        settings={"format": "text"},
        file=str(path),
    )


def _formats() -> Iterator[Format]:
    """Yield the registered formats; entry points are loaded only when those do not suffice."""
    known = dict(FORMATS.own())
    yield from known.values()
    _load_plugins()
    yield from (form for name, form in FORMATS.own().items() if name not in known)


@cache
def _load_plugins() -> None:
    """Load all formats of other packages, once: looking for entry points takes milliseconds."""
    list(FORMATS)
