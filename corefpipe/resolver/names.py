"""Models by name: the packaged ones, and those of other packages (see `corefpipe.parsing.installed`)."""

from __future__ import annotations

from pathlib import Path

from corefpipe.exceptions import ModelError
from corefpipe.parsing import pipelines
from corefpipe.parsing.installed import OURS, how_to_install, installed_folder, installed_names


def model_folder(model: str | Path) -> Path:
    """Folder of a model: of the packaged one of this name, else of an installed one, else the path itself.

    Args:
        model: a name or a path. A folder with the name of an installed model is given as `./name`.

    Returns:
        The folder, which need not exist if the model is a path.

    Raises:
        ModelError: a package registers the name, but it is not there or contains no model; the name of one of our own
            models that is not installed.
    """
    packaged = pipelines.PACKAGED / str(model) / "resolver"
    if packaged.is_dir():
        return packaged
    if isinstance(model, str) and (installed := installed_folder(model)) is not None:
        return installed
    if model in OURS and not Path(model).exists():
        raise ModelError(f"the model '{model}' is not installed", cure=how_to_install(str(model)))
    return Path(model)


def packaged_models() -> list[str]:
    """Names of the models that are packaged with corefpipe."""
    return sorted(folder.parent.name for folder in pipelines.PACKAGED.glob("*/resolver"))


def installed_models() -> list[str]:
    """Names of the models that installed packages register, but for those of packaged ones; nothing is imported."""
    return sorted(installed_names().difference(packaged_models()))


def model_names() -> list[str]:
    """Names of all packaged and installed models."""
    return [*packaged_models(), *installed_models()]


def known_models() -> str:
    """The names of all packaged and installed models, for messages."""
    ours, others = (", ".join(f'"{name}"' for name in names) for names in (packaged_models(), installed_models()))
    return f"{ours} (packaged), {others} (installed)" if others else ours
