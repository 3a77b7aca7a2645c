"""The formats by name, by extension and by what a file looks like. Their modules are imported on first use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

from corefpipe.document import Document
from corefpipe.errors import FormatError, SettingError, choose
from corefpipe.formats.files import atomic_writer, head, open_pieces
from corefpipe.formats.reading import Reading


@dataclass(frozen=True, slots=True)
class Format:
    """A file format.

    Its module has, for a format of lines, `read_lines(lines, source, reading)` and `write_document(document, stream)`;
    for one of other files `read_file(path, reading)` and `write_file(documents, path)`. One that is only read or only
    written lacks the other function.

    Attributes:
        name: its name in `read`, `write` and on the command line.
        extensions: of its files, the one that is written first.
        module: where the functions are.
        holds: what it can hold of a document (`corefpipe.formats.losses`).
        signature: pattern that the beginning of such a file matches; None where anything may be one.
        several: whether a file may hold several documents.
        lines: whether it is a format of lines.
        companion: extension of the file beside it that has the text; "" where there is none.
        reads: whether it can be read.
        writes: whether it can be written.
    """

    name: str
    extensions: tuple[str, ...]
    module: str
    holds: frozenset[str] = frozenset()
    signature: re.Pattern[str] | None = None
    several: bool = True
    lines: bool = True
    companion: str = ""
    reads: bool = True
    writes: bool = True

    def read(self, path: Path, reading: Reading) -> Iterator[Document]:
        """The documents of a file.

        Raises:
            SettingError: it is only written.
        """
        if not self.reads:
            raise SettingError(f"{self.name} is only written", cure=f"Read are {', '.join(_names('reads'))}")
        if not self.lines:
            return self._load().read_file(path, reading)
        return self.reader(open_pieces(path, reading.max_unpacked), str(path), reading)

    def write(self, documents: Iterable[Document], path: Path) -> None:
        """Writes documents to a file, all or nothing.

        Raises:
            SettingError: it is only read.
        """
        if not self.writes:
            raise SettingError(f"{self.name} is only read", cure=f"Written are {', '.join(_names('writes'))}")
        if not self.lines:
            self._load().write_file(documents, path)
            return
        with atomic_writer(path) as stream:
            for document in documents:
                self.writer(document, stream)

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

    def named(self, path: Path) -> str:
        """What of a file's name is not this format's extension (nor `.gz`)."""
        name = path.name.removesuffix(".gz")
        extension = next((end for end in self.extensions if name.lower().endswith(end)), path.suffix)
        return name[: len(name) - len(extension)]

    def companion_of(self, path: Path) -> Path | None:
        """The file beside this one that has its text, if the format has one."""
        return path.with_name(self.named(path) + self.companion) if self.companion else None

    def _load(self) -> Any:
        return import_module(self.module)


# Lines before the first row. No line is tried in two ways (`*+`): many of them would take for ever.
_WHITE = r"[^\S\n]*\n"
_HEADER = r"#[ \t]*begin document"
# The first row of CoNLL-U, in whose comments such a header may stand. CoNLL-2012 has a number in the second column.
_ROW = r"[01](?:[-.]\d+)?\t(?!\d+\t)(?:[^\t\n]*\t){8}[^\t\n]*(?:\n|$)"

_SPANS = frozenset(("words", "sentences", "mentions"))
_CHARACTERS = frozenset(("text", "mentions", "discontinuous mentions", "entity types"))
_CONLL = _SPANS | {"parts", "entity numbers", "tags", "lemmas", "speakers", "CoNLL-2012's columns"}
_CONLLU = (
    _CHARACTERS
    | _SPANS
    | {
        "parts",
        "genre",
        "paragraphs",
        "tags",
        "universal tags",
        "features",
        "lemmas",
        "dependencies",
        "speakers",
        "word types",
        "MISC and DEPS",
        "CoNLL-2012's columns",
        "sentence comments",
        "multiword tokens",
        "empty nodes",
        "zero mentions",
        "entity ids",
        "entity numbers",
        "mention heads",
        "mention fields",
        "fields of ACE",
    }
)

FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        Format(
            "conll",
            (".conll", "_conll", ".key", ".response"),
            "corefpipe.formats.conll.reader",
            _CONLL,
            re.compile(rf"(?!(?:{_WHITE}|#.*\n)*+{_ROW})(?:{_WHITE}|(?!{_HEADER})#.*\n)*+{_HEADER}", re.ASCII),
        ),
        Format(
            "conllu",
            (".conllu",),
            "corefpipe.formats.conllu.reader",
            _CONLLU,
            re.compile(rf"(?:{_WHITE}|#(?! newdoc).*\n)*+(?:# newdoc|\d+[-.\d]*(?:\t[^\t\n]*){{9}}(?:\n|$))", re.ASCII),
        ),
        Format(
            "jsonl",
            (".jsonl", ".jsonlines"),
            "corefpipe.formats.jsonl",
            _SPANS | {"speakers"},
            re.compile(r'\s*\{(?=.*"(?:doc_key|sentences|clusters)"\s*:)'),
        ),
        Format(
            "ace",
            (".apf.xml",),
            "corefpipe.formats.ace.reader",
            (_CHARACTERS - {"discontinuous mentions"})
            | {"genre", "entity ids", "entity numbers", "mention heads", "mention fields"},
            re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE\s+source_file\b[^>]*>\s*)?<source_file\b"),
            several=False,
            lines=False,
            companion=".sgm",
        ),
        Format(
            "brat",
            (".ann",),
            "corefpipe.formats.brat",
            _CHARACTERS,
            re.compile(r"(?:[TREAMN#]\d+|\*)\t"),
            several=False,
            lines=False,
            companion=".txt",
        ),
        Format(
            "muc",
            (".muc", ".sgml"),
            "corefpipe.formats.muc.reader",
            signature=re.compile(r"\s*(?:<!DOCTYPE[^>]*>\s*)?<DOC>(?=[\s\S]*<COREF\b)", re.IGNORECASE),
            lines=False,
            writes=False,
        ),
        Format(
            "gap",
            (".tsv",),
            "corefpipe.formats.gap",
            signature=re.compile(r"ID\tText\tPronoun\tPronoun-offset\t"),
            lines=False,
        ),
        Format(
            "docbin",
            (".spacy",),
            "corefpipe.formats.docbin.reader",
            _CONLLU | {"other columns"},
            lines=False,
        ),
        Format("text", (".txt",), "corefpipe.formats.text", frozenset(("text",)), several=False),
    )
}


def _names(can: str) -> list[str]:
    return [form.name for form in FORMATS.values() if getattr(form, can)]


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
