"""Run the trials of a tuning, in this process or in several that share the arrays."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits
from tqdm import tqdm

from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.exceptions import CorefpipeError
from corefpipe.tuning.folder import CACHE, RESULTS, check_folder
from corefpipe.tuning.measures import Measure, measure_named, scored_by
from corefpipe.tuning.plan import Plan, Training
from corefpipe.tuning.prepared import Prepared
from corefpipe.tuning.results import Results, Trial, ranked
from corefpipe.tuning.trial_runner import TrialRunner
from corefpipe.utils.own_code import CodeFile, imported_code, run_code
from corefpipe.utils.processes import lifeline, signals_deferred, start_worker


def tune(
    folder: str | Path,
    prepared: Prepared,
    learner: str = "l3m",
    decoder: str | None = None,
    grid: Mapping[str, Sequence[Any]] | None = None,
    passes: Sequence[int] = (),
    *,
    settings: Mapping[str, Any] | None = None,
    metric: str = "conll",
    processes: int | None = None,
    verbose: bool = False,
) -> list[Trial]:
    """Train and score all combinations of a grid of settings.

    Each trial is appended to `results.jsonl` in the folder when it ends, and is not run again: after a kill, repeat
    the same call. The same data and settings give the same scores in any number of processes. A script that starts
    several processes needs the guard `if __name__ == "__main__":`.

    Args:
        folder: folder for the results, and for the arrays that processes share (`cache`, which may be deleted).
        prepared: the documents to train and score on; save them (`Prepared.save`) to share them between tunings.
        learner, decoder, grid, passes, settings: see `Plan.of`.
        metric: `conll` or a metric of the scorer; the three metrics of the CoNLL average are always computed.
        processes: how many trainings run at once; None means one per core.
        verbose: show a progress bar over trainings, with the best score so far.

    Returns:
        The trials in the order of the grid; a trial that failed has an `error`. See `ranked`.

    Raises:
        SettingError: as `Plan.of`; or the folder has other files, or results of other data, learner or decoder.
    """
    plan = Plan.of(learner, decoder, grid, passes, settings)
    measure = measure_named(metric)
    check_folder(folder)
    results = Results(
        Path(folder) / RESULTS, {"learner": plan.learner, "decoder": plan.decoder, **prepared.signature()}
    )
    run(plan, prepared, results, measure, processes, verbose)
    return results.of(plan)


def run(
    plan: Plan,
    prepared: Prepared,
    results: Results,
    measure: Measure,
    processes: int | None = None,
    verbose: bool = False,
) -> None:
    """Run the trials of a plan that the results lack (see `tune`).

    Raises:
        CorefpipeError: a worker process was killed.
    """
    left = results.missing(plan, measure)
    processes = min(processes or cores(), len(left.trainings))
    done = len(plan.trainings) - len(left.trainings)
    with tqdm(total=len(plan.trainings), initial=done, desc="tune", unit="training", disable=not verbose) as bar:

        def keep(trials: list[Trial]) -> None:
            results.append(trials)
            best = ranked(results.of(plan), measure)[:1]
            bar.set_postfix({f"best {measure.title}": measure.display(trial.scores[measure.name]) for trial in best})
            bar.update()

        if processes > 1 and prepared.folder is None:
            prepared = prepared.save(results.path.parent / CACHE)
        runner = TrialRunner(prepared, plan.learner, plan.decoder, tuple(scored_by(measure)))
        if processes <= 1:
            with _one_thread(plan.learner, plan.decoder):
                for training in left.trainings:
                    keep(runner.trials(training))
            return
        with _workers(runner, processes) as pool:
            with signals_deferred():
                futures = [pool.submit(_trials, training) for training in left.trainings]
            for future in as_completed(futures):
                keep(future.result())


def cores() -> int:
    """Number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_shared: TrialRunner
"""Set in worker processes."""


@contextmanager
def _workers(runner: TrialRunner, processes: int) -> Iterator[ProcessPoolExecutor]:
    """Worker processes that end when this process ends, however it ends."""
    common = (imported_code(), str(runner.prepared.folder), runner.learner, runner.decoder, runner.measures)
    with ExitStack() as stack:
        stack.callback(lambda: pool.shutdown(cancel_futures=True))  # after the lifeline is closed
        alive = stack.enter_context(lifeline())
        with signals_deferred():
            pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _start, (alive, *common))
        try:
            yield pool
            pool.shutdown()
        except BrokenProcessPool:
            raise CorefpipeError(
                "a worker process was killed, perhaps because memory ran out",
                cure="Run the same again to continue from the results so far; fewer processes need less memory",
            ) from None


def _start(
    alive: Connection,
    code: tuple[CodeFile, ...],
    folder: str,
    learner: str,
    decoder: str,
    measures: tuple[Measure, ...],
) -> None:
    """Set up a worker process."""
    global _shared
    start_worker(alive)
    run_code(code)
    tqdm.set_lock(threading.RLock())  # tqdm's default lock is shared by processes: a killed one would keep it locked
    _shared = TrialRunner(Prepared.load(folder), learner, decoder, measures)
    _one_thread(learner, decoder)


def _trials(training: Training) -> list[Trial]:
    return _shared.trials(training)


def _one_thread(learner: str, decoder: str) -> threadpool_limits:
    """Limit the linear algebra libraries, including those that learner and decoder import, to one thread."""
    _ = LEARNERS[learner], DECODERS[decoder]  # imports those libraries
    return threadpool_limits(1)
