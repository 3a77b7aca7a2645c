"""Base pipelines, which parse: the packaged one, a folder, an installed spaCy package, or an empty one."""

from __future__ import annotations

from pathlib import Path

import spacy
from spacy.language import Language
from spacy.util import get_model_meta, get_package_path, is_package

from corefpipe.errors import ModelError

PACKAGED = Path(__file__).parents[1] / "models"
BLANK = "blank:"  # before a language: no base pipeline
NEW = "new:"  # before a language: a base pipeline that is trained with the model


def load_base(base: str = "en") -> Language:
    """The pipeline that parses.

    Args:
        base: the packaged "en", a folder, or an installed spaCy package by name; "blank:cs" is an empty one of a
            language, for words that come with their parse.

    Raises:
        ModelError: none of these.
    """
    folder = find_base(base)
    if folder is None:
        return blank(base.removeprefix(BLANK))
    try:
        return spacy.load(folder)
    except OSError as error:
        raise _no_base(base) from error


def find_base(base: str) -> Path | None:
    """Folder of a base pipeline (see `load_base`); None for an empty one, which has no files.

    Raises:
        ModelError: there is none.
    """
    if base.startswith(BLANK):
        return None
    for folder in (PACKAGED / base / "base", Path(base)):
        if folder.is_dir():
            return folder
    if not is_package(base):
        raise _no_base(base)
    package = get_package_path(base)
    meta = get_model_meta(package)
    return package / f"{meta['lang']}_{meta['name']}-{meta['version']}"


def _no_base(base: str) -> ModelError:
    cure = 'Give "en", a folder with a spaCy pipeline, or an installed package'
    if base.startswith(NEW):
        cure = f"Only `corefpipe train` makes a new one. {cure}"
    return ModelError(f"no base pipeline '{base}'", cure=cure)


def blank(language: str) -> Language:
    """The empty pipeline of a language, as spaCy has it: tokenizer and vocabulary.

    Raises:
        ModelError: spaCy does not know the language, or lacks what its tokenizer needs.
    """
    try:
        return spacy.blank(language)
    except ImportError as error:
        raise ModelError(
            f"no language '{language}': {' '.join(str(error).split())}",
            cure='Give a code that spaCy knows, such as "cs" or "de", or "xx" for any language',
        ) from error
