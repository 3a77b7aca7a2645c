"""Options and arguments that several commands share, and the values of those that offer a choice."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from corefpipe.exceptions import SettingError, require_one_of
from corefpipe.formats import FORMATS
from corefpipe.resolver.overrides import Overrides
from corefpipe.utils.paths import as_path


class Mentions(StrEnum):
    """Values of `--mentions`."""

    PREDICTED = "predicted"
    GOLD = "gold"


class ParseSource(StrEnum):
    """Values of `--parse`."""

    PREDICTED = "predicted"
    GIVEN = "given"


class ReadAs(StrEnum):
    """Values of `--read-as`."""

    AUTO = "auto"
    BOOK = "book"
    PLAIN = "plain"


HTML = "html"
"""The output format of HTML pages."""

STDIN = Path("-")
"""The path that means standard input."""

STDOUT = Path("-")
"""The path that means standard output, where a command writes."""


def readable_formats() -> tuple[str, ...]:
    """Names of the formats that are read now, after `--code`."""
    return tuple(form.name for form in FORMATS.values() if form.reads)


InputPaths = Annotated[
    Optional[list[Path]],  # noqa: UP045  typer reads the annotation
    typer.Argument(
        metavar="PATH",
        parser=as_path,
        help="Files or folders: plain text, or documents in any format that can be read; - is standard input. URLs "
        "such as s3://… need corefpipe[remote]. [default: standard input]",
    ),
]
SourceFormat = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "--from", metavar="|".join(readable_formats()), help="Format to read. [default: from content and name]"
    ),
]
Text = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(help="A text, given directly instead of in files."),
]
AnnotatedPaths = Annotated[
    list[Path], typer.Argument(metavar="PATH", parser=as_path, help="Annotated documents: files or folders.")
]
MODEL = "A packaged model, such as en, an installed one, or a folder written by `corefpipe train`."
Parse = Annotated[
    ParseSource, typer.Option(help="Parse the words, or use the tags and trees that the files (CoNLL-U) give.")
]
ReadText = Annotated[
    ReadAs,
    typer.Option(
        "--read-as",
        help="Read a plain text as a book, whose headings are sentences, and whose licence, page numbers and "
        "underscores are left out; as none; or as one if it looks like one.",
    ),
]


def _import(files: list[Path] | None) -> list[Path] | None:
    from corefpipe.utils.own_code import import_code

    import_code(*(files or ()))
    return files


Code = Annotated[
    Optional[list[Path]],  # noqa: UP045
    typer.Option(
        "--code",
        metavar="FILE",
        callback=_import,
        is_eager=True,
        help="A Python file that registers features, decoders, formats … of your own: it is imported before anything "
        "else. Can be repeated.",
    ),
]
_NONE = "none"  # the value of `--constraints` that disables all of them
FEATURE_SET = "A packaged feature set, or a .toml file."
Features = Annotated[str, typer.Option(help=FEATURE_SET)]
MinCount = Annotated[int, typer.Option(min=1, help="Ignore features that occur on fewer links than this.")]


@dataclass(frozen=True, slots=True)
class OptionsOf:
    """Annotates a dictionary: its entries are the options that are given, of those that a dataclass declares.

    Attributes:
        settings: a dataclass whose fields are numbers or texts or None, with `help` and `metavar` in their metadata.
    """

    settings: Any


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """Options that name a model, and settings that replace its own."""

    model: Annotated[str, typer.Option(help=MODEL)] = "en"
    overrides: Annotated[dict[str, Any], OptionsOf(Overrides)] = field(default_factory=dict)

    def settings(self) -> dict[str, Any]:
        """The options that are given by name, as `load_resolver` takes them.

        Raises:
            SettingError: as `constraint_names`.
        """
        names = constraint_names(self.overrides.get("constraints"))
        return {"model": self.model, **self.overrides, "constraints": names}


def constraint_names(value: str | None) -> tuple[str, ...] | None:
    """The names in the value of `--constraints`; an empty tuple for "none".

    Raises:
        SettingError: an empty name, such as an unset variable of the shell; an unknown one; "none" beside others.
    """
    if value is None:
        return None
    from corefpipe.resolver.constraints.registry import CONSTRAINTS

    names = tuple(name.strip() for name in value.split(","))
    if "" in names:
        raise SettingError(f"--constraints {value!r} has an empty name", cure="For no constraints write none")
    valid = (_NONE, *CONSTRAINTS)
    for name in names:
        require_one_of("constraint", name, valid)
    if _NONE in names and len(names) > 1:
        raise SettingError(f"--constraints {value}: none beside other names", cure="Give none, or the others")
    return () if names == (_NONE,) else names
