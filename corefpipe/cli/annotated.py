"""What the commands that train share: the options that say what is learned from, and reading and parsing it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from corefpipe.cli.inputs import Mentions, ParseSource, progress, read_documents
from corefpipe.errors import AnnotationError, SettingError

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from corefpipe.document import Document
    from corefpipe.features import FeatureSet

    Parsed = Iterator[tuple[Doc, Document]]
    Parts = tuple[list[Document], list[Document], list[Document]]  # train, partial, dev

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


@dataclass(frozen=True, slots=True)
class Corpora:
    """What is learned from, and how: the options of these names."""

    train: Sequence[Path]
    dev: Sequence[Path]
    partial: Sequence[Path] = ()
    mentions: Mentions = Mentions.PREDICTED
    parse: ParseSource = ParseSource.PREDICTED
    base: str = "en"
    features: str = "default"
    min_count: int = 5

    def feature_set(self) -> FeatureSet:
        """The feature set, without a vocabulary."""
        from corefpipe.features import FeatureSet

        return FeatureSet(self.features, min_count=self.min_count)

    def documents(self) -> Parts:
        """The documents to train on, the partial ones and those to score on.

        Raises:
            AnnotationError: documents without mentions.
        """

        def part(name: str, paths: Sequence[Path]) -> list[Document]:
            documents = list(read_documents(paths))
            if paths and not any(document.mentions for document in documents):
                raise AnnotationError(
                    f"no coreference in {', '.join(map(str, paths))}",
                    cure=f"The {name} documents need chains to learn from",
                )
            return documents

        return part("train", self.train), part("partial", self.partial), part("dev", self.dev)

    def parsed(self, documents: Parts | None = None) -> tuple[Parsed, Parsed, Parsed]:
        """The documents, parsed one by one as they are asked for.

        Args:
            documents: what `documents` has read, if it was called before.

        Raises:
            AnnotationError: documents without mentions.
            SettingError: a base that does not parse, and trees to predict.
        """
        from corefpipe.parsing.annotate import annotate
        from corefpipe.parsing.pipelines import BLANK, NEW, load_base

        if self.base.startswith(BLANK) and self.parse is ParseSource.PREDICTED:
            raise SettingError(
                f"'{self.base}' does not parse",
                cure="Take the trees of the files, --parse given, or train a pipeline from them, "
                f"corefpipe train --base {NEW}{self.base.removeprefix(BLANK)}",
            )
        nlp = load_base(self.base)
        train, partial, dev = documents or self.documents()

        def part(name: str, documents: list[Document]) -> Parsed:
            return progress(annotate(documents, nlp, self.parse.columns), f"parse {name}", len(documents))

        return part("train", train), part("partial", partial), part("dev", dev)

    def signature(self) -> dict[str, Any]:
        """What tells results on these documents from others: contents, not paths."""
        features = self.feature_set().spec.text.encode()
        return {
            "train": digest(self.train),
            "dev": digest(self.dev),
            "partial": digest(self.partial),
            "mentions": self.mentions.value,
            "parse": self.parse.value,
            "base": digest([Path(self.base)]) if Path(self.base).is_dir() else self.base,
            "features": hashlib.blake2b(features, digest_size=12).hexdigest(),
            "min_count": self.min_count,
        }

    def options(self) -> list[str]:
        """The arguments of a command line that say the same; defaults are left out."""
        given = [*map(str, self.train)]
        for field in fields(self)[1:]:
            value = getattr(self, field.name)
            option = f"--{field.name.replace('_', '-')}"
            for each in value if field.name in ("dev", "partial") else [value] if value != field.default else []:
                given += [option, str(each)]
        return given


def digest(paths: Iterable[Path]) -> str:
    """What tells the contents of files and folders from others: bytes, and names in the folders."""
    from corefpipe.formats.files import open_binary

    whole = hashlib.blake2b(digest_size=12)
    for path in paths:
        inside = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        for file in inside:
            with open_binary(file) as stream:
                content = hashlib.blake2b(stream.read()).hexdigest()
            whole.update(f"{file.relative_to(path).as_posix()}\0{content}\n".encode())
    return whole.hexdigest()
