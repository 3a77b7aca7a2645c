"""A pseudo-terminal that records what is shown on it."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TextIO


class Screen:
    """What a terminal has shown so far; complete after the `with` block."""

    text = ""


@contextmanager
def terminal() -> Iterator[tuple[TextIO, Screen]]:
    """A stream to a new pseudo-terminal, and what is shown on it."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))  # lines and columns
    screen, pieces = Screen(), []

    def drain() -> None:
        try:
            while data := os.read(master, 4096):
                pieces.append(data)
        except OSError:  # the other end was closed
            return

    reader = Thread(target=drain)
    reader.start()
    with open(slave, "w", encoding="utf-8") as stream:
        yield stream, screen
    reader.join()
    os.close(master)
    screen.text = b"".join(pieces).decode()
