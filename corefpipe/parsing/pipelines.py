"""Find and load base pipelines, which parse the text: a packaged one, a spaCy package, a folder, or a blank one."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.util import get_model_meta, get_package_path

from corefpipe.exceptions import ModelError
from corefpipe.parsing.installed import BASE, how_to_install, installed_base
from corefpipe.parsing.products import multiply_by_numpy
from corefpipe.plain_text.tokenizing import split_more
from corefpipe.utils.digests import check_folder

PACKAGED = Path(__file__).parents[1] / "models"
BLANK = "blank:"  # prefix of a language: a tokenizer only, for documents with their own parses
_CODE = re.compile(r"\w{2,20}", re.ASCII)
NEW = "new:"  # prefix of a language: a base pipeline that is trained together with the model


def load_base(base: str = "en") -> Language:
    """Load the pipeline that parses.

    Args:
        base: a packaged pipeline, such as "en"; that of an installed model, such as "en_accurate"; a folder; or the
            name of an installed package that registers itself as a pipeline of spaCy (loading a package runs its
            code). "blank:cs" is a blank pipeline of a language, for documents with their own parses.

    Raises:
        ModelError: there is no such pipeline or language, or it is damaged (see `corefpipe.utils.digests.SUMS`).
    """
    if base.startswith(BLANK):
        return blank(base.removeprefix(BLANK))
    found = _name_or_folder(base)
    if isinstance(found, Path):
        check_folder(found)
    try:
        return multiply_by_numpy(split_more(spacy.load(found)))
    except ModelError:
        raise
    except OSError as error:
        raise _no_base(base) from error
    except Exception as error:  # spaCy and thinc raise many kinds for a damaged pipeline
        what = " ".join(str(error).split())
        raise ModelError(
            f"the base pipeline '{base}' cannot be loaded: {type(error).__name__}: {what:.300}",
            cure="Install what it needs, or train it again",
        ) from error


def find_base(base: str) -> Path | None:
    """The folder with all files of a base pipeline (see `load_base`), or None for a blank one.

    For an installed package it is the package's folder, with the code that loads the pipeline.

    Raises:
        ModelError: there is no such pipeline.
    """
    if base.startswith(BLANK):
        return None
    found = _name_or_folder(base)
    return found if isinstance(found, Path) else get_package_path(found)


@lru_cache(maxsize=64)
def language_of(base: str) -> str:
    """Code of the language of a base pipeline, which need not be installed; "" if nothing tells it.

    The pipeline of an installed model tells its language, however it is called; names of spaCy's pipelines begin with
    the code: "en_core_web_sm".

    Raises:
        ModelError: a package registers a model of this name, but it is not there or contains no model.
    """
    if base.startswith(BLANK):
        return base.removeprefix(BLANK)
    if not (PACKAGED / base / BASE).is_dir() and (folder := installed_base(base)) is not None:
        return str(get_model_meta(folder)["lang"])
    code = base.partition("_")[0]
    return code if code.isalpha() and find_spec(f"spacy.lang.{code}") else ""


def packaged(part: str) -> str:
    """The names of the packaged models with their own base pipeline or resolver, for messages."""
    return ", ".join(f'"{folder.parent.name}"' for folder in sorted(PACKAGED.glob(f"*/{part}")))


def _name_or_folder(base: str) -> str | Path:
    """The pipeline of this name, packaged or of an installed model, an installed package, or a folder: the argument of
    `spacy.load`.
    """
    packaged = PACKAGED / base / BASE
    if packaged.is_dir():
        return packaged
    if (of_model := installed_base(base)) is not None:
        return of_model
    if base in _installed():
        _check_package(base)
        return base
    if Path(base).is_dir():
        return Path(base)
    raise _no_base(base)


def _installed() -> list[str]:
    """Names of the installed spaCy pipelines; none is imported."""
    return sorted(entry_points(group="spacy_models").names)


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
    if cure := how_to_install(base):
        return ModelError(f"no base pipeline '{base}': that model is not installed", cure=cure)
    installed = ", ".join(_installed()) or "none is installed"
    ours = packaged("base")
    cure = f"Give {ours}, a folder with a spaCy pipeline, or a pipeline of spaCy that is installed: {installed}"
    if base.startswith(NEW):
        cure = f"Only `corefpipe train` trains a new one. {cure}"
    return ModelError(f"no base pipeline '{base}'", cure=cure)


def blank(language: str) -> Language:
    """The blank pipeline of a language, `spacy.blank`: tokenizer and vocabulary.

    Raises:
        ModelError: spaCy does not know the language, or a library that its tokenizer needs is not installed.
    """
    cure = 'Give a code that spaCy knows, such as "cs" or "de", or "xx" for any language'
    if not _CODE.fullmatch(language):
        raise ModelError(f"no language {language!r:.40}", cure=cure)
    try:
        return spacy.blank(language)
    except (ImportError, AttributeError) as error:  # AttributeError: another module of spaCy
        raise ModelError(f"no language '{language}': {' '.join(str(error).split())}", cure=cure) from error
