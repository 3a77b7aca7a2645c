"""Find the data that is packaged with corefpipe: feature sets and sample corpora."""

from __future__ import annotations

from pathlib import Path

from corefpipe.exceptions import CorefpipeError


def data_folder(name: str) -> Path:
    """The folder `features` or `corpora`, in a wheel, an editable install or a plain clone.

    Raises:
        CorefpipeError: the installation is incomplete.
    """
    package = Path(__file__).parents[1]
    for folder in (package / "_data" / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise CorefpipeError(f"the data folder '{name}' is missing", cure="Reinstall corefpipe")
