"""Packaged data: it is found in every kind of installation, and the list of packages is complete."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest
from helpers import ROOT

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


def test_every_package_is_listed():
    with (ROOT / "pyproject.toml").open("rb") as file:
        listed = tomllib.load(file)["tool"]["setuptools"]["packages"]
    found = {".".join(path.parent.relative_to(ROOT).parts) for path in PACKAGE.rglob("__init__.py")}
    assert found == {name for name in listed if "._data." not in name}
