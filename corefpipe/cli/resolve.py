"""`corefpipe resolve`: chains of texts and corpora."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from corefpipe.cli.batch import resolve_to_folder
from corefpipe.cli.inputs import Mentions, ParseSource, documents_of, progress
from corefpipe.cli.outputs import WRITTEN, is_file, no_format, write_documents
from corefpipe.errors import SettingError, choose

if TYPE_CHECKING:
    from corefpipe.document import Document


def resolve(
    paths: Annotated[
        Optional[list[Path]],  # noqa: UP045  typer reads the annotation
        typer.Argument(metavar="[PATH...]", help="Texts, or documents in any format that is read: files or folders."),
    ] = None,
    text: Annotated[Optional[str], typer.Option(help="A text to resolve, instead of files.")] = None,  # noqa: UP045
    model: Annotated[str, typer.Option(help="en, or a folder that `corefpipe train` wrote.")] = "en",
    mentions: Annotated[
        Mentions, typer.Option(help="Find the mentions, or cluster those that the files annotate.")
    ] = Mentions.PREDICTED,
    parse: Annotated[
        ParseSource, typer.Option(help="Parse the words, or take tags and trees as the files (CoNLL-U) give them.")
    ] = ParseSource.PREDICTED,
    format: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            metavar="|".join(WRITTEN),
            help="text shows each mention in its sentence. [default: by the name of OUT, else text]",
        ),
    ] = None,
    out: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            "-o",
            "--out",
            metavar="OUT",
            help="A file, or (a name without extension) a folder that gets one file for each input file.",
        ),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, help="How many files are resolved at once; OUT is a folder. Each takes some 250 MB.")
    ] = 1,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on where an earlier run into the folder OUT ended.")
    ] = False,
    gamma: Annotated[
        Optional[float],  # noqa: UP045
        typer.Option(help="Temperature in [0, 1], 0 is best link alone. [default: the model's]"),
    ] = None,
    threshold: Annotated[
        Optional[float],  # noqa: UP045
        typer.Option(help="Above 0 fewer links are made, below 0 more. [default: the model's]"),
    ] = None,
) -> None:
    """Find the coreference chains of texts.

    Words, sentences and speakers stay as the files give them; plain text is split by the model. Nothing is downloaded.

    A folder OUT gets the subfolders of the input, and x.conll of x.txt; both x.txt.conll and x.jsonl.conll where there
    are x.txt and x.jsonl. Each result is there complete or not at all. A file that cannot be resolved is told at the
    end, and does not stop the others. After a kill, or with more files, the same command with --resume does what is
    missing, what failed and what has changed.

    Exit code: 0 when all went well, 2 when a file failed or the command was wrong, 1 when it was cut off.

    \b
    Examples:
      corefpipe resolve --text "Ann lost her keys. She found them later."
      corefpipe resolve novel.txt
      corefpipe resolve corpus/ --format conll -o resolved/
      corefpipe resolve corpus/ --format jsonl -o resolved/ --processes 2 --resume
      corefpipe resolve dev.conllu --parse given -o dev.conll
    """
    if format is not None:
        choose("format", format, WRITTEN)
    from corefpipe.batch import Settings

    settings = Settings(format or "text", model, mentions.value, parse.value, gamma, threshold)
    if out is not None and paths and text is None and not is_file(out):
        if format is None:
            raise no_format(out)
        _warn_of_mentions(settings.resolver().meta.get("mentions"), mentions)
        resolve_to_folder(paths, out, settings, processes, resume)
        return
    if processes > 1 or resume:
        raise SettingError("--processes and --resume need files, and a folder for the results", cure="Name it, -o OUT")
    documents = documents_of(paths or [], text)
    from corefpipe.parsing.pipelines import load_base
    from corefpipe.resolver.resolving import resolve_documents

    resolver = settings.resolver()
    _warn_of_mentions(resolver.meta.get("mentions"), mentions)
    nlp = load_base(resolver.base)
    found = resolve_documents(documents, resolver, nlp, mentions=settings.mentions, parse=settings.parse)
    _write(progress(found, "resolve"), format, out)


def _warn_of_mentions(trained: str | None, wanted: Mentions) -> None:
    if trained and trained != wanted.value:
        print(f"Warning: the model was trained on {trained} mentions, not on {wanted.value} ones", file=sys.stderr)


def _write(documents: Iterator[Document], format: str | None, out: Path | None) -> None:
    from corefpipe.report import chains_text

    if out is None and format in (None, "text"):
        for document in documents:
            print(chains_text(document), end="\n\n", flush=True)
    elif out is not None and is_file(out) and (format == "text" or (format is None and out.suffix == ".txt")):
        from corefpipe.batch.resolving import write_text

        write_text(documents, out)
    else:
        if format == "text":
            raise no_format(out)
        write_documents(documents, out, format)
