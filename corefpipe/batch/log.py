"""The log of a batch run: what became of each file, so that a later run can continue."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, TypeVar

from corefpipe.batch.files import Fingerprint, is_unchanged
from corefpipe.batch.inputs import Input, files_of
from corefpipe.batch.remote_log import PIECES, RemoteLog
from corefpipe.exceptions import FormatError, SettingError
from corefpipe.utils.jsonl_log import read_records, to_line
from corefpipe.utils.paths import is_url, remove

Kind = TypeVar("Kind")

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOG = ".corefpipe/log.jsonl"
"""Path of the log in the folder of the results; hidden, so that readers of the folder skip it."""

WORK = ".corefpipe/work"
"""Folder for results that are being written."""

_VERSION = 2
_MOST = 2**53
"""Largest number in a log: sums of them are exact."""


@dataclass(slots=True)
class Outcome:
    """The result of resolving one file.

    >>> from corefpipe.batch import Outcome
    >>> Outcome("ferry.txt", "ferry.jsonl", words=55).words
    55

    Attributes:
        file: name of the file (`Input.name`).
        target: name of the result (`Input.target`).
        input: fingerprint of the file, its companion file included.
        outputs: path in the folder of the results, with `/` at the end for a folder -> its fingerprint.
        documents, words, mentions, chains: counts.
        seconds: CPU time.
        notes: warnings about what was skipped or changed.
        error: why it failed, else "".
        traceback: traceback of an unexpected error.
    """

    file: str
    target: str
    input: Fingerprint | None = None
    outputs: dict[str, Fingerprint] = field(default_factory=dict)
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
    """What is kept in memory of an earlier result: about 800 bytes per file."""

    target: str
    input: Fingerprint
    outputs: tuple[tuple[str, Fingerprint], ...]


class Log:
    """The log in a folder of results: a header with the settings, then one `Outcome` per line.

    Use it in a `with` statement. While it is open, no other run can open it. If an error ends a first run before its
    first result, nothing of it is left.

    >>> from pathlib import Path
    >>> from corefpipe.batch import Log, Outcome
    >>> log = Log(Path("logged"), {"model": "en"}, resume=False)
    >>> log.add(Outcome("ferry.txt", "ferry.jsonl", words=55))
    >>> [one.file for one in log.results()]
    ['ferry.txt']

    Args:
        out: the folder; created if it does not exist.
        signature: the settings that all results have in common, a flat dict.
        resume: continue from existing results.

    Raises:
        SettingError: there are results and `resume` is false; they have another signature; the folder has other files;
            another run is using it.
        FormatError: the log is damaged, or the folder cannot be written to.
    """

    def __init__(self, out: Path, signature: Mapping[str, Any], resume: bool):
        self.out = out
        self.path = out / (PIECES if is_url(out) else LOG)
        header = {"log": _VERSION, **signature}
        self._done: dict[str, _Done] = {}
        self._is_empty = False
        self._check_folder(resume)
        self._is_new_folder = not out.exists()
        self._stream = self._opened()
        try:
            self._lock()
            self._read(header)
            if not is_url(out):
                shutil.rmtree(out / WORK, ignore_errors=True)  # left by a killed run
                (out / WORK).mkdir(exist_ok=True)
        except BaseException:
            self._stream.close()
            raise

    def __enter__(self) -> Log:
        return self

    def __exit__(self, error: type[BaseException] | None = None, *_: object) -> None:
        if not is_url(self.out):
            shutil.rmtree(self.out / WORK, ignore_errors=True)
        failed_at_once = error is not None and issubclass(error, Exception) and self._is_empty
        if not failed_at_once or self._has_other_files():
            self._stream.close()
        elif isinstance(self._stream, RemoteLog):
            self._stream.discard()
        else:
            self._stream.close()
            self.path.unlink()
            with suppress(OSError):  # not empty
                self.path.parent.rmdir()
                if self._is_new_folder:
                    self.out.rmdir()

    @property
    def named(self) -> dict[str, str]:
        """Name -> target of all files that have results."""
        return {name: done.target for name, done in self._done.items()}

    @property
    def unseen(self) -> list[str]:
        """Names of files that have earlier results, but for which `is_done` was not called."""
        return sorted(self._done)

    def results(self) -> list[Outcome]:
        """The outcomes of all files that have results, those of earlier runs included, in alphabetical order."""
        found: dict[str, Outcome] = {}
        self._stream.seek(0)
        next(self._stream)
        for line in self._stream:
            outcome = _outcome(json.loads(line.decode("utf-8", "surrogateescape")))
            found.pop(outcome.file, None)
            if not outcome.error:
                found[outcome.file] = outcome
        return [found[name] for name in sorted(found)]

    def is_done(self, item: Input) -> bool:
        """Whether a file is unchanged and its result complete; otherwise delete the result. Call once per file."""
        if item.name in self._done and not item.path.exists():
            return True  # it has just vanished, and stays among the unseen
        done = self._done.pop(item.name, None)
        if done is None:
            return False
        if is_unchanged(files_of(item.path), done.input) and all(
            is_unchanged([self.out / name], known) for name, known in done.outputs
        ):
            return True
        for name, _ in done.outputs:
            remove(self.out / name)
        return False

    def add(self, outcome: Outcome) -> None:
        """Append the outcome of a file."""
        self._is_empty = False
        self._write({name: value for name, value in asdict(outcome).items() if value or name in ("file", "target")})

    def _has_other_files(self) -> bool:
        """Whether the folder has anything but the folder of the log."""
        return self.out.is_dir() and any(path.name != ".corefpipe" for path in self.out.iterdir())

    def _opened(self) -> BinaryIO:
        try:
            if is_url(self.out):
                return RemoteLog(self.path)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return self.path.open("a+b")
        except OSError as error:
            raise FormatError(
                f"the folder cannot be written to ({error.strerror or error})",
                cure="Name another folder",
                file=str(self.out),
            ) from None

    def _check_folder(self, resume: bool) -> None:
        if not self.out.exists():
            return
        if not self.out.is_dir():
            raise SettingError("a file, not a folder", cure="Name a folder for the results", file=str(self.out))
        if self.path.exists():
            if not resume:
                raise SettingError(
                    "the folder already has results",
                    cure="Continue with --resume (resume=True), or name another folder",
                    file=str(self.out),
                )
        elif self._has_other_files():
            raise SettingError(
                "the folder is not empty, and has no results that could be resumed",
                cure="Name another folder, or empty this one",
                file=str(self.out),
            )

    def _lock(self) -> None:
        if fcntl is None or is_url(self.out):
            return
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SettingError(
                "another run is writing to the folder",
                cure="Wait until it ends, or name another folder",
                file=str(self.out),
            ) from None
        except OSError:  # the file system does not support locks
            return

    def _read(self, header: dict[str, Any]) -> None:
        def parse(entry: dict[str, Any]) -> tuple[str, _Done | None]:
            outcome = _outcome(entry)
            return outcome.file, None if outcome.error else _done(outcome)

        for name, done in read_records(self._stream, self.path, header, parse):
            self._done.pop(name, None)
            if done is not None:
                self._done[name] = done
        if not self._stream.tell():
            self._write(header)
            self._is_empty = True

    def _write(self, entry: Mapping[str, Any]) -> None:
        self._stream.write(to_line(entry))
        self._stream.flush()


def _outcome(entry: dict[str, Any]) -> Outcome:
    """The outcome of a line of the log.

    Raises:
        ValueError, TypeError: the line has values of other types, or other names.
    """
    found = Outcome(**entry)
    texts = [found.file, found.target, found.error, found.traceback, *_kind(found.notes, list)]
    counts = [found.documents, found.words, found.mentions, found.chains]
    if not all(isinstance(text, str) and "\0" not in text for text in texts):
        raise ValueError("a value that must be text is none")
    if not all(type(count) is int and 0 <= count <= _MOST for count in counts):
        raise ValueError("a count is no whole number")
    if type(found.seconds) not in (int, float) or not 0 <= found.seconds <= _MOST:
        raise ValueError("`seconds` is no number")
    found.outputs = {name: _fingerprint(*_kind(known, list)) for name, known in _kind(found.outputs, dict).items()}
    found.input = None if found.input is None else _fingerprint(*_kind(found.input, list))
    return found


def _done(outcome: Outcome) -> _Done:
    if outcome.input is None:
        raise ValueError("the fingerprint of the file is missing")
    outputs = tuple((_below(name), known) for name, known in outcome.outputs.items())
    return _Done(_below(outcome.target), outcome.input, outputs)


def _kind(value: Any, kind: type[Kind]) -> Kind:
    if not isinstance(value, kind):
        raise ValueError(f"{str(value)[:60]!r} is no {kind.__name__}")
    return value


def _fingerprint(size: Any, digest: Any) -> Fingerprint:
    if type(size) is not int or not 0 <= size <= _MOST:
        raise ValueError("the size of a file is no whole number")
    return Fingerprint(size, bytes.fromhex(digest).hex())


def _below(name: str) -> str:
    """Check that a path from the log stays inside the folder of the results."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or path.parts[0] == ".corefpipe":
        raise ValueError(f"{name} is not the name of a result")
    return name
