"""What `train` and `tune` share: options that say what is learned from, and reading it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from corefpipe.cli.inputs import Mentions, ParseSource, read_documents
from corefpipe.errors import AnnotationError, SettingError

if TYPE_CHECKING:
    from corefpipe.document import Document
    from corefpipe.resolver.training import TrainingSettings

TrainPaths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="Annotated documents: files or folders.")]
MentionsOption = Annotated[
    Mentions, typer.Option(help="Learn to cluster the gold mentions, or those that the model itself will find.")
]
ParseOption = Annotated[
    ParseSource, typer.Option(help="Parse the words, or take tags and trees as the files (CoNLL-U) give them.")
]
PartialPaths = Annotated[
    Optional[list[Path]],  # noqa: UP045  typer reads the annotation
    typer.Option(
        help="More training documents, of a corpus that annotates only some kinds of mentions (LitBank: ACE's "
        "types): learn from their gold mentions. Can be given again."
    ),
]
Base = Annotated[
    str,
    typer.Option(
        help="The pipeline that parses: en, a folder, or a spaCy package; blank:LANGUAGE, none, for --parse given."
    ),
]
Features = Annotated[str, typer.Option(help="A packaged feature set, or a .toml file.")]
MinCount = Annotated[int, typer.Option(min=1, help="Leave out features seen on fewer links.")]


def check_folder(out: Path) -> None:
    """Raise SettingError if the folder for results is a file."""
    if out.exists() and not out.is_dir():
        raise SettingError("a file, not a folder", cure="Name a folder for the results", file=str(out))


def read_all(paths: Sequence[Path], part: str) -> list[Document]:
    """All documents of files and folders, none of none.

    Args:
        paths: the files and folders.
        part: what they are for, for the error.

    Raises:
        AnnotationError: documents without chains.
    """
    documents = list(read_documents(paths))
    if paths and not any(document.mentions for document in documents):
        raise AnnotationError(
            f"no coreference in {', '.join(map(str, paths))}", cure=f"The {part} documents need chains to learn from"
        )
    return documents


def names_of(paths: Iterable[Path]) -> list[str]:
    """The names under which a model notes its corpora."""
    return [path.resolve().name for path in paths]


def options_of_training(
    paths: Sequence[Path], dev: Sequence[Path], partial: Sequence[Path], settings: TrainingSettings
) -> list[str]:
    """The arguments of `corefpipe train` for these documents and settings; defaults are left out."""
    given = [*map(str, paths)]
    for name, several in (("dev", dev), ("partial", partial)):
        for path in several:
            given += [f"--{name}", str(path)]
    own = {field.name: field.default for field in fields(settings)}
    for name in ("mentions", "parse", "base", "features", "min_count"):
        value: Any = getattr(settings, name)
        if value != own[name]:
            given += [f"--{name.replace('_', '-')}", str(value)]
    return given
