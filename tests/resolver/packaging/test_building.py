"""Wheels and source archives of a project, and what is said where none can be built."""

from __future__ import annotations

import tarfile
import zipfile
from dataclasses import replace

import pytest
from helpers.packages import install

from corefpipe.exceptions import CorefpipeError
from corefpipe.parsing import pipelines
from corefpipe.resolver.loading import load_parser, load_resolver
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.packaging import (
    Distribution,
    build_project,
    building,
    package_of,
    project_folder,
    write_project,
)


@pytest.fixture(scope="module")
def czech(resolver, tmp_path_factory):
    """The folder of a model with a base pipeline of its own."""
    base, folder = tmp_path_factory.mktemp("base"), tmp_path_factory.mktemp("model")
    pipelines.blank("cs").to_disk(base)
    replace(resolver, base=str(base), own_base="cs").to_disk(folder)
    return folder


@pytest.fixture(scope="module")
def project(czech, tmp_path_factory):
    """The folder of a project; tests must not change it."""
    package = package_of(czech, "law", "1.0")
    folder = project_folder(package, tmp_path_factory.mktemp("projects"))
    write_project(package, folder)
    return folder


def files_below(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_a_wheel_has_all_files_and_is_loaded_by_its_name(project, czech, tmp_path, monkeypatch):
    before = files_below(project)
    wheel = build_project(project, Distribution.WHEEL)
    assert wheel == project / "dist" / "corefpipe_law-1.0-py3-none-any.whl"
    assert files_below(project) == sorted([*before, f"dist/{wheel.name}"])
    first = wheel.read_bytes()
    assert build_project(project, Distribution.WHEEL).read_bytes() == first
    names = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("corefpipe_law/")}
    assert names == {name for name in before if name.startswith("corefpipe_law/")}
    install(wheel, tmp_path / "installed")
    monkeypatch.syspath_prepend(tmp_path / "installed")
    found = load_resolver("law")
    assert (found.base, found.own_base, found.language) == ("law", "", "cs")
    assert replace(found, base=str(czech / "base"), own_base="cs").to_bytes() == Resolver.from_disk(czech).to_bytes()
    assert load_parser(found, "law").lang == "cs"
    found.to_disk(tmp_path / "saved")
    assert not (tmp_path / "saved" / "base").exists()
    assert load_parser(load_resolver(tmp_path / "saved"), tmp_path / "saved").lang == "cs"


def test_a_source_archive(project):
    archive = build_project(project, Distribution.SDIST)
    assert archive.name == "corefpipe_law-1.0.tar.gz"
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {name for name in files_below(project) if not name.startswith("dist/")} <= names


@pytest.mark.parametrize(("found", "what"), [("76.0", "setuptools is 76.0"), (None, "setuptools is not installed")])
def test_no_setuptools(project, monkeypatch, found, what):
    def version(name):
        if found is None:
            raise building.PackageNotFoundError(name)
        return found

    before = files_below(project)
    monkeypatch.setattr(building, "version", version)
    with pytest.raises(CorefpipeError) as error:
        build_project(project, Distribution.WHEEL)
    assert f"{project}: the project is complete, but its wheel cannot be built ({what}). pip" in str(error.value)
    assert files_below(project) == before


def test_a_build_that_fails(project, tmp_path, monkeypatch):
    monkeypatch.setattr(building, "_CODE", "raise ValueError('no such licence')")
    with pytest.raises(CorefpipeError, match=r"cannot be built \(ValueError: no such licence\)"):
        build_project(project, Distribution.WHEEL)
