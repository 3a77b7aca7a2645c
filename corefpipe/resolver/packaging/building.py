"""Build the wheel or source archive of a project with the installed setuptools; nothing is downloaded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from corefpipe.exceptions import CorefpipeError
from corefpipe.resolver.packaging.project import BUILT
from corefpipe.resolver.packaging.texts import SETUPTOOLS


class Distribution(StrEnum):
    """What can be built from a project.

    >>> from corefpipe.resolver.packaging import Distribution
    >>> list(Distribution)
    [<Distribution.SDIST: 'sdist'>, <Distribution.WHEEL: 'wheel'>]
    """

    SDIST = "sdist"
    WHEEL = "wheel"


_CODE = "import sys; from setuptools import build_meta; getattr(build_meta, f'build_{sys.argv[1]}')(sys.argv[2])"
_1980 = "315532800"  # the earliest time that a zip file can hold


def build_project(folder: Path, kind: Distribution) -> Path:
    """Build a distribution of a project into its subfolder `dist`; the same project gives the same wheel.

    It is built in a temporary copy, so that the project stays as it is.

    >>> from corefpipe.resolver.packaging import Distribution, build_project, package_of, project_folder, write_project
    >>> package = package_of("my-model", "en_mine")
    >>> folder = project_folder(package, "dist", overwrite=True)
    >>> write_project(package, folder)
    >>> build_project(folder, Distribution.WHEEL).name
    'corefpipe_en_mine-0.1.0-py3-none-any.whl'

    Args:
        folder: the project.
        kind: what to build.

    Returns:
        The file.

    Raises:
        CorefpipeError: setuptools is not installed or too old, or the build fails.
    """
    _check_setuptools(folder, kind)
    with tempfile.TemporaryDirectory(prefix="corefpipe-") as name:
        project, out = Path(name, "project"), Path(name, "out")
        shutil.copytree(folder, project, ignore=shutil.ignore_patterns(BUILT))
        out.mkdir()
        done = subprocess.run(  # nosec B603: our own code, no shell
            [sys.executable, "-P", "-c", _CODE, kind, str(out)],
            cwd=project,
            env={"SOURCE_DATE_EPOCH": _1980, **os.environ},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        built = sorted(out.iterdir())
        if done.returncode or len(built) != 1:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:]
            raise _failed(folder, kind, "".join(last) or f"exit code {done.returncode}", "See what setuptools says")
        return _moved(built[0], folder / BUILT)


def _moved(file: Path, folder: Path) -> Path:
    """A file moved into a folder, where it appears when it is complete."""
    folder.mkdir(exist_ok=True)
    target = folder / file.name
    incomplete = folder / f".{file.name}.new"
    try:
        shutil.copyfile(file, incomplete)
        os.replace(incomplete, target)
    finally:
        incomplete.unlink(missing_ok=True)
    return target


def _check_setuptools(folder: Path, kind: Distribution) -> None:
    try:
        found = version("setuptools")
    except PackageNotFoundError:
        found = ""
    major = found.partition(".")[0]
    if not major.isdecimal() or int(major) < SETUPTOOLS:
        has = f"setuptools is {found}" if found else "setuptools is not installed"
        raise _failed(folder, kind, has, f"pip install 'setuptools>={SETUPTOOLS}'")


def _failed(folder: Path, kind: Distribution, why: str, cure: str) -> CorefpipeError:
    return CorefpipeError(
        f"the project is complete, but its {kind} cannot be built ({why})",
        cure=f"{cure}, and package the model again, or build the project where that is possible",
        file=str(folder),
    )
