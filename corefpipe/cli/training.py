"""Shared by `train` and `tune`: options, reading of training documents, and `train` commands as lists of words."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from corefpipe.cli.inputs import read_documents
from corefpipe.cli.options import Mentions
from corefpipe.cli.settings import options_of
from corefpipe.exceptions import AnnotationError
from corefpipe.utils.paths import as_path
from corefpipe.utils.progress import progress

if TYPE_CHECKING:
    from corefpipe.document import Document
    from corefpipe.resolver.training import TrainingSettings

DevPaths = Annotated[
    list[Path],
    typer.Option(metavar="PATH", parser=as_path, help="Annotated documents to score on. Can be repeated."),
]
TrainedMentions = Annotated[
    Mentions, typer.Option(help="Train on predicted mentions, as in raw text, or on gold mentions.")
]
PartialPaths = Annotated[
    Optional[list[Path]],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="PATH",
        parser=as_path,
        help="More training documents, from a corpus that annotates only some kinds of mentions, such as LitBank. "
        "Their gold mentions are used. Can be repeated.",
    ),
]

SparsePaths = Annotated[
    Optional[list[Path]],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="PATH",
        parser=as_path,
        help="More training documents with a few annotated mentions each, such as GAP's: only links between these are "
        "learned. Can be repeated.",
    ),
]

Context = Annotated[
    str,
    typer.Option(
        metavar="none|encoder|DIR",
        help="Folder of a context network, whose scores of links and mentions are added as features. encoder: the "
        "network of --base, if its encoder was trained for both tasks; none: no network.",
    ),
]
UnseenPaths = Annotated[
    Optional[list[Path]],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="PATH",
        parser=as_path,
        help="Annotated documents on which the network of --context was not trained: the weights of its scores are "
        "learned on these. [default: all training documents] Can be repeated.",
    ),
]


def read_all(paths: Sequence[Path], part: str) -> list[Document]:
    """Read all documents of files and folders.

    Args:
        paths: the files and folders; may be empty.
        part: what they are for, such as "train", for the error message.

    Raises:
        AnnotationError: no document has coreference chains.
    """
    documents = list(progress(read_documents(paths), f"read {part}"))
    if paths and not any(document.mentions for document in documents):
        raise AnnotationError(
            f"no coreference in {', '.join(map(str, paths))}", cure=f"The {part} documents need chains to learn from"
        )
    return documents


def names_of(paths: Iterable[Path]) -> list[str]:
    """The names of corpora that a model keeps in its metadata: "ontogum/train" for a folder, a file's own name."""
    names = ["/".join(path.resolve().parts[-2:]) if path.is_dir() else path.name for path in paths]
    return [name.encode("utf-8", "replace").decode() for name in names]  # file names need not be UTF-8


def warn_of_overlap(paths: Iterable[Path], dev: Iterable[Path]) -> None:
    """Warn on standard error of dev files that are training files as well."""
    train, held_out = (
        {file.resolve() for path in part for file in (path.rglob("*") if path.is_dir() else [path]) if file.is_file()}
        for part in (paths, dev)
    )
    both = sorted(train & held_out)
    if both:
        several = f" and {len(both) - 1} more" if len(both) > 1 else ""
        print(
            f"Warning: {both[0]}{several}: the model is scored on its training data, so the scores are too good",
            file=sys.stderr,
        )


def train_command(
    paths: Sequence[Path],
    dev: Sequence[Path],
    partial: Sequence[Path],
    unseen: Sequence[Path],
    settings: TrainingSettings,
    out: str,
) -> list[str]:
    """The `corefpipe train` command for these documents and settings; options that are the default are left out."""
    command = ["corefpipe", "train", *map(str, paths)]
    for name, several in (("dev", dev), ("partial", partial), ("unseen", unseen)):
        for path in several:
            command += [f"--{name}", str(path)]
    defaults = {field.name: field.default for field in fields(settings)}
    for name in ("mentions", "parse", "base", "features", "min_count", "context"):
        value: Any = getattr(settings, name)
        if value != defaults[name]:
            command += [f"--{name.replace('_', '-')}", str(value)]
    command += ["--learner", settings.learner]
    if settings.decoder is not None:
        command += ["--decoder", settings.decoder]
    return [*command, *options_of(settings.parameters), "-o", out]
