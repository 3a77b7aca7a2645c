"""`corefpipe resolve`: predict the coreference chains of texts, files and folders."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from corefpipe.cli import options
from corefpipe.cli.inputs import check_paths, check_source, documents_of, is_stream, warn_of, warn_of_empty
from corefpipe.cli.option_groups import with_option_groups
from corefpipe.cli.options import HTML, STDIN, Mentions, ParseSource, ReadAs
from corefpipe.cli.outputs import (
    check_file_or_folder,
    format_to_write,
    is_file,
    target_of,
    write_chains,
    write_page,
    written_formats,
)
from corefpipe.cli.stream_options import StreamOptions
from corefpipe.cli.streams import UPDATES, check_alone, resolve_growing
from corefpipe.exceptions import SettingError, printable
from corefpipe.formats import distinct, writable
from corefpipe.utils.paths import as_path
from corefpipe.utils.progress import computed, say, status, watch_pieces
from corefpipe.utils.text import counted

if TYPE_CHECKING:
    from corefpipe.batch import Settings, Summary
    from corefpipe.document import Document
    from corefpipe.resolver.model import Resolver
    from corefpipe.resolver.resolving import Resolved

ResolvedMentions = Annotated[
    Mentions, typer.Option(help="Detect the mentions, or cluster those annotated in the files.")
]
OutputFormat = Annotated[
    Optional[str],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="|".join((*written_formats(), HTML, UPDATES)),
        help="Output format; text shows each mention in its sentence, html is a page for a browser, updates (only with "
        "--stream) is what each part changes. [default: from the name of OUT, else text]",
    ),
]
Out = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        "-o",
        "--out",
        metavar="OUT",
        parser=as_path,
        help="A file; or, if the name has no extension, a folder with one file per input file; - is "
        "standard output, the default.",
    ),
]
Processes = Annotated[
    int, typer.Option(min=1, help="Number of files to resolve in parallel into a folder. Each process needs 350 MB.")
]
Dask = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        metavar="ADDRESS",
        help="Resolve on the workers of a Dask scheduler, such as tcp://127.0.0.1:8786, instead of --processes. They "
        "must have access to the same folders. Needs corefpipe[dask].",
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue an earlier run into the folder OUT.")]


_NAMED_IN_ERRORS = ("--from", "--mentions", "--parse", "--read-as")
"""The options of this command that may avoid the error of a file."""

_VIEWS = {"text": ("chains as text go", ".txt"), HTML: ("a page goes", ".html")}


@with_option_groups
def resolve(
    paths: options.InputPaths = None,
    *,
    text: options.Text = None,
    chosen: options.ModelOptions,
    mentions: ResolvedMentions = Mentions.PREDICTED,
    parse: options.Parse = ParseSource.PREDICTED,
    source: options.SourceFormat = None,
    read_as: options.ReadText = ReadAs.AUTO,
    format: OutputFormat = None,
    out: Out = None,
    processes: Processes = 1,
    dask: Dask = None,
    resume: Resume = False,
    growing: StreamOptions,
) -> None:
    """Predict the coreference chains of texts.

    \b
    Examples:
      corefpipe resolve --text "Ann lost her keys. She found them later."
      corefpipe resolve novel.txt
      corefpipe resolve novel.txt -o novel.html
      corefpipe resolve novel.txt --min-probability 0.7
      pdftotext paper.pdf - | corefpipe resolve -
      corefpipe resolve corpus/ --format conll -o resolved/
      corefpipe resolve corpus/ --format jsonl -o resolved/ --processes 2 --resume
      corefpipe resolve corpus/ --format jsonl -o resolved/ --dask tcp://127.0.0.1:8786
      corefpipe resolve dev.conllu --parse given -o dev.conll
      tail -f chat.log | corefpipe resolve --follow --speakers --state chat.state
      corefpipe resolve library.txt --stream -o library.jsonl

    The words, sentences and speakers of annotated files are kept; plain text is split by the model. Nothing is
    downloaded.

    A folder OUT gets the subfolders of the input. The result of x.txt is x.conll; if there is x.jsonl too, the results
    are x.txt.conll and x.jsonl.conll. Pages (html) get an index.html that lists them. A result is written completely
    or not at all. If a file fails, the others are still resolved, and the errors are printed at the end. With --resume,
    the same command resolves only files that are missing, failed or have changed since. Into a file OUT or to standard
    output, the first file that fails ends the command.

    --follow prints a line of JSON for each line that it reads: its number, the words that it adds to the text (start,
    end), the mentions that are new or have another entity, and those that are removed; entities keep their ids. Blank
    lines are paragraph breaks. With --state, which is saved every second, a command that was stopped goes on: its first
    line has all mentions so far ("resumed") and the number of the last line that it knows. Of a FILE it leaves out the
    lines up to that one; standard input must go on after it. Ctrl-C ends it with exit code 0.

    Exit code: 0 for success, 2 if a file failed or the command was wrong, 1 if it was interrupted,
    143 if it was terminated.
    """
    if growing.given:
        unusual = {"mentions": mentions is Mentions.GOLD, "parse": parse is ParseSource.GIVEN}
        unusual |= {"processes": processes > 1, "read-as": read_as is ReadAs.BOOK}
        check_alone(text=text, **{"from": source}, dask=dask, resume=resume, **unusual)
        resolve_growing(paths or [], growing, chosen, format, out)
        return
    check_source(source)
    out = target_of(out)
    files = [] if text is not None or any(map(is_stream, paths or [])) else paths or []
    folder = out if files and out is not None and not is_file(out) else None
    if folder is None and (processes > 1 or dask or resume):
        needing = "--processes, --dask and --resume need files and a folder for the results"
        raise SettingError(needing, cure="Add -o FOLDER")
    written = "text" if format is None and out is None else format_to_write(out, format, "--format", (HTML,))
    how = {"mentions": mentions.value, "parse": parse.value, "source": source, "read_as": read_as.value}
    load = partial(_load, written, chosen.settings() | how)
    if folder is not None:
        check_paths(files, listed=True)
        check_file_or_folder(folder, [], written)  # before the model is loaded
        _resolve_to_folder(files, folder, load()[0], processes=processes, dask=dask, resume=resume)
        return
    _check_output(written, out, [*(paths or [STDIN]), Path(chosen.model)])
    _resolve_to_one(documents_of(paths or [], text, source), written, out, load)


def _load(written: str, how: dict[str, Any]) -> tuple[Settings, Resolver]:
    """The settings of a run, and its model; warns if the model is for other mentions."""
    with status("load the model"):
        from corefpipe.batch import Settings

        settings = Settings(written, **how)
        resolver = settings.resolver()
    trained = resolver.meta.get("mentions")
    if trained and trained != settings.mentions:
        say(f"Warning: the model was trained on {trained} mentions, not on {settings.mentions} ones")
    return settings, resolver


def _check_output(format: str, out: Path | None, sources: list[Path]) -> None:
    """Raise SettingError for an output that cannot hold the format, or that is one of the sources."""
    if format in _VIEWS and out is not None and not is_file(out):
        what, extension = _VIEWS[format]
        raise SettingError(f"{what} into a file, not into the folder {out}", cure=f"Add -o {out}{extension}")
    check_file_or_folder(out, sources, format)


def _resolve_to_folder(
    paths: list[Path], out: Path, settings: Settings, *, processes: int, dask: str | None, resume: bool
) -> None:
    """Resolve files into a folder; print warnings, errors and a summary on standard error.

    Raises:
        Exit: with code 2, if files failed.
    """
    from corefpipe.batch import resolve_files

    try:
        shown = sys.stderr.isatty()
        summary = resolve_files(
            paths,
            out,
            settings,
            processes=processes,
            dask=dask,
            resume=resume,
            verbose=shown,
            options=_NAMED_IN_ERRORS,
        )
    except (KeyboardInterrupt, SystemExit):  # Ctrl-C or SIGTERM
        print(
            f"Finished results are in {printable(str(out))}. Run the same command with --resume to continue",
            file=sys.stderr,
        )
        raise
    _tell_summary(summary, out)
    if summary.failed:
        raise typer.Exit(2)


def _tell_summary(summary: Summary, out: Path) -> None:
    from corefpipe.batch import LOG

    def tell(text: str) -> None:
        print(printable(text), file=sys.stderr)

    def tell_of(lines: list[str], count: int, label: str) -> None:
        for line in lines:
            tell(f"{label}: {line}")
        if count > len(lines):
            tell(f"{label}: {count - len(lines)} more, see {out / LOG}")

    if summary.n_ignored:
        names = ", ".join(summary.ignored) + (", …" if summary.n_ignored > len(summary.ignored) else "")
        tell(f"Warning: ignored {counted(summary.n_ignored, 'file')} of unknown format: {names}")
    if len(summary.formats) > 1:
        names = ", ".join(f"{name or 'without extension'} ({count})" for name, count in sorted(summary.formats.items()))
        tell(f"Warning: files of several formats, perhaps of the same documents: {names}")
    if summary.gone:
        which = f"1 file that is not in the input: {summary.gone[0]}"
        if len(summary.gone) > 1:
            which = f"{len(summary.gone):,} files that are not in the input, such as {summary.gone[0]}"
        tell(f"Warning: {out} has results of {which}")
    tell_of(summary.notes, summary.n_notes, "Warning")
    tell_of(sorted(summary.failures), summary.failed, "Failed")
    counts = ", ".join(counted(getattr(summary, f"{what}s"), what) for what in ("file", "document", "word", "chain"))
    before = f" ({counted(summary.done, 'file')} done before)" if summary.done else ""
    failed = f"; {summary.failed:,} failed" if summary.failed else ""
    tell(f"{counts} in {summary.seconds:.1f} s, written to {out}{before}{failed}")


def _resolve_to_one(
    documents: Iterable[Document], written: str, out: Path | None, load: Callable[[], tuple[Settings, Resolver]]
) -> None:
    """Resolve documents one after the other into a file, a folder or standard output."""
    notes: list[str] = []
    documents = distinct(warn_of_empty(documents), notes)
    if written not in _VIEWS:
        documents = writable(documents, written, out if out is not None and is_file(out) else None)
    settings, resolver = load()
    _write(_resolved(documents, resolver, settings), written, out)
    warn_of(notes)


def _resolved(documents: Iterable[Document], resolver: Resolver, settings: Settings) -> Iterator[Resolved]:
    with status("load the model"):
        from corefpipe.resolver.loading import load_parser
        from corefpipe.resolver.resolving import resolve_in_detail

        nlp = load_parser(resolver, settings.model, settings.parse)
    if settings.format == HTML:
        from corefpipe.report.pages.resolved import REASONS
    found = resolve_in_detail(
        documents,
        resolver,
        nlp,
        mentions=settings.mentions,
        parse=settings.parse,
        watch=watch_pieces,
        reasons=REASONS if settings.format == HTML else 0,
        read_as=settings.read_as,
    )
    return computed(found, "resolve document")


def _write(found: Iterator[Resolved], format: str, out: Path | None) -> None:
    if format == HTML:
        from corefpipe.report.pages.resolved import shown_resolved

        write_page(map(shown_resolved, found), out)
        return
    write_chains((resolved.document() for resolved in found), out, format)
