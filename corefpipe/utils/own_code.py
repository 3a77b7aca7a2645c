"""Code of users: Python files that register features, decoders, formats … of their own.

Registries are filled by imports, and a new process (a worker of a batch, of the server, of a tuning, of a Dask cluster)
has none of those of its parent. So a file is kept with its content (`CodeFile`), which travels with the settings of the
work: a worker needs no access to the file, and it does not matter if the file has changed since.
"""

from __future__ import annotations

import hashlib
import importlib.abc
import os
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

from corefpipe.exceptions import CorefpipeError, SettingError

_MEND = "Mend the file"


@dataclass(frozen=True, slots=True)
class CodeFile:
    """A Python file with its content.

    Attributes:
        file: its path, as the user gave it.
        source: its content.
    """

    file: str
    source: bytes

    @classmethod
    def read(cls, file: str | Path) -> CodeFile:
        """Read a file.

        Raises:
            SettingError: it cannot be read.
        """
        try:
            return cls(str(file), Path(file).read_bytes())
        except OSError as error:
            raise SettingError(
                f"the code cannot be read ({error.strerror})", cure="Give the path of a Python file", file=str(file)
            ) from None

    @property
    def name(self) -> str:
        """The file's name, without its folder."""
        return os.path.basename(self.file)

    @property
    def module(self) -> str:
        """Name of the module: the file may be called like a module of Python, and another version may be imported."""
        stem = re.sub(r"\W", "_", self.name.removesuffix(".py"))
        return f"corefpipe_code_{stem}_{hashlib.sha256(self.source).hexdigest()[:16]}"


_imported: dict[str, CodeFile] = {}
"""Name of a module -> the file of `import_code` that it came from."""


def import_code(*files: str | Path) -> None:
    """Import Python files, so that what they register can be named; workers that are started later import them, too.

    A file with the content of a module of the same name that is imported already is that module.

    >>> from corefpipe.utils.own_code import import_code
    >>> import_code("my_features.py")  # doctest: +SKIP

    Args:
        files: paths of the files; what they import must be installed.

    Raises:
        SettingError: a file that cannot be read, is no valid Python, or raises an error.
    """
    for file in files:
        code = CodeFile.read(file)
        _imported[run_code([code])[0]] = code


def imported_code() -> tuple[CodeFile, ...]:
    """The files that `import_code` has imported in this process."""
    return tuple(code for module, code in _imported.items() if module in sys.modules)


def run_code(files: Iterable[CodeFile]) -> list[str]:
    """Import files that were read before, perhaps in another process, unless they are imported.

    Returns:
        The names of the modules.

    Raises:
        SettingError: a file is no valid Python, or raises an error.
    """
    return [_there(code) or _run(code) for code in files]


def _there(code: CodeFile) -> str:
    """The name of an imported module with the name and content of this file; "" if there is none."""
    if code.module in sys.modules:
        return code.module
    for name in list(sys.modules):
        if os.path.basename(_file_of(name)) == code.name:
            there = code_of_module(name)
            if there is not None and there.source == code.source:
                return name
    return ""


def code_of_module(name: str) -> CodeFile | None:
    """The file of an imported module, with the content that was imported if it was imported here; None without one."""
    loader = getattr(sys.modules.get(name), "__loader__", None)
    if isinstance(loader, _Loader):
        return loader.code
    file = _file_of(name)
    try:
        return CodeFile(file, Path(file).read_bytes()) if file else None
    except OSError:  # a module from an archive, or whose file is gone
        return None


def _file_of(module: str) -> str:
    # Some modules import others if they are asked for an attribute.
    file = getattr(sys.modules.get(module), "__dict__", {}).get("__file__")
    return file if isinstance(file, str) else ""


class _Loader(importlib.abc.SourceLoader):
    """Loads a module from a content that was read before."""

    def __init__(self, code: CodeFile):
        self.code = code
        self.path = os.path.abspath(code.file)

    def get_filename(self, fullname: str) -> str:
        """The path of the file, which tracebacks show."""
        return self.path

    def get_data(self, path: str) -> bytes:
        """The content; compiled files are neither read nor written."""
        if path != self.path:
            raise FileNotFoundError(path)
        return self.code.source


def _run(code: CodeFile) -> str:
    loader = _Loader(code)
    spec = spec_from_loader(code.module, loader)
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[code.module] = module  # dataclasses look their module up
    try:
        loader.exec_module(module)
    except SyntaxError as error:
        del sys.modules[code.module]
        here = error.filename == loader.path or error.filename is None
        what = f"not valid Python: {error.msg}" if here else f"it cannot be imported: {error}"
        raise SettingError(what, cure=_MEND, file=code.file, line=error.lineno if here else None) from error
    except (Exception, SystemExit) as error:  # whatever somebody's code may raise
        del sys.modules[code.module]
        raise _not_imported(code, loader.path, error) from error
    return code.module


def _not_imported(code: CodeFile, path: str, error: BaseException) -> SettingError:
    line, step = None, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == path:
            line = step.tb_lineno
        step = step.tb_next
    if isinstance(error, CorefpipeError):
        return SettingError(error.problem, cure=error.cure or _MEND, file=code.file, line=line)
    what = f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(": ")
    cure = f"{_MEND}, or install what it needs" if isinstance(error, ImportError) else _MEND
    return SettingError(f"it cannot be imported: {what}", cure=cure, file=code.file, line=line)
