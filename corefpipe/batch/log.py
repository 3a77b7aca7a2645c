"""What is done: a log of JSON lines in the folder of the results, which a later run goes on from."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from corefpipe.batch.files import fingerprint, remove, size_of, state_of
from corefpipe.batch.inputs import Input
from corefpipe.errors import FormatError, SettingError
from corefpipe.utils.journal import entries_of, line_of

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOG = ".corefpipe/log.jsonl"
"""The log, below the folder of the results; hidden, so that readers of the folder pass it over."""

WORK = ".corefpipe/work"
"""Folder of what is being written."""

_VERSION = 1


@dataclass(slots=True)
class Outcome:
    """What became of one file.

    Attributes:
        file: its name (`Input.name`).
        target: `Input.target`.
        size: bytes of the files that were read as one.
        mtime_ns: when the latest of them was changed.
        sha256: of their contents.
        outputs: file, or folder with a `/` at its end, below that of the results -> its bytes.
        documents, words, mentions, chains: counts.
        seconds: CPU time.
        notes: what was left out or written otherwise.
        error: why it failed; "" where it did not.
        traceback: of an error that corefpipe does not know.
    """

    file: str
    target: str
    size: int = 0
    mtime_ns: int = 0
    sha256: str = ""
    outputs: dict[str, int] = field(default_factory=dict)
    documents: int = 0
    words: int = 0
    mentions: int = 0
    chains: int = 0
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)
    error: str = ""
    traceback: str = ""


@dataclass(frozen=True, slots=True)
class _Done:
    """What is kept in memory of a result of an earlier run, some 600 bytes a file."""

    target: str
    size: int
    mtime_ns: int
    sha256: bytes
    outputs: tuple[tuple[str, int], ...]


class Log:
    """The results in a folder. To be closed, or used in a `with` statement; meanwhile no other run may open it.

    The first line says of what settings they are, each further line is an `Outcome`. A line that a kill cut short is
    cut off.

    Args:
        out: the folder; made if need be.
        signature: what the results have in common; flat.
        resume: go on from results that are there.

    Raises:
        SettingError: there are results and `resume` is not set; they are of another signature; there is something else
            in the folder; another run is at work.
        FormatError: the log is damaged, or the folder cannot be made.
    """

    def __init__(self, out: Path, signature: Mapping[str, Any], resume: bool):
        self.out = out
        self.path = out / LOG
        header = {"log": _VERSION, **signature}
        self._done: dict[str, _Done] = {}
        self._check_folder(resume)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._stream: BinaryIO = self.path.open("a+b")
        except OSError as error:
            raise FormatError(
                f"the folder cannot be written to ({error.strerror})", cure="Name another folder", file=str(out)
            ) from None
        try:
            self._lock()
            self._read(header)
            shutil.rmtree(out / WORK, ignore_errors=True)  # what a killed run was writing
            (out / WORK).mkdir(exist_ok=True)
        except BaseException:
            self._stream.close()
            raise

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.out / WORK, ignore_errors=True)
        self._stream.close()

    @property
    def named(self) -> dict[str, str]:
        """Name -> target of the files that have results."""
        return {name: done.target for name, done in self._done.items()}

    @property
    def unseen(self) -> list[str]:
        """Names of the files that have results of earlier runs and that `is_done` has not been asked for."""
        return sorted(self._done)

    def is_done(self, item: Input) -> bool:
        """Whether a file has a complete result and is as it was; a result that is not so is deleted. Asked once."""
        done = self._done.pop(item.name, None)
        if done is None:
            return False
        if all(size_of(self.out / name) == size for name, size in done.outputs) and _unchanged(item, done):
            return True
        for name, _ in done.outputs:
            remove(self.out / name)
        return False

    def add(self, outcome: Outcome) -> None:
        """Write down what became of a file."""
        self._write({name: value for name, value in asdict(outcome).items() if value or name in ("file", "target")})

    def _check_folder(self, resume: bool) -> None:
        if not self.out.exists():
            return
        if not self.out.is_dir():
            raise SettingError("a file, not a folder", cure="Name a folder for the results", file=str(self.out))
        if self.path.exists():
            if not resume:
                raise SettingError(
                    "the folder has results already",
                    cure="Go on from them with --resume (resume=True), or name another folder",
                    file=str(self.out),
                )
        elif any(path.name != ".corefpipe" for path in self.out.iterdir()):
            raise SettingError(
                "the folder is not empty, and what it holds is of no run that could be resumed",
                cure="Name another folder, or empty this one",
                file=str(self.out),
            )

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SettingError(
                "another run is writing to the folder",
                cure="Wait for its end, or name another folder",
                file=str(self.out),
            ) from None
        except OSError:  # a file system without locks
            return

    def _read(self, header: dict[str, Any]) -> None:
        def parse(entry: dict[str, Any]) -> tuple[str, _Done | None]:
            return entry["file"], None if entry.get("error") else _done(entry)

        for name, done in entries_of(self._stream, self.path, header, parse):
            self._done.pop(name, None)
            if done is not None:
                self._done[name] = done
        if not self._stream.tell():
            self._write(header)

    def _write(self, entry: Mapping[str, Any]) -> None:
        self._stream.write(line_of(entry))
        self._stream.flush()


def _unchanged(item: Input, done: _Done) -> bool:
    try:
        size, mtime_ns = state_of(item.path)
        if size != done.size:
            return False
        # A copy of the files has other times.
        return mtime_ns == done.mtime_ns or fingerprint(item.path)[2] == done.sha256.hex()
    except (OSError, FormatError):  # told where it is read
        return False


def _done(entry: Mapping[str, Any]) -> _Done:
    outputs = tuple((_below(name), int(size)) for name, size in entry["outputs"].items())
    return _Done(
        _below(entry["target"]),
        int(entry.get("size", 0)),
        int(entry.get("mtime_ns", 0)),
        bytes.fromhex(entry["sha256"]),
        outputs,
    )


def _below(name: str) -> str:
    """A name below the folder of the results, which a log that somebody made up may not leave."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or path.parts[0] == ".corefpipe":
        raise ValueError(f"{name} is no name of a result")
    return name
