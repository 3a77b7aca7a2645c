"""End a program that is terminated as it would end otherwise.

Apart from `processes.py`, which imports multiprocessing: every command needs this, few need processes.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def termination_as_exit() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into SystemExit with the code 128 + signal, so that everything is cleaned up.

    After the first signal the others are ignored: `timeout`, for example, sends two.
    """
    numbers = [number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None]
    # A signal that is ignored (`nohup`) or handled already stays so. Only the main thread can handle signals.
    ours = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    if threading.current_thread() is not threading.main_thread():
        ours = []

    def end(number: int, _: object) -> None:
        for each in ours:
            signal.signal(each, signal.SIG_IGN)
        raise SystemExit(128 + number)

    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
