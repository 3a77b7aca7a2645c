"""Processes that tests interrupt with SIGINT."""

from __future__ import annotations

import signal


def heed_interrupts() -> None:
    """Restore the default handler, for `Popen(preexec_fn=…)`.

    Background jobs of a shell ignore SIGINT, and processes that they start inherit that.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
