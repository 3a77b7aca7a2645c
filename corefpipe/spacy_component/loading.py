"""Load a complete spaCy pipeline that resolves coreference."""

from __future__ import annotations

from pathlib import Path

from spacy.language import Language

from corefpipe.resolver.loading import load_parser, load_resolver


def load(model: str | Path = "en") -> Language:
    """A spaCy pipeline: `corefpipe_turns`, which finds dialogue, the model's base pipeline, and `corefpipe`.

    Args:
        model: "en" for the packaged English model, or a folder that `corefpipe train` wrote.

    Raises:
        ModelError: no such model, or one without a parser (trained with `--base blank:LANGUAGE`).
    """
    resolver = load_resolver(model)
    nlp = load_parser(resolver, model)
    nlp.add_pipe("corefpipe_turns", first=True)
    nlp.add_pipe("corefpipe", config={"model": str(model)})
    return nlp
