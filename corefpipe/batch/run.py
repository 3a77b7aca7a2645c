"""Resolve all files that have no up-to-date result yet, and log each."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.batch.cluster import cluster_pool
from corefpipe.batch.inputs import Input, Inputs
from corefpipe.batch.log import Log, Outcome
from corefpipe.batch.pool import Job, Pool, ThisProcess, outcomes
from corefpipe.batch.processes import process_pool
from corefpipe.batch.settings import Settings
from corefpipe.exceptions import FormatError, SettingError
from corefpipe.formats import FORMATS
from corefpipe.report.files import HTML, INDEX, write_index_page
from corefpipe.report.pages.index import Listed
from corefpipe.utils.paths import as_path
from corefpipe.utils.processes import check_processes
from corefpipe.utils.progress import bar, watch_pieces

if TYPE_CHECKING:
    from distributed import Client

SHOWN = 20
"""Number of failures and notes that a summary keeps; the log has all of them."""


_TICK = 0.02
"""Seconds that a clock may take to move on, as that of Windows: so much time has passed at least."""


@dataclass(slots=True)
class Summary:
    """Summary of a run.

    >>> from corefpipe.batch import Outcome, Summary
    >>> summary = Summary()
    >>> summary.add(Outcome("ferry.txt", "ferry.jsonl", documents=1, words=55))
    >>> summary.documents, summary.words, summary.failed
    (1, 55, 0)

    Attributes:
        files: number of files that were resolved.
        done: number of files that earlier runs had resolved.
        failed: number of files that failed.
        documents, words, mentions, chains: counts over the files that were resolved.
        seconds: elapsed time.
        failures: why files failed, at most `SHOWN`.
        notes: warnings about what was skipped or changed, at most `SHOWN`.
        n_notes: number of warnings.
        ignored: files of unknown format, at most ten.
        n_ignored: number of files of unknown format.
        formats: format -> number of files; "" for files without a known extension.
        gone: names of files that have results but are no longer in the input.
    """

    files: int = 0
    done: int = 0
    failed: int = 0
    documents: int = 0
    words: int = 0
    mentions: int = 0
    chains: int = 0
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    n_notes: int = 0
    ignored: list[str] = field(default_factory=list)
    n_ignored: int = 0
    formats: dict[str, int] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Add the outcome of a file."""
        if outcome.error:
            self.failed += 1
            self.failures += [outcome.error][: SHOWN - len(self.failures)]
            return
        self.files += 1
        self.documents += outcome.documents
        self.words += outcome.words
        self.mentions += outcome.mentions
        self.chains += outcome.chains
        self.n_notes += len(outcome.notes)
        self.notes += outcome.notes[: SHOWN - len(self.notes)]


