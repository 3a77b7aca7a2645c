"""Coreference resolution with small, explainable models: a spaCy component, a trainer and a scorer."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from corefpipe.chains import merge
    from corefpipe.document import Document, Mention
    from corefpipe.formats import read, write
    from corefpipe.pipeline import load, resolve
    from corefpipe.resolver import Resolver
    from corefpipe.scoring import score

__version__ = "0.1.0"
__all__ = ["Document", "Mention", "Resolver", "load", "merge", "read", "resolve", "score", "write"]

# Looked up on first use, so that `import corefpipe` and the scorer never wait for spaCy.
_HOMES = {
    "Document": "corefpipe.document",
    "Mention": "corefpipe.document",
    "Resolver": "corefpipe.resolver",
    "load": "corefpipe.pipeline",
    "merge": "corefpipe.chains",
    "read": "corefpipe.formats",
    "resolve": "corefpipe.pipeline",
    "score": "corefpipe.scoring",
    "write": "corefpipe.formats",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'corefpipe' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
