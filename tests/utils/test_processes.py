"""Worker processes end with their parent; interrupts are deferred; termination cleans up."""

from __future__ import annotations

import multiprocessing
import signal

import pytest
from helpers.processes import sleep_as_worker

from corefpipe.utils.processes import lifeline, signals_deferred
from corefpipe.utils.termination import termination_as_exit


def test_a_worker_ends_with_the_lifeline():
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    with lifeline() as alive:
        worker = context.Process(target=sleep_as_worker, args=(alive, there))
        worker.start()
        assert here.poll(60)
        assert worker.is_alive()
    worker.join(30)
    assert worker.exitcode == 1


@pytest.fixture
def usual_signals():
    """Python's own handlers: a process started in the background, or by nohup, ignores some signals."""
    usual = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    if hasattr(signal, "SIGHUP"):
        usual[signal.SIGHUP] = signal.SIG_DFL
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals as on POSIX")
def test_interrupts_are_deferred(usual_signals):
    done = []

    def work_on() -> None:
        with signals_deferred():
            signal.raise_signal(signal.SIGINT)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        work_on()
    assert done
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals as on POSIX")
def test_termination_is_deferred(usual_signals):
    done = []

    def work_on() -> None:
        with termination_as_exit(), signals_deferred():
            signal.raise_signal(signal.SIGTERM)
            done.append(True)

    with pytest.raises(SystemExit) as end:
        work_on()
    assert (end.value.code, done) == (143, [True])
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


@pytest.mark.parametrize("number", [signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)])
def test_termination_cleans_up(usual_signals, number):
    cleaned = []

    def work_on() -> None:
        with termination_as_exit():
            try:
                signal.raise_signal(number)
            finally:
                signal.raise_signal(number)  # as `timeout` does
                cleaned.append(True)

    with pytest.raises(SystemExit) as end:
        work_on()
    assert (end.value.code, cleaned) == (128 + number, [True])
    assert signal.getsignal(number) == signal.SIG_DFL


def test_ignored_signals_stay_ignored():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with termination_as_exit():
            signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
