"""The log of a run whose results go to a URL: file systems such as object stores cannot append to a file."""

from __future__ import annotations

import io
import tempfile
import time
from pathlib import Path

PIECES = ".corefpipe/log"
"""Folder of the pieces of the log, which one after the other are the log."""

SECONDS = 5.0
"""Seconds after which new lines are uploaded. After a kill, the files of lines that were not are resolved again."""


class RemoteLog(io.BufferedRandom):
    """A local copy of the log. What is written to it is uploaded every `SECONDS` and at the end, as a further piece.

    Args:
        folder: URL of the folder `PIECES`.

    Raises:
        OSError: it cannot be read.
    """

    def __init__(self, folder: Path):
        super().__init__(tempfile.TemporaryFile(buffering=0))  # noqa: SIM115  closed with this object
        self._folder = folder
        pieces = sorted(folder.iterdir()) if folder.is_dir() else []
        for piece in pieces:
            content = piece.read_bytes()
            self.write(content[: content.rfind(b"\n") + 1])  # a piece may have been uploaded in part
        self._number = int(pieces[-1].stem) if pieces else 0
        self._uploaded = self.tell()
        self._last = time.monotonic()

    def flush(self) -> None:
        """Upload what was written, if the last time is long enough ago."""
        super().flush()
        if not self.closed and time.monotonic() - self._last > SECONDS:
            self._upload()

    def close(self) -> None:
        """Upload what was written."""
        if not self.closed:
            self._upload()
        super().close()

    def discard(self) -> None:
        """Close it without uploading what was written."""
        super().flush()
        self._uploaded = self.seek(0, io.SEEK_END)
        self.close()

    def _upload(self) -> None:
        self._last = time.monotonic()
        self.seek(self._uploaded)
        content = self.read()
        if content:
            self._number += 1
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / f"{self._number:08d}.jsonl").write_bytes(content)
            self._uploaded += len(content)
