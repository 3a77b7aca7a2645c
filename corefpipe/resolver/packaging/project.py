"""Write the project folder of a model's distribution, completely or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from corefpipe.exceptions import SettingError
from corefpipe.parsing.installed import CODE, FILES
from corefpipe.resolver.packaging.package import Package
from corefpipe.resolver.packaging.texts import project_texts
from corefpipe.utils.folders import check_output_folder, replace_files

BUILT = "dist"
"""Subfolder with the distributions that are built."""


def project_folder(package: Package, out: str | Path, overwrite: bool = False, option: str = "overwrite=True") -> Path:
    """The folder for a project, after a check that it can be written.

    >>> from corefpipe.resolver.packaging import package_of, project_folder
    >>> project_folder(package_of("my-model", "en_mine"), "dist", overwrite=True).name
    'corefpipe-en_mine-0.1.0'

    Args:
        package: what is packaged.
        out: the folder in which the project folder is made.
        overwrite: whether to replace a project.
        option: how the user sets `overwrite`, for the error.

    Returns:
        `OUT/corefpipe-NAME-VERSION`.

    Raises:
        SettingError: there is such a project, or a folder with other files; it cannot be written; it is in the model.
    """
    folder = Path(out) / f"corefpipe-{package.name}-{package.version}"
    read: list[str | Path] = [package.source, *([package.resolver.base] if package.resolver.own_base else [])]
    if any(Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(source)) for source in read):
        raise SettingError("the project would be inside of the model", cure="Name another folder", file=str(folder))
    is_project = (folder / "pyproject.toml").is_file() and (folder / package.module).is_dir()
    check_output_folder(folder, _own(package) if is_project else (), "the project")
    if is_project and not overwrite:
        raise SettingError(
            "there is a project already",
            cure=f"Give another version or name another folder, or replace it with {option}",
            file=str(folder),
        )
    return folder


def write_project(package: Package, folder: Path) -> None:
    """Write a project, in place of an older one of the same name, completely or not at all.

    Distributions that were built from an older one are deleted.

    >>> from corefpipe.resolver.packaging import package_of, project_folder, write_project
    >>> package = package_of("my-model", "en_mine")
    >>> folder = project_folder(package, "dist", overwrite=True)
    >>> write_project(package, folder)
    >>> sorted(path.name for path in folder.iterdir())
    ['LICENCE', 'README.md', 'corefpipe_en_mine', 'pyproject.toml']

    Args:
        package: what is packaged.
        folder: see `project_folder`.
    """
    texts = project_texts(package)

    def write(staged: Path) -> None:
        (staged / package.module).mkdir()
        for name, text in texts.items():
            (staged / name).write_bytes(text.encode())
        package.resolver.to_disk(staged / package.module / FILES)
        if package.code:
            (staged / package.module / CODE).mkdir()
        for one in package.code:
            (staged / package.module / CODE / one.name).write_bytes(one.source)

    replace_files(folder, write)
    for name in _of_builds(package):
        shutil.rmtree(folder / name, ignore_errors=True)


def _own(package: Package) -> set[str]:
    """Names of what a project folder contains."""
    texts = {name.partition("/")[0] for name in project_texts(package)}
    return {*texts, package.module, *_of_builds(package)}


def _of_builds(package: Package) -> tuple[str, ...]:
    """Subfolders that a build makes; some only if others build it, such as pip."""
    return BUILT, "build", f"{package.module}.egg-info"
