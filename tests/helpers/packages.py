"""Packages in folders of `sys.path` that register models, and what pip makes of a wheel."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from helpers import ROOT

DISTRIBUTIONS = ROOT / "distributions"
"""Folder with a project per model that is a distribution of its own."""
EN_ACCURATE = DISTRIBUTIONS / "en_accurate" / "corefpipe_en_accurate" / "model"
EN_RESEARCH = DISTRIBUTIONS / "en_research" / "corefpipe_en_research" / "model"
"""The models in them."""


def register(place: Path, name: str, package: str, model: Path | None = None, code: str = "") -> None:
    """Write a package that registers a model.

    Args:
        place: folder of `sys.path`.
        name: of the model.
        package: that contains it, with dots.
        model: the model's folder; None for a package that is not there.
        code: of the package's own module.
    """
    info = place / f"{package}_{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}_{name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[corefpipe_models]\n{name} = {package}\n")
    if model is not None:
        folder = place.joinpath(*package.split("."))
        shutil.copytree(model, folder / "model")
        for each in (folder, *folder.parents):
            if each == place:
                break
            (each / "__init__.py").write_text(code)


def install(distribution: Path, place: Path) -> None:
    """Let pip install a wheel into a folder, without network."""
    options = ("--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check", "-q", "--target", place)
    command = [sys.executable, "-m", "pip", "install", *options, distribution]
    subprocess.run(list(map(str, command)), check=True, capture_output=True)
