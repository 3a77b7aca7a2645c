"""Shared by `train` and `tune`: options, reading of training documents, and `train` commands as lists of words."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from corefpipe.cli.inputs import read_documents
from corefpipe.cli.options import Features, Mentions, MinCount, Parse, ParseSource
from corefpipe.cli.outputs import refuse_sources
from corefpipe.cli.settings import options_of, read_settings
from corefpipe.exceptions import AnnotationError
from corefpipe.utils.own_code import imported_code
from corefpipe.utils.paths import as_path
from corefpipe.utils.progress import progress

if TYPE_CHECKING:
    from corefpipe.document import Document
    from corefpipe.resolver.training import TrainingSettings

DevPaths = Annotated[
    list[Path],
    typer.Option(metavar="PATH", parser=as_path, help="Annotated documents to score on. Can be repeated."),
]


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """Options of what a model learns from, and how."""

    learner: Annotated[str, typer.Option(metavar="NAME", help="The learner; see the list below.")] = "l3m"
    decoder: Annotated[
        Optional[str],  # noqa: UP045  typer reads the annotation
        typer.Option(metavar="NAME", help="The decoder; see the list below. [default: the learner's decoder]"),
    ] = None
    settings: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="A setting of the learner, of the decoder, or of both if both have it. Can be repeated. An unknown "
            "NAME prints the names of all settings.",
        ),
    ] = None
    mentions: Annotated[
        Mentions,
        typer.Option(help="Learn from predicted mentions, as the model will find them, or from gold mentions."),
    ] = Mentions.PREDICTED
    parse: Parse = ParseSource.PREDICTED
    partial: Annotated[
        Optional[list[Path]],  # noqa: UP045
        typer.Option(
            metavar="PATH",
            parser=as_path,
            help="More training documents, from a corpus that annotates only some kinds of mentions, such as LitBank. "
            "Their gold mentions are used. Can be repeated.",
        ),
    ] = None
    features: Features = "default"
    min_count: MinCount = 5
    context: Annotated[
        str,
        typer.Option(
            metavar="none|encoder|DIR",
            help="A network that reads the text; features of what it makes of links and mentions are added to the "
            "others. encoder: that of --base, if its encoder reads for both; none: without.",
        ),
    ] = "none"
    unseen: Annotated[
        Optional[list[Path]],  # noqa: UP045
        typer.Option(
            metavar="PATH",
            parser=as_path,
            help="Annotated documents that the network of --context has not learned from: how far to trust it is "
            "learned on these. Without any, on all documents. Can be repeated.",
        ),
    ] = None

    def parameters(self, **shortcuts: Any) -> dict[str, Any]:
        """The settings of learner and decoder (see `read_settings`)."""
        return read_settings(self.settings or [], **shortcuts)

    def training_settings(self, base: str, **more: Any) -> TrainingSettings:
        """The settings of training, without the parameters.

        Args:
            base: the pipeline that parses.
            more: other attributes of `TrainingSettings`.
        """
        from corefpipe.resolver.training import TrainingSettings

        return TrainingSettings(
            self.mentions.value,
            self.parse.value,
            base,
            features=self.features,
            min_count=self.min_count,
            learner=self.learner,
            decoder=self.decoder,
            context=self.context,
            **more,
        )

    def refuse_inputs(self, out: Path, documents: Iterable[Path], base: str) -> None:
        """Raise SettingError if the output would replace documents, the feature set, the base or the network."""
        refuse_sources(out, [*documents, Path(self.features), Path(base), Path(self.context)])


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
    for code in imported_code():
        command += ["--code", code.file]
    return [*command, *options_of(settings.parameters), "-o", out]
