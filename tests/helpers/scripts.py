"""Import scripts of `eval`, of which those of different folders have the same names."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from helpers import ROOT

EVAL = ROOT / "eval"


@contextmanager
def importable(*folders: str) -> Iterator[None]:
    """Make the scripts of some folders of `eval` importable, and forget them afterwards."""
    path, others = list(sys.path), _forgotten()
    sys.path[:0] = [str(EVAL / folder) for folder in folders]
    try:
        yield
    finally:
        _forgotten()
        sys.path[:] = path
        sys.modules.update(others)


def _forgotten() -> dict[str, ModuleType]:
    """Take the modules of `eval` out of those that are imported, and return them."""
    modules = {
        name: module
        for name, module in sys.modules.items()
        if str(getattr(module, "__file__", "")).startswith(str(EVAL))
    }
    for name in modules:
        del sys.modules[name]
    return modules