def resolve_files(
    paths: Iterable[str | Path],
    out: str | Path,
    settings: Settings,
    *,
    processes: int = 1,
    dask: str | Client | None = None,
    resume: bool = False,
    verbose: bool = False,
    options: Collection[str] | None = None,
) -> Summary:
    """Resolve each file into a file of its own.

    The names of results are described in `corefpipe.batch.inputs`. If the output format has one document per file, the
    result of a file with several documents is a folder with its name, `x.conll/`. Results are written completely or not
    at all, and are the same for any number of processes. Pages (html) get an `index.html` that lists them. The folder
    gets a log (`LOG`) with one line per file. After a kill, or with more files, call again with `resume=True` to
    resolve files that are missing, failed or have changed. A script that starts several processes needs the guard
    `if __name__ == "__main__":`.

    >>> from corefpipe.batch import Settings, resolve_files
    >>> summary = resolve_files(["corpora/samples/ferry.txt"], "resolved", Settings("jsonl"))
    >>> summary.documents
    1

    Args:
        paths: files, and folders with their subfolders; or URLs, see `corefpipe.utils.paths`.
        out: folder for the results; new or empty unless `resume` is true. At a URL nothing keeps two runs from
            writing to it at once, and results of the last seconds before a kill are computed again.
        settings: model and format.
        processes: number of files to resolve at once; each process loads its own model (about 350 MB).
        dask: address of a Dask scheduler, or its Client: its workers resolve the files, instead of processes of this
            machine. They must see `paths` and `out` under the same absolute paths. Each worker process loads one model
            and resolves one file at a time, whatever its number of threads. The files of a worker that dies go to
            another; a scheduler may be restarted.
        resume: continue from existing results.
        verbose: show a progress bar.
        options: of the command whose errors these are (`CorefpipeError.worded`); None in Python.

    Returns:
        Counts and failures: a file that fails does not stop the run.

    Raises:
        FormatError: a path does not exist; there is no file to resolve.
        ModelError: no such model.
        SettingError: there are results and `resume` is false, or they were made with other settings; both processes
            and a cluster; distributed is not installed.
        CorefpipeError: the disk is full; no process can be started; the cluster does not answer, or a worker has
            other versions or does not see `out`.
    """
    check_workers(processes, dask is not None)
    start = time.monotonic()
    files, out = [as_path(path) for path in paths], as_path(out)
    pages = settings.format == HTML
    inputs = Inputs(files, out, settings.source, INDEX if pages else "")
    found = inputs.names()
    if not found:
        where = ", ".join(map(str, files))
        raise FormatError("no file of a known format", cure=f"Formats are: {', '.join(FORMATS)}", file=where)
    summary = Summary(formats=dict(inputs.formats), ignored=inputs.ignored, n_ignored=inputs.n_ignored)
    signature = settings.signature()
    with Log(out, signature, resume) as log:
        inputs.named = log.named
        job = Job(settings, out, signature, options)
        with _pool(job, min(processes, len(found)), dask, verbose) as pool:
            _run(_with_vanished(inputs, found, log), len(found), log, pool, summary, verbose)
        summary.gone = log.unseen
        if pages:
            write_index_page(_listed(log), out, title=files[0].name if len(files) == 1 else out.name)
    summary.seconds = time.monotonic() - start
    return summary


def _listed(log: Log) -> Iterator[Listed]:
    """The pages in the folder of the results."""
    for entry in log.results():
        page = next(iter(entry.outputs))
        yield Listed(entry.target, page, entry.documents, entry.words, entry.chains, entry.mentions)


def _with_vanished(inputs: Inputs, found: set[str], log: Log) -> Iterator[Input]:
    """The inputs, then those that were found at first and have vanished since; with an earlier result they are gone."""
    for item in inputs:
        found.discard(item.name)
        yield item
    for name in sorted(found.difference(log.unseen)):
        yield Input(
            Path(name), name, name, error=f"{name}: the file has vanished. Check that nothing else moves the files"
        )


def check_workers(processes: int, cluster: bool) -> None:
    """Raise SettingError for a number of processes that is not sensible, or for processes beside a cluster."""
    check_processes(processes)
    if cluster and processes > 1:
        raise SettingError("both processes and a Dask cluster are given", cure="Give one of them")


def _pool(job: Job, processes: int, dask: str | Client | None, verbose: bool) -> AbstractContextManager[Pool]:
    if dask is not None:
        return cluster_pool(job, dask)
    if processes > 1:
        return process_pool(job, processes)
    return nullcontext(ThisProcess(job, watch_pieces if verbose else None))


def _run(items: Iterable[Input], total: int, log: Log, pool: Pool, summary: Summary, verbose: bool) -> None:
    with bar("resolve", total, shown=verbose, unit="file") as drawn:

        def left() -> Iterator[Input]:
            for item in items:
                if log.is_done(item):
                    summary.done += 1
                    drawn.update()
                else:
                    yield item

        started = time.monotonic()
        for outcome in outcomes(left(), pool):
            log.add(outcome)
            summary.add(outcome)
            rate = summary.words / max(time.monotonic() - started, _TICK)
            drawn.set_postfix_str(f"{rate:.0f} words/s, {summary.failed} failed", refresh=False)
            drawn.update()
        drawn.refresh()
