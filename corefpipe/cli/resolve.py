"""`corefpipe resolve`: chains of texts and corpora."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from corefpipe.cli.inputs import Mentions, ParseSource, progress, read_documents
from corefpipe.cli.outputs import WRITTEN, is_file, no_format, write_documents
from corefpipe.errors import AnnotationError, SettingError, choose

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
            help="A file, or (a name without extension) a folder with one file a document.",
        ),
    ] = None,
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

    \b
    Examples:
      corefpipe resolve --text "Ann lost her keys. She found them later."
      corefpipe resolve novel.txt
      corefpipe resolve corpus/ --format conll -o resolved/
      corefpipe resolve dev.conllu --parse given -o dev.conll
    """
    if format is not None:
        choose("format", format, WRITTEN)
    documents = _documents(paths or [], text)
    from corefpipe.annotate import annotate, from_doc
    from corefpipe.pipeline import load_base, load_resolver

    resolver = load_resolver(model)
    resolver.tune(gamma, threshold)
    _warn_of_mentions(resolver.meta.get("mentions"), mentions)
    nlp = load_base(resolver.base)

    def resolved() -> Iterator[Document]:
        gold = mentions is Mentions.GOLD
        for doc, document in progress(annotate(_checked(documents, gold), nlp, parse.columns), "resolve"):
            yield from_doc(resolver(doc, document if gold else None), like=document)

    _write(resolved(), format, out)


def _documents(paths: list[Path], text: str | None) -> Iterable[Document]:
    if text is not None and paths:
        raise SettingError("both --text and files are given", cure="Give one of them")
    if text is not None:
        return _plain([text], "--text")
    if paths:
        return read_documents(paths)
    if sys.stdin.isatty():
        raise SettingError("nothing to resolve", cure='Give files or folders, --text "…", or text on standard input')
    from corefpipe.formats.files import decoded_lines

    return _plain(decoded_lines(sys.stdin.buffer, "standard input"), "standard input")


def _plain(lines: Iterable[str], source: str) -> Iterator[Document]:
    from corefpipe.formats import Reading
    from corefpipe.formats.text import read_lines

    for document in read_lines(lines, source, Reading()):
        document.name = ""
        yield document


def _checked(documents: Iterable[Document], gold: bool) -> Iterator[Document]:
    for document in documents:
        if gold and not document.words and document.text.strip():
            raise AnnotationError(
                "plain text has no mentions of its own", cure="Leave --mentions at predicted", document=document.name
            )
        yield document


def _warn_of_mentions(trained: str | None, wanted: Mentions) -> None:
    if trained and trained != wanted.value:
        print(f"Warning: the model was trained on {trained} mentions, not on {wanted.value} ones", file=sys.stderr)


def _write(documents: Iterator[Document], format: str | None, out: Path | None) -> None:
    from corefpipe.formats.files import atomic_writer
    from corefpipe.report import chains_text

    if out is None and format in (None, "text"):
        for document in documents:
            print(chains_text(document), end="\n\n", flush=True)
    elif out is not None and is_file(out) and (format == "text" or (format is None and out.suffix == ".txt")):
        with atomic_writer(out) as stream:
            stream.writelines(f"{chains_text(document)}\n\n" for document in documents)
    else:
        if format == "text":
            raise no_format(out)
        write_documents(documents, out, format)
