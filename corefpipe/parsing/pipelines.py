"""Pipelines that resolve out of the box: `load` and `resolve`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import spacy
from spacy.language import Language

from corefpipe.document import Document
from corefpipe.errors import ModelError
from corefpipe.parsing.annotate import annotate, from_doc
from corefpipe.resolver.model import NEW, Resolver

PACKAGED = Path(__file__).parents[1] / "models"
BLANK = "blank:"  # before a language: no base pipeline


def load(model: str | Path = "en") -> Language:
    """A spaCy pipeline that begins with `corefpipe_turns`, which finds dialogue, and ends with `corefpipe`.

    Args:
        model: "en" for the packaged English model, or a folder that `corefpipe train` wrote.

    Raises:
        ModelError: no such model, or one for words that are parsed already (`--base blank:LANGUAGE`).
    """
    resolver = load_resolver(model)
    nlp = _load_parser(resolver, model)
    nlp.add_pipe("corefpipe_turns", first=True)
    nlp.add_pipe("corefpipe", config={"model": str(model)})
    return nlp


def load_resolver(model: str | Path = "en") -> Resolver:
    """The resolver of a model, by the packaged model's name or its folder."""
    packaged = PACKAGED / str(model) / "resolver"
    return Resolver.from_disk(packaged if packaged.is_dir() else model)


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


def _load_parser(resolver: Resolver, model: str | Path) -> Language:
    if resolver.base.startswith(BLANK):
        raise ModelError(
            f"the model was trained on given trees and has no parser (base '{resolver.base}')",
            cure='Add the component "corefpipe" to a pipeline that parses, or give parsed files to '
            "`corefpipe resolve --parse given`",
            file=str(model),
        )
    return load_base(resolver.base)


def resolve(text: str, model: str | Path = "en") -> Document:
    """Resolve a text: its words, sentences, parse and mentions. The model is loaded once a process."""
    resolver, nlp = _loaded(str(model))
    (doc, document), *_ = annotate([Document("text", text=text)], nlp)
    return from_doc(resolver(doc), like=document)


@lru_cache(maxsize=2)
def _loaded(model: str) -> tuple[Resolver, Language]:
    resolver = load_resolver(model)
    return resolver, _load_parser(resolver, model)
