"""Models by name or folder, with the base pipelines that parse for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from spacy.language import Language

from corefpipe.exceptions import ModelError, SettingError
from corefpipe.network.layers import LayerReader
from corefpipe.parsing import pipelines
from corefpipe.parsing.annotate import ParseSource
from corefpipe.parsing.encoder.vectors import give_vectors
from corefpipe.parsing.installed import installed_code, installed_folder
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.names import model_folder
from corefpipe.resolver.overrides import Overrides
from corefpipe.utils.own_code import CodeFile, run_code


def load_resolver(model: str | Path = "en", **settings: Any) -> Resolver:
    """The resolver of a model, with other settings where they are given.

    Args:
        model: a packaged model, such as "en"; an installed one (see `corefpipe package`); or a folder that `corefpipe
            train` wrote. If several are called so, the first of these is loaded.
        settings: those of `Overrides`.

    Raises:
        ModelError: no such model.
        SettingError: the model is neither a name nor a path; the decoder has no such setting or cannot use it, or the
            value is outside its range.
    """
    if not isinstance(model, str | Path):
        raise SettingError(
            f"the model is {model!r}", cure='Give the name of a model, such as "en", or the path of a folder'
        )
    overrides = Overrides(**settings)
    folder = model_folder(model)
    _import_code_of(folder, model)
    resolver = Resolver.from_disk(folder)
    if resolver.own_base and isinstance(model, str) and folder == installed_folder(model):
        resolver.base, resolver.own_base = model, ""  # a saved pipeline names an installed base instead of copying it
    return resolver.configured(overrides)


def _import_code_of(folder: Path, model: str | Path) -> None:
    """Import the code that an installed model has in its package; that of other folders is not run.

    Raises:
        ModelError: it cannot be imported.
    """
    if not isinstance(model, str) or folder != installed_folder(model):
        return
    try:
        run_code(map(CodeFile.read, installed_code(folder)))
    except SettingError as error:
        what = f"the code of the installed model '{model}': {error.message}"
        raise ModelError(what, cure="Install its package again", file=error.file, line=error.line) from error


def check_parser(resolver: Resolver, model: str | Path, parse: ParseSource = "predicted") -> None:
    """Raise ModelError for a model without a base pipeline (`--base blank:LANGUAGE`), unless parses are given."""
    if resolver.base.startswith(pipelines.BLANK) and parse == "predicted":
        raise ModelError(
            f"the model was trained on given trees and has no parser (base '{resolver.base}')",
            cure='Add the component "corefpipe" to a pipeline that parses, or give parsed files to '
            "`corefpipe resolve --parse given`",
            file=str(model),
        )


def load_parser(resolver: Resolver, model: str | Path, parse: ParseSource = "predicted") -> Language:
    """The base pipeline of a model.

    Args:
        resolver: the model's resolver.
        model: name or folder of the model, for errors.
        parse: "given" for documents that come with their parses.

    Raises:
        ModelError: the model has no base pipeline, or it is not installed.
    """
    check_parser(resolver, model, parse)
    return with_vectors(pipelines.load_base(resolver.base), resolver)


def with_vectors(nlp: Language, resolver: Resolver) -> Language:
    """A base pipeline that stores its word vectors if a model reads them, so that no text is read twice."""
    context = resolver.features.context
    if context is not None and isinstance(context.reader, LayerReader):
        give_vectors(nlp, context.reader.network)
    return nlp
