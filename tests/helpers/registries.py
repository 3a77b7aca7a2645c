"""Entries that are registered for a single test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from corefpipe.utils.registry import Registry


@contextmanager
def restored(*registries: Registry[Any]) -> Iterator[None]:
    """Restore the contents of the registries on exit."""
    before = [dict(registry.own()) for registry in registries]
    try:
        yield
    finally:
        for registry, entries in zip(registries, before, strict=True):
            for name in [name for name, entry in registry.own().items() if entries.get(name) is not entry]:
                registry.unregister(name)
            for name in entries.keys() - registry.own().keys():
                registry.register(name, entries[name])
