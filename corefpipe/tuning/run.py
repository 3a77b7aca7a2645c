"""Trying settings, in this process or in several that share the arrays."""

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
from corefpipe.errors import CorefpipeError
from corefpipe.tuning.bench import Bench
from corefpipe.tuning.data import Prepared
from corefpipe.tuning.measures import Measure, measure_named, scored_by
from corefpipe.tuning.plan import Plan, Training
from corefpipe.tuning.results import RESULTS, Results, Trial, ranked
from corefpipe.utils.processes import begin, lifeline

CACHE = "cache"  # folder of the arrays, below that of the results


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

    The trials are kept in `results.jsonl` in the folder as they end; those that are there are not done again, so that
    after a kill the same call goes on. The same data and settings give the same scores in any number of processes. A
    script that starts several needs the guard `if __name__ == "__main__":`.

    Args:
        folder: for the results, and for arrays that processes share (`cache`, which may be deleted).
        prepared: what to train and score on; saved (`Prepared.save`) where several tunings share it.
        learner, decoder, grid, passes, settings: see `Plan.of`.
        metric: what to score besides the three metrics of the CoNLL average: a name of `measure_named`.
        processes: how many train at once; None takes one a core.
        verbose: a progress bar over trainings, with the best score so far.

    Returns:
        The trials in the order of the grid; what failed has its `error`. See `ranked`.

    Raises:
        SettingError: as `Plan.of`; or the folder has results of other data, of another learner or decoder.
    """
    plan = Plan.of(learner, decoder, grid, passes, settings)
    measure = measure_named(metric)
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
    """What of a plan is missing among the results (see `tune`).

    Raises:
        CorefpipeError: a process was ended from outside.
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
        bench = Bench(prepared, plan.learner, plan.decoder, tuple(scored_by(measure)))
        if processes <= 1:
            with _one_thread(plan.learner, plan.decoder):
                for training in left.trainings:
                    keep(bench.trials(training))
            return
        with _workers(bench, processes) as pool:
            for future in as_completed([pool.submit(_trials, training) for training in left.trainings]):
                keep(future.result())


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_shared: Bench
"""Of a worker."""


@contextmanager
def _workers(bench: Bench, processes: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end with this one, however it ends."""
    common = (str(bench.prepared.folder), bench.learner, bench.decoder, bench.measures)
    with ExitStack() as stack:
        stack.callback(lambda: pool.shutdown(cancel_futures=True))  # when the lifeline is cut
        alive = stack.enter_context(lifeline())
        pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _start, (alive, *common))
        try:
            yield pool
            pool.shutdown()
        except BrokenProcessPool:
            raise CorefpipeError(
                "a process was ended from outside, perhaps for want of memory",
                cure="The same again goes on from the results that there are; fewer processes take less memory",
            ) from None


def _start(alive: Connection, folder: str, learner: str, decoder: str, measures: tuple[Measure, ...]) -> None:
    """What a worker begins with."""
    global _shared
    begin(alive)
    tqdm.set_lock(threading.RLock())  # its own lock is one between processes, which an abrupt end would leave behind
    _shared = Bench(Prepared.load(folder), learner, decoder, measures)
    _one_thread(learner, decoder)


def _trials(training: Training) -> list[Trial]:
    return _shared.trials(training)


def _one_thread(learner: str, decoder: str) -> threadpool_limits:
    """One thread for the libraries of linear algebra, those of learner and decoder too."""
    _ = LEARNERS[learner], DECODERS[decoder]  # imports the libraries that they use
    return threadpool_limits(1)
