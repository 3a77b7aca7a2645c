"""A run over many files: what is left to do, done and logged."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from corefpipe.batch.inputs import Input, Inputs
from corefpipe.batch.log import Log, Outcome
from corefpipe.batch.pool import outcomes
from corefpipe.batch.settings import Settings
from corefpipe.errors import FormatError, SettingError
from corefpipe.formats import FORMATS

SHOWN = 20
"""Failures and notes that are kept word for word; all stand in the log."""


@dataclass(slots=True)
class Summary:
    """What came of a run.

    Attributes:
        files: how many files were resolved.
        done: how many had been resolved by earlier runs.
        failed: how many failed.
        documents, words, mentions, chains: counts, in the files that were resolved.
        seconds: time that passed.
        failures: why files failed, at most `SHOWN`.
        notes: what was read or written otherwise than it stood there, at most `SHOWN`.
        n_notes: how many notes there were.
        ignored: files of no known format, at most ten.
        n_ignored: how many there were.
        formats: format -> number of files; "" for those without a known extension.
        gone: names of files that have results but are not among the files any more.
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
        """Count what became of a file."""
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
    resume: bool = False,
    verbose: bool = False,
) -> Summary:
    """Resolve each file into a file of its own.

    What the results are called: see `corefpipe.batch.inputs`. Where a format holds one document a file and a file has
    several, its result is a folder that is named after it, `x.conll/`. A result is there when it is complete. Bytes do
    not depend on the number of processes. The folder keeps a log (`LOG`) with a line for each file; after a kill, or
    with more files, the same call with `resume=True` does what is missing, what failed, and what has changed since. A
    script that starts several processes needs the guard `if __name__ == "__main__":`.

    Args:
        paths: files, and folders whose files and subfolders count.
        out: folder for the results, new or empty unless results are resumed.
        settings: model and format.
        processes: how many work at once, each with a model of its own (some 250 MB).
        resume: go on from the results that there are.
        verbose: a progress bar.

    Returns:
        Counts, and what failed: one bad file does not end a run.

    Raises:
        FormatError: a path that does not exist; no file to resolve.
        ModelError: no such model.
        SettingError: there are results and `resume` is not set, or they are of other settings.
        CorefpipeError: there is no room for results; no process can be started.
    """
    if processes < 1:
        raise SettingError(f"{processes} processes", cure="Take 1 or more")
    start = time.monotonic()
    files, out = [Path(path) for path in paths], Path(out)
    inputs = Inputs(files, out)
    total = sum(1 for _ in inputs)
    if not total:
        where = ", ".join(map(str, files))
        raise FormatError("no file of a known format", cure=f"Known are: {', '.join(FORMATS)}", file=where)
    summary = Summary(formats=dict(inputs.formats), ignored=inputs.ignored, n_ignored=inputs.n_ignored)
    signature = settings.signature()
    with Log(out, signature, resume) as log:
        inputs.named = log.named
        _run(inputs, total, log, settings, processes, summary, verbose)
        summary.gone = log.unseen
    summary.seconds = time.monotonic() - start
    return summary


def _run(
    inputs: Iterable[Input], total: int, log: Log, settings: Settings, processes: int, summary: Summary, verbose: bool
) -> None:
    from tqdm import tqdm

    with tqdm(total=total, desc="resolve", unit="file", disable=not verbose, file=sys.stderr, leave=False) as bar:

        def left() -> Iterator[Input]:
            for item in inputs:
                if log.is_done(item):
                    summary.done += 1
                    bar.update()
                else:
                    yield item

        started = time.monotonic()
        with closing(outcomes(left(), settings, log.out, min(processes, total))) as found:
            for outcome in found:
                log.add(outcome)
                summary.add(outcome)
                rate = summary.words / (time.monotonic() - started)
                bar.set_postfix_str(f"{rate:.0f} words/s, {summary.failed} failed", refresh=False)
                bar.update()
        bar.refresh()
