"""`corefpipe convert`: convert annotated documents between formats."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Optional

import typer

from corefpipe.cli import options
from corefpipe.cli.inputs import check_paths, read_path, warn
from corefpipe.cli.outputs import check_file_or_folder, format_to_write, target_of, write_documents, written_formats
from corefpipe.document import Document
from corefpipe.exceptions import SettingError
from corefpipe.formats import Layer, Reading, ReadReport
from corefpipe.formats.reading import ON_ERROR, REPEATS
from corefpipe.utils.paths import as_path
from corefpipe.utils.text import counted


def convert(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="IN... OUT",
            parser=as_path,
            help="Files or folders to read (- is standard input), then the file or folder to write (- is standard "
            "output).",
        ),
    ],
    to: Annotated[
        Optional[str],  # noqa: UP045  typer reads the annotation
        typer.Option(metavar="|".join(written_formats()), help="Format to write. [default: from the name of OUT]"),
    ] = None,
    source: options.SourceFormat = None,
    on_error: Annotated[
        str, typer.Option(metavar="|".join(ON_ERROR), help="If a document cannot be read: stop, or skip it.")
    ] = "raise",
    repeats: Annotated[
        str,
        typer.Option(
            metavar="|".join(REPEATS), help="If a span is annotated twice: stop, keep the first, or keep all."
        ),
    ] = "error",
    layer: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            metavar="PATH",
            parser=as_path,
            help="A layer file, or a folder of them: its chains replace those of the documents, and only the documents "
            "that it annotates are written.",
        ),
    ] = None,
) -> None:
    """Convert annotated documents between formats.

    \b
    Examples:
      corefpipe convert gum/dev gum.conll
      corefpipe convert gum/dev brat/ --to brat
      corefpipe convert ace/ ace.jsonl --from ace --on-error skip
      corefpipe convert litbank.conll litbank.spacy
      corefpipe convert gum.conllu - --to jsonl | head -1
      corefpipe convert mine.conllu mine.layer
      corefpipe convert ewt/dev --layer ewt-dev.layer ewt-dev.conllu

    OUT is a file if its name has an extension, else a folder with one file per document. Annotation that the new
    format cannot store is listed on standard error. brat and ACE keep the text in a second file: x.ann and x.txt,
    x.apf.xml and x.sgm. A layer (.layer) stores only the chains, as word offsets, for a text that may not be
    redistributed; --layer adds them to the text again.
    """
    if len(paths) < 2:
        raise SettingError("only one path is given", cure="Name what to read, then what to write: IN... OUT")
    *inputs, last = paths
    out = target_of(last)
    to = format_to_write(out, to, "--to")
    read = [*inputs, layer] if layer is not None else inputs
    check_paths(read)
    check_file_or_folder(out, read, to)
    report = ReadReport()
    opened = None if layer is None else Layer(layer, Reading(on_error, repeats, report))

    def documents() -> Iterator[Document]:
        for path in inputs:
            yield from read_path(path, source, on_error=on_error, repeats=repeats, report=report, layer=opened)
        if opened is not None:
            opened.finish()

    written = write_documents(documents(), out, to)
    warn(report)
    if written.lost:
        lost = ", ".join(f"{what} ({count})" for what, count in written.lost.most_common())
        print(f"{to} cannot hold, of {counted(written.documents, 'document')}: {lost}", file=sys.stderr)
