"""Models by name: the packaged ones, and those of other packages, which register them as entry points.

An entry point of the group `corefpipe_models` has the name of a model and the package that contains it, as
`corefpipe package` writes it: `en_large = "corefpipe_en_large"`. The files of the model are in the package's subfolder
`model`. Finding them imports nothing, so no code of the package runs.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.exceptions import ModelError
from corefpipe.parsing import pipelines

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GROUP = "corefpipe_models"
"""Group of the entry points."""
FILES = "model"
"""Subfolder of a package that contains the files of its model."""


def model_folder(model: str | Path) -> Path:
    """Folder of a model: of the packaged one of this name, else of an installed one, else the path itself.

    Args:
        model: a name or a path. A folder with the name of an installed model is given as `./name`.

    Returns:
        The folder, which need not exist if the model is a path.

    Raises:
        ModelError: a package registers the name, but it is not there or contains no model.
    """
    packaged = pipelines.PACKAGED / str(model) / "resolver"
    if packaged.is_dir():
        return packaged
    if isinstance(model, str) and model and Path(model).name == model:
        for point in _entry_points().select(name=model):
            return _folder_of_package(model, point.value)
    return Path(model)


def packaged_models() -> list[str]:
    """Names of the models that are packaged with corefpipe."""
    return sorted(folder.parent.name for folder in pipelines.PACKAGED.glob("*/resolver"))


def installed_models() -> list[str]:
    """Names of the models that installed packages register, but for those of packaged ones; nothing is imported."""
    return sorted(_entry_points().names.difference(packaged_models()))


def model_names() -> list[str]:
    """Names of all packaged and installed models."""
    return [*packaged_models(), *installed_models()]


def known_models() -> str:
    """The names of all packaged and installed models, for messages."""
    ours, others = (", ".join(f'"{name}"' for name in names) for names in (packaged_models(), installed_models()))
    return f"{ours} (packaged), {others} (installed)" if others else ours


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
