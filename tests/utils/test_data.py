"""Packaged data: it is found in every kind of installation, and a wheel is complete."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from helpers import ROOT
from setuptools import Distribution
from setuptools.config.pyprojecttoml import apply_configuration

import corefpipe
from corefpipe.exceptions import CorefpipeError
from corefpipe.utils.data import data_folder

PACKAGE = Path(corefpipe.__file__).parent


def test_folders():
    assert (data_folder("features") / "default.toml").is_file()
    assert (data_folder("corpora") / "samples" / "bakery.txt").is_file()


def test_a_missing_folder():
    with pytest.raises(CorefpipeError, match=r"'novels' is missing\. Reinstall corefpipe"):
        data_folder("novels")


def test_as_a_wheel_lays_it_out(tmp_path, python):
    for name in ("__init__", "exceptions", "version", "utils/__init__", "utils/data"):
        file = tmp_path / "corefpipe" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / f"{name}.py", file)
    shutil.copytree(ROOT / "features", tmp_path / "corefpipe" / "_data" / "features")
    code = "from corefpipe.utils.data import data_folder\nprint(data_folder('features'))"
    done = python("-P", "-c", code, PYTHONPATH=str(tmp_path))
    assert done.stdout.strip() == str(tmp_path / "corefpipe" / "_data" / "features"), done.stderr


def test_a_wheel_has_every_file(monkeypatch):
    """Modules and data of the three folders that are packaged, and nothing else."""
    monkeypatch.chdir(ROOT)
    distribution = apply_configuration(Distribution({"script_name": "setup.py"}), ROOT / "pyproject.toml")
    built = distribution.get_command_obj("build_py")
    built.ensure_finalized()
    modules = [Path(file) for _, _, file in built.find_all_modules()]
    data = [Path(folder, file) for _, folder, _, files in built.data_files for file in files]
    folders = [ROOT / name for name in ("corefpipe", "features", "corpora")]
    on_disk = {path.relative_to(ROOT) for folder in folders for path in folder.rglob("*") if path.is_file()}
    assert {*modules, *data} == {path for path in on_disk if path.suffix != ".pyc"}
