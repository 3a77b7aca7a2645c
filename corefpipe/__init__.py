"""Coreference resolution with small, explainable models: a spaCy component, a trainer and a scorer."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from corefpipe.version import __version__

if TYPE_CHECKING:
    from corefpipe.chains import merge
    from corefpipe.document import Document, Mention
    from corefpipe.entities.collection import Entities
    from corefpipe.entities.documents import link
    from corefpipe.formats import read, write
    from corefpipe.report.errors import error_analysis, error_comparison, errors
    from corefpipe.report.pages.rendering import render
    from corefpipe.resolver.model import Resolver
    from corefpipe.resolver.resolving import resolve
    from corefpipe.resolver.training import train
    from corefpipe.scoring import compare, score
    from corefpipe.spacy_component.loading import load
    from corefpipe.streams import Stream

__all__ = [
    "Document",
    "Entities",
    "Mention",
    "Resolver",
    "Stream",
    "__version__",
    "compare",
    "error_analysis",
    "error_comparison",
    "errors",
    "link",
    "load",
    "merge",
    "read",
    "render",
    "resolve",
    "score",
    "train",
    "write",
]

# Looked up on first use, so that `import corefpipe` and the scorer never wait for spaCy.
_HOMES = {
    "Document": "corefpipe.document",
    "Entities": "corefpipe.entities.collection",
    "Mention": "corefpipe.document",
    "Resolver": "corefpipe.resolver.model",
    "Stream": "corefpipe.streams",
    "compare": "corefpipe.scoring",
    "error_analysis": "corefpipe.report.errors",
    "error_comparison": "corefpipe.report.errors",
    "errors": "corefpipe.report.errors",
    "link": "corefpipe.entities.documents",
    "load": "corefpipe.spacy_component.loading",
    "merge": "corefpipe.chains",
    "read": "corefpipe.formats",
    "render": "corefpipe.report.pages.rendering",
    "resolve": "corefpipe.resolver.resolving",
    "score": "corefpipe.scoring",
    "train": "corefpipe.resolver.training",
    "write": "corefpipe.formats",
}


if not TYPE_CHECKING:  # type checkers know the imports above; with this they would accept any other name, too

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'corefpipe' has no attribute '{name}'")
        return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
