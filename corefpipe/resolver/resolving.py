"""Text and documents to chains."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from spacy.language import Language

from corefpipe.chains.documents import from_doc
from corefpipe.document import Document
from corefpipe.parsing.annotate import annotate
from corefpipe.resolver.loading import load_parser, load_resolver
from corefpipe.resolver.model import Resolver


def resolve(text: str, model: str | Path = "en") -> Document:
    """Resolve a text: its words, sentences, parse and mentions. The model is loaded once a process."""
    resolver, nlp = _loaded(str(model))
    (doc, document), *_ = annotate([Document("text", text=text)], nlp)
    return from_doc(resolver(doc), like=document)


@lru_cache(maxsize=2)
def _loaded(model: str) -> tuple[Resolver, Language]:
    resolver = load_resolver(model)
    return resolver, load_parser(resolver, model)
