"""Registries: things by name, registered by decorators in their own modules and by other packages' entry points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Generic, TypeVar

from corefpipe.errors import SettingError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

Entry = TypeVar("Entry")


class Registry(Mapping[str, Entry], Generic[Entry]):
    """Entries by name, in the order in which they were registered.

    Our own entries are those that the modules of `packages` register when they are imported, which happens on first
    use. Another package brings its own by an entry point of the group: `name = "module"` or `name = "module:object"`,
    whose import registers an entry of that name. It is loaded when its name is asked for, or when all names are.

    Args:
        what: what an entry is called in errors, such as "decoder".
        group: group of entry points, such as "corefpipe_decoders".
        packages: names of our packages or modules whose import registers entries.
    """

    def __init__(self, what: str, group: str, packages: Iterable[str] = ()):
        self.what = what
        self.group = group
        self._packages = tuple(packages)
        self._entries: dict[str, Entry] = {}
        self._scanned = False

    def register(self, name: str, entry: Entry) -> None:
        """Add an entry.

        Raises:
            SettingError: the name is taken.
        """
        if name in self._entries:
            raise SettingError(f"two entries for the {self.what} '{name}'", cure="Give one of them another name")
        self._entries[name] = entry

    def own(self) -> Mapping[str, Entry]:
        """The entries that are registered without loading entry points."""
        if not self._scanned:
            self._scanned = True  # first, since the modules may ask the registry while they are imported
            for package in self._packages:
                module = import_module(package)
                for found in walk_packages(getattr(module, "__path__", ()), f"{package}."):
                    import_module(found.name)
        return self._entries

    def __getitem__(self, name: str) -> Entry:
        if name not in self.own():
            self._load(name)
        if name not in self._entries:
            raise self.unknown(name)
        return self._entries[name]

    def __contains__(self, name: object) -> bool:
        return name in self.own() or name in self._plugins()

    def __iter__(self) -> Iterator[str]:
        self.own()
        for name in self._plugins():
            self._load(name)
        return iter(dict(self._entries))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def unknown(self, name: str) -> SettingError:
        """The error for a name that nobody registered; it names the nearest ones, and all."""
        near = get_close_matches(name, list(self), 3)
        hint = f"Did you mean {' or '.join(near)}? " if near else ""
        return SettingError(f"unknown {self.what} {name!r}", cure=f"{hint}Valid are {', '.join(self)}")

    def _plugins(self) -> set[str]:
        return {point.name for point in _entry_points(self.group)}

    def _load(self, name: str) -> None:
        """Load the entry point of that name, unless its entry is there already.

        Raises:
            SettingError: the package behind the entry point registers no entry of that name.
        """
        if name in self._entries:
            return
        for point in _entry_points(self.group).select(name=name):
            point.load()
            if name not in self._entries:
                raise SettingError(
                    f"the entry point '{name}' of {self.group} ({point.value}) registers no {self.what} of that name",
                    cure="Register it by the decorator, under the same name",
                )


def _entry_points(group: str) -> EntryPoints:
    # Imported here: most programs ask for our own entries only.
    from importlib.metadata import entry_points

    return entry_points(group=group)
