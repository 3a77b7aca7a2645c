"""Options and arguments that several commands share, and the values of those that offer a choice."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Optional

import typer


class Mentions(StrEnum):
    """Values of `--mentions`."""

    PREDICTED = "predicted"
    GOLD = "gold"


class ParseSource(StrEnum):
    """Values of `--parse`."""

    PREDICTED = "predicted"
    GIVEN = "given"


InputPaths = Annotated[
    Optional[list[Path]],  # noqa: UP045  typer reads the annotation
    typer.Argument(metavar="PATH", help="Files or folders: plain text, or documents in any format that can be read."),
]
Text = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(help="A text, given directly instead of in files."),
]
AnnotatedPaths = Annotated[list[Path], typer.Argument(metavar="PATH", help="Annotated documents: files or folders.")]
Model = Annotated[str, typer.Option(help="en (the packaged model), or a folder written by `corefpipe train`.")]
Parse = Annotated[
    ParseSource, typer.Option(help="Parse the words, or use the tags and trees that the files (CoNLL-U) give.")
]
FEATURE_SET = "A packaged feature set, or a .toml file."
Features = Annotated[str, typer.Option(help=FEATURE_SET)]
MinCount = Annotated[int, typer.Option(min=1, help="Ignore features that occur on fewer links than this.")]
