"""Processes that tests interrupt."""

from __future__ import annotations

import signal


def heed_interrupts() -> None:
    """For `Popen(preexec_fn=…)`: jobs in the background of a shell ignore SIGINT, and so would all that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
