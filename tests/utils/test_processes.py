"""Worker processes: they end with their parent, and interrupts are deferred."""

from __future__ import annotations

import multiprocessing
import signal

import pytest
from helpers.processes import sleep_as_worker

from corefpipe.utils.processes import interrupts_deferred, lifeline


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


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals as on POSIX")
def test_interrupts_are_deferred():
    done = []

    def work_on() -> None:
        with interrupts_deferred():
            signal.raise_signal(signal.SIGINT)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        work_on()
    assert done
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
