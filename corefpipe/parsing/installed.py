"""Models of other packages, which register them as entry points of the group `corefpipe_models`.

An entry point has the name of a model and the package that contains it, as `corefpipe package` writes it:
`en_large = "corefpipe_en_large"`. The files of the model are in the package's subfolder `model`, those of a base
pipeline of its own in `model/base`. Finding them imports nothing, so no code of the package runs. Loading runs none
either, except for files in the subfolder `code`: features and decoders of its author's own (`--code`).
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.exceptions import ModelError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GROUP = "corefpipe_models"
"""Group of the entry points."""
FILES = "model"
"""Subfolder of a package that contains the files of its model."""
CODE = "code"
"""Subfolder of a package with Python files that register what its model needs."""
BASE = "base"
"""Subfolder of a model folder with the base pipeline of the model."""
OURS = ("en_accurate", "en_research")
"""Models that are distributions of their own of this project, in its folder `distributions`."""


def installed_names() -> set[str]:
    """Names of the models that packages register; nothing is imported."""
    return set(_entry_points().names)


def installed_folder(name: str) -> Path | None:
    """Folder of the installed model of this name; None if no package registers it.

    Raises:
        ModelError: a package registers the name, but it is not there or contains no model.
    """
    if not name or Path(name).name != name:
        return None
    for point in _entry_points().select(name=name):
        return _folder_of_package(name, point.value)
    return None


def installed_code(folder: Path) -> list[Path]:
    """The Python files that belong to an installed model, whose folder `installed_folder` has found."""
    return sorted((folder.parent / CODE).glob("*.py"))


def installed_base(name: str) -> Path | None:
    """Folder of the base pipeline of the installed model of this name; None if there is no such model, or it has none.

    Raises:
        ModelError: see `installed_folder`.
    """
    folder = installed_folder(name)
    return folder / BASE if folder is not None and (folder / BASE).is_dir() else None


def distribution_of(name: str) -> str:
    """Name of the distribution that registers a model, such as "corefpipe-en-large"; "" if no package does."""
    return next((point.dist.name for point in _entry_points().select(name=name) if point.dist is not None), "")


def how_to_install(name: str) -> str:
    """How to install one of our own models that is not installed; "" for other names."""
    return f"In a clone of the repository: pip install ./distributions/{name}" if name in OURS else ""


def _entry_points() -> EntryPoints:
    from importlib.metadata import entry_points  # imported here: packaged models do not need it

    return entry_points(group=GROUP)


def _folder_of_package(name: str, package: str) -> Path:
    """The model's folder in a package, whose outermost package is looked for without importing it."""
    outer, *inner = package.split(".")
    try:
        spec = find_spec(outer)
    except (ImportError, ValueError):  # a module without a specification; no name of a module
        spec = None
    for place in (spec and spec.submodule_search_locations) or ():
        folder = Path(place, *inner, FILES)
        if folder.is_dir():
            return folder
    raise ModelError(
        f"the installed model '{name}' has no files: no folder '{FILES}' in the package '{package}'",
        cure=f"Install the package of the model again, or uninstall it; ./{name} is the folder of that name",
    )
