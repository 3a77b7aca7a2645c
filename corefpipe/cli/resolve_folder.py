"""`corefpipe resolve PATH... -o FOLDER`: resolve each file into one of its own, and print a summary."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from corefpipe.exceptions import printable
from corefpipe.utils.text import counted

if TYPE_CHECKING:
    from corefpipe.batch import Settings, Summary


def resolve_to_folder(
    paths: list[Path], out: Path, settings: Settings, *, processes: int, dask: str | None, resume: bool
) -> None:
    """Resolve files into a folder; print warnings, errors and a summary on standard error.

    Raises:
        Exit: with code 2, if files failed.
    """
    from corefpipe.batch import resolve_files

    try:
        shown = sys.stderr.isatty()
        summary = resolve_files(paths, out, settings, processes=processes, dask=dask, resume=resume, verbose=shown)
    except (KeyboardInterrupt, SystemExit):  # Ctrl-C or SIGTERM
        print(
            f"Finished results are in {printable(str(out))}. Run the same command with --resume to continue",
            file=sys.stderr,
        )
        raise
    _report(summary, out)
    if summary.failed:
        raise typer.Exit(2)


def _report(summary: Summary, out: Path) -> None:
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
