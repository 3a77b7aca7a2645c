"""Pipelines that resolve out of the box."""

from __future__ import annotations

from pathlib import Path

from spacy.language import Language

from corefpipe.resolver.loading import load_parser, load_resolver


def load(model: str | Path = "en") -> Language:
    """A spaCy pipeline that begins with `corefpipe_turns`, which finds dialogue, and ends with `corefpipe`.

    Args:
        model: "en" for the packaged English model, or a folder that `corefpipe train` wrote.

    Raises:
        ModelError: no such model, or one for words that are parsed already (`--base blank:LANGUAGE`).
    """
    resolver = load_resolver(model)
    nlp = load_parser(resolver, model)
    nlp.add_pipe("corefpipe_turns", first=True)
    nlp.add_pipe("corefpipe", config={"model": str(model)})
    return nlp
