"""Registries: entries by name, added by decorators in our own modules and by entry points of other packages."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from pkgutil import walk_packages
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from corefpipe.exceptions import SettingError, valid_names

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

Entry = TypeVar("Entry")


class UnknownNameError(SettingError, KeyError):
    """A name that is not in a registry."""


class Registry(Mapping[str, Entry], Generic[Entry]):
    """A mapping from names to entries.

    Our own entries are registered by the modules of `packages`, which are imported when the registry is first used.
    Another package adds entries by entry points of the group, `name = "module"`: importing the module must register an
    entry of that name. An entry point is loaded when its name is looked up, or when all names are listed. Our own
    entry wins over an entry point of the same name.

    Args:
        what: what an entry is called in error messages, such as "decoder".
        group: group of the entry points, such as "corefpipe_decoders".
        packages: names of packages or modules whose import registers entries; subpackages are included.
        sort: list the entries by name, which does not depend on the order in which modules are imported. By default
            they are listed in the order of registration.
    """

    def __init__(self, what: str, group: str, packages: Iterable[str] = (), sort: bool = False):
        self.what = what
        self.group = group
        self.sort = sort
        self._packages = tuple(packages)
        self._entries: dict[str, Entry] = {}
        self._sources: dict[str, tuple[str, str]] = {}
        self._lock = RLock()
        self._scanned = self._scanning = self._unsorted = False

    def register(self, name: str, entry: Entry, source: Any = None) -> None:
        """Add an entry.

        Args:
            name: its name.
            entry: the entry.
            source: the class or function that the entry describes. If it is defined and registered again, because a
                notebook cell runs twice or a module is reloaded, the new entry replaces the old one.

        Raises:
            SettingError: another entry has that name.
        """
        defined = (getattr(source, "__module__", ""), getattr(source, "__qualname__", ""))
        if name in self._entries and not (defined[1] and self._sources[name] == defined):
            raise SettingError(f"two entries for the {self.what} '{name}'", cure="Give one of them another name")
        self._entries[name] = entry
        self._sources[name] = defined
        self._unsorted = self.sort

    def unregister(self, name: str) -> None:
        """Remove an entry.

        Raises:
            UnknownNameError: there is none of that name.
        """
        if name not in self.own():
            raise self.unknown(name)
        del self._entries[name], self._sources[name]

    def module_of_user(self, name: str) -> str:
        """The module that registered an entry, if a user's own code has: "" for ours and for entry points'."""
        module = self._sources.get(name, ("", ""))[0]
        outer = module.partition(".")[0]
        if outer == __name__.partition(".")[0]:
            return ""
        return "" if outer in {point.module.partition(".")[0] for point in _entry_points(self.group)} else module

    def own(self) -> Mapping[str, Entry]:
        """The entries that are registered without loading entry points."""
        self._scan()
        if self._unsorted:
            self._entries = {name: self._entries[name] for name in sorted(self._entries)}
            self._unsorted = False
        return self._entries

    def __getitem__(self, name: str) -> Entry:
        if name not in self._entries:
            self._scan()
        if name not in self._entries:
            self._load(name)
        if name not in self._entries:
            raise self.unknown(name)
        return self._entries[name]

    def __contains__(self, name: object) -> bool:
        self._scan()
        return name in self._entries or name in self._entry_point_names()

    def __iter__(self) -> Iterator[str]:
        return iter(dict(self._all()))

    def __len__(self) -> int:
        return len(self._all())

    def unknown(self, name: str, valid: Iterable[str] | None = None) -> UnknownNameError:
        """The error for a name that is not registered; it suggests similar names and lists the valid ones, or all."""
        names = list(self if valid is None else valid)
        if not names:
            return UnknownNameError(f"unknown {self.what} {name!r}", cure="None is registered")
        return UnknownNameError(f"unknown {self.what} {name!r}", cure=valid_names(name, names))

    def _all(self) -> Mapping[str, Entry]:
        """All entries, those of entry points included; one that cannot be loaded is left out with a warning."""
        self._scan()
        for name in sorted(self._entry_point_names()):
            try:
                self._load(name)
            except SettingError as error:
                warnings.warn(str(error), stacklevel=4)
        return self.own()

    def _scan(self) -> None:
        """Import the modules of our packages, once; another thread waits until that is done."""
        if self._scanned:
            return
        with self._lock:
            if self._scanned or self._scanning:  # a module that is being imported may use the registry itself
                return
            self._scanning = True
            try:
                for package in self._packages:
                    module = import_module(package)
                    for found in walk_packages(getattr(module, "__path__", ()), f"{package}."):
                        import_module(found.name)
                self._scanned = True
            finally:
                self._scanning = False

    def _entry_point_names(self) -> set[str]:
        return {point.name for point in _entry_points(self.group)}

    def _load(self, name: str) -> None:
        """Load the entry points of that name, unless the entry is there already.

        Raises:
            SettingError: one cannot be loaded, or registers no entry of that name.
        """
        if name in self._entries:
            return
        for point in _entry_points(self.group).select(name=name):
            package = _package_of(point)
            try:
                point.load()
            except Exception as error:  # whatever the import of a foreign module may raise
                raise SettingError(
                    f"the {self.what} '{name}' cannot be loaded: {type(error).__name__}: {error}",
                    cure=f"Repair or uninstall the package {package}",
                ) from error
            if name not in self._entries:
                raise SettingError(
                    f"the entry point '{name}' of {self.group} ({point.value}) registers no {self.what} of that name",
                    cure=f"The package {package} has to register it under that name",
                )


def _entry_points(group: str) -> EntryPoints:
    found: EntryPoints = _installed(tuple(sys.path)).select(group=group)
    return found


@lru_cache(maxsize=1)
def _installed(path: tuple[str, ...]) -> Any:  # its type differs between Python 3.11 and 3.12
    """The entry points of all packages on this path. Reading them takes 0.02 s, and each registry asks for its own."""
    from importlib.metadata import entry_points  # imported here: most programs use our own entries only

    return entry_points()


def _package_of(point: EntryPoint) -> str:
    """The name of the installed package that has the entry point, or else its module."""
    return point.dist.name if point.dist else point.module
