"""Pipelines that resolve out of the box: `load` and `resolve`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import spacy
from spacy.language import Language

from corefpipe.annotate import annotate, from_doc
from corefpipe.document import Document
from corefpipe.errors import ModelError
from corefpipe.resolver import Resolver

PACKAGED = Path(__file__).parent / "models"


def load(model: str | Path = "en") -> Language:
    """A spaCy pipeline that ends with the component `corefpipe`.

    Args:
        model: "en" for the packaged English model, or a folder that `corefpipe train` wrote.

    Raises:
        ModelError: no such model.
    """
    resolver = load_resolver(model)
    nlp = load_base(resolver.base)
    nlp.add_pipe("corefpipe", config={"model": str(model)})
    return nlp


def load_resolver(model: str | Path = "en") -> Resolver:
    """The resolver of a model, by the packaged model's name or its folder."""
    packaged = PACKAGED / str(model) / "resolver"
    return Resolver.from_disk(packaged if packaged.is_dir() else model)


def load_base(base: str = "en") -> Language:
    """The pipeline that parses: the packaged "en", a folder, or an installed spaCy package by name.

    Raises:
        ModelError: none of these.
    """
    packaged = PACKAGED / base / "base"
    try:
        return spacy.load(packaged if packaged.is_dir() else base)
    except OSError as error:
        raise ModelError(
            f"no base pipeline '{base}'", cure='Give "en", a folder with a spaCy pipeline, or an installed package'
        ) from error


def resolve(text: str, model: str | Path = "en") -> Document:
    """Resolve a text: its words, sentences, parse and mentions. The model is loaded once a process."""
    resolver, nlp = _loaded(str(model))
    (doc, document), *_ = annotate([Document("text", text=text)], nlp)
    return from_doc(resolver(doc), like=document)


@lru_cache(maxsize=2)
def _loaded(model: str) -> tuple[Resolver, Language]:
    resolver = load_resolver(model)
    return resolver, load_base(resolver.base)
