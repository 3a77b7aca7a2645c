"""Folders of files to resolve, and the contents of a run's result folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from corefpipe.batch import LOG

TEXT = "Mary Bell lost her keys. She found them.\n"


def make(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write files, given by their paths relative to a folder; return the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def results(out: Path) -> dict[str, bytes]:
    """Contents of the result files by relative path, without the log."""
    paths = (path for path in out.rglob("*") if path.is_file() and ".corefpipe" not in path.parts)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in paths}


def log_of(out: Path) -> list[dict[str, Any]]:
    """The records of the complete lines in the log, without the header."""
    path = out / LOG
    whole, _, _ = path.read_text(encoding="utf-8").rpartition("\n") if path.exists() else ("", "", "")
    return [json.loads(line) for line in whole.splitlines()][1:]
