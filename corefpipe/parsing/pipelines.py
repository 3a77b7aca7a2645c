"""Find and load base pipelines, which parse the text: the packaged one, a spaCy package, a folder, or a blank one."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.util import get_package_path, is_package

from corefpipe.errors import ModelError

PACKAGED = Path(__file__).parents[1] / "models"
BLANK = "blank:"  # prefix of a language: a tokenizer only, for documents that come with their parses
NEW = "new:"  # prefix of a language: a base pipeline that is trained together with the model


def load_base(base: str = "en") -> Language:
    """Load the pipeline that parses.

    Args:
        base: "en" for the packaged pipeline, or what `spacy.load` takes: the name of an installed package or a folder.
            "blank:cs" is a blank pipeline of a language, for documents that come with their parses.

    Raises:
        ModelError: there is no such pipeline or language.
    """
    if base.startswith(BLANK):
        return blank(base.removeprefix(BLANK))
    try:
        return spacy.load(_name_or_folder(base))
    except OSError as error:
        raise _no_base(base) from error


def find_base(base: str) -> Path | None:
    """Folder that contains all files of a base pipeline (see `load_base`), or None for a blank one.

    Of an installed package it is the package's folder, with the code that loads the pipeline.

    Raises:
        ModelError: there is no such pipeline.
    """
    if base.startswith(BLANK):
        return None
    found = _name_or_folder(base)
    return found if isinstance(found, Path) else get_package_path(found)


def _name_or_folder(base: str) -> str | Path:
    """The packaged pipeline of this name, an installed package, or a folder: the argument of `spacy.load`."""
    packaged = PACKAGED / base / "base"
    if packaged.is_dir():
        return packaged
    if is_package(base):
        _check_package(base)
        return base
    if Path(base).is_dir():
        return Path(base)
    raise _no_base(base)


def _check_package(name: str) -> None:
    """Raise ModelError unless an installed package can be imported and loads a pipeline."""
    try:
        package = import_module(name)
    except ImportError as error:
        raise ModelError(
            f"the package '{name}' cannot be imported: {error}",
            cure="Give the name that Python imports, such as en_core_web_sm, and install what it needs",
        ) from error
    if not hasattr(package, "load"):
        raise _no_base(name)


def _no_base(base: str) -> ModelError:
    cure = 'Give "en", a folder with a spaCy pipeline, or an installed package'
    if base.startswith(NEW):
        cure = f"Only `corefpipe train` makes a new one. {cure}"
    return ModelError(f"no base pipeline '{base}'", cure=cure)


def blank(language: str) -> Language:
    """The blank pipeline of a language, `spacy.blank`: tokenizer and vocabulary.

    Raises:
        ModelError: spaCy does not know the language, or a library that its tokenizer needs is not installed.
    """
    try:
        return spacy.blank(language)
    except ImportError as error:
        raise ModelError(
            f"no language '{language}': {' '.join(str(error).split())}",
            cure='Give a code that spaCy knows, such as "cs" or "de", or "xx" for any language',
        ) from error
