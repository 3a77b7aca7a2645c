"""Base pipelines, which parse: the packaged one, a folder, an installed spaCy package, or an empty one."""

from __future__ import annotations

from pathlib import Path

import spacy
from spacy.language import Language

from corefpipe.errors import ModelError

PACKAGED = Path(__file__).parents[1] / "models"
BLANK = "blank:"  # before a language: no base pipeline
NEW = "new:"  # before a language: a base pipeline that is trained with the model


def load_base(base: str = "en") -> Language:
    """The pipeline that parses: the packaged "en", a folder, or an installed spaCy package by name; "blank:cs" is an
    empty one of a language, for words that come with their parse.

    Raises:
        ModelError: none of these.
    """
    if base.startswith(BLANK):
        return blank(base.removeprefix(BLANK))
    packaged = PACKAGED / base / "base"
    try:
        return spacy.load(packaged if packaged.is_dir() else base)
    except OSError as error:
        cure = 'Give "en", a folder with a spaCy pipeline, or an installed package'
        if base.startswith(NEW):
            cure = f"Only `corefpipe train` makes a new one. {cure}"
        raise ModelError(f"no base pipeline '{base}'", cure=cure) from error


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
