"""The formats by name, by extension and by what a file looks like. Their modules are imported on first use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

from corefpipe.document import Document
from corefpipe.errors import FormatError, choose
from corefpipe.formats.files import head
from corefpipe.formats.reading import Reading


@dataclass(frozen=True, slots=True)
class Format:
    """A file format.

    Attributes:
        name: its name in `read`, `write` and on the command line.
        extensions: of its files, the one that is written first.
        module: module with `read_lines` and `write_document`.
        signature: pattern that the beginning of such a file matches; None where anything may be one.
        several: whether a file may hold several documents.
    """

    name: str
    extensions: tuple[str, ...]
    module: str
    signature: re.Pattern[str] | None = None
    several: bool = True

    @property
    def reader(self) -> Callable[[Iterable[str], str, Reading], Iterator[Document]]:
        """`read_lines(lines, source, reading)`: the documents of lines (`source` names the file in errors).

        An item of `lines` may hold several lines, as `decoded_pieces` gives them, but never part of one.
        """
        return self._load().read_lines

    @property
    def writer(self) -> Callable[[Document, TextIO], None]:
        """`write_document(document, stream)`."""
        return self._load().write_document

    def sniff(self, beginning: str) -> bool:
        """Whether a file that begins so looks like this format."""
        return self.signature is not None and self.signature.match(beginning) is not None

    def _load(self) -> Any:
        return import_module(self.module)


# Lines before the first row. No line is tried in two ways (`*+`): many of them would take for ever.
_WHITE = r"[^\S\n]*\n"
_HEADER = r"#[ \t]*begin document"
# The first row of CoNLL-U, in whose comments such a header may stand. CoNLL-2012 has a number in the second column.
_ROW = r"[01](?:[-.]\d+)?\t(?!\d+\t)(?:[^\t\n]*\t){8}[^\t\n]*(?:\n|$)"

FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        Format(
            "conll",
            (".conll", ".gold_conll", ".v4_gold_conll", ".v4_auto_conll", ".key", ".response"),
            "corefpipe.formats.conll",
            re.compile(rf"(?!(?:{_WHITE}|#.*\n)*+{_ROW})(?:{_WHITE}|(?!{_HEADER})#.*\n)*+{_HEADER}", re.ASCII),
        ),
        Format(
            "conllu",
            (".conllu",),
            "corefpipe.formats.conllu_",
            re.compile(rf"(?:{_WHITE}|#(?! newdoc).*\n)*+(?:# newdoc|\d+[-.\d]*(?:\t[^\t\n]*){{9}}(?:\n|$))", re.ASCII),
        ),
        Format(
            "jsonl",
            (".jsonl", ".jsonlines"),
            "corefpipe.formats.jsonl",
            re.compile(r'\s*\{(?=.*"(?:doc_key|sentences|clusters)"\s*:)'),
        ),
        Format("text", (".txt",), "corefpipe.formats.text", several=False),
    )
}


def format_named(name: str) -> Format:
    """The format of this name; raises SettingError with the valid ones."""
    choose("format", name, tuple(FORMATS))
    return FORMATS[name]


def format_by_extension(path: Path) -> Format | None:
    """The format whose extension a file has, `.gz` aside; None if there is none."""
    name = path.name.removesuffix(".gz").lower()
    return next((form for form in FORMATS.values() if name.endswith(form.extensions)), None)


def format_of_file(path: Path) -> Format | None:
    """The format that a file looks like, or else that of its extension; None if neither tells.

    Raises:
        FormatError: the file cannot be read.
    """
    beginning = head(path)
    looks = next((form for form in FORMATS.values() if form.sniff(beginning)), None)
    return looks or format_by_extension(path)


def format_to_write(path: Path, name: str | None) -> Format:
    """The format of this name, or else of the file's extension.

    Raises:
        FormatError: the extension tells no format.
    """
    form = format_named(name) if name is not None else format_by_extension(path)
    if form is None:
        raise unknown_format(path)
    return form


def unknown_format(path: Path) -> FormatError:
    """The error for a file of no known format."""
    return FormatError("unknown format", cure=f"Name it, format=…: {', '.join(FORMATS)}", file=str(path))
