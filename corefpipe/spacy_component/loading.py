"""Load a complete spaCy pipeline that resolves coreference."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spacy.language import Language

from corefpipe.chains.layout import Layout
from corefpipe.plain_text.docs import ReadAs
from corefpipe.resolver.loading import load_parser, load_resolver
from corefpipe.spacy_component.settings import Settings


def load(
    model: str | Path = "en",
    *,
    min_probability: float | None = None,
    threshold: float | None = None,
    gamma: float | None = None,
    window: int | None = None,
    constraints: Sequence[str] | None = None,
    mentions: str = "predicted",
    layout: Layout = "spans",
    overwrite: bool = True,
    read_as: ReadAs = "auto",
) -> Language:
    """A spaCy pipeline: `corefpipe_turns`, which finds dialogue, the model's base pipeline, and `corefpipe`.

    >>> import corefpipe
    >>> nlp = corefpipe.load("en", min_probability=0.7)  # doctest: +SKIP

    Args:
        model: a packaged model, such as "en"; an installed one (see `corefpipe package`); or a folder that `corefpipe
            train` wrote.
        min_probability: no link is made whose calibrated probability is below it; None lets the model's threshold
            decide.
        threshold, gamma, window, constraints, mentions, layout, overwrite: further settings of the component (see
            `CorefComponent`).
        read_as: the setting of `corefpipe_turns`: "auto" finds out whether a text is a book, "book" reads it as one,
            "plain" as none.

    Raises:
        ModelError: no such model, or one without a parser (trained with `--base blank:LANGUAGE`).
        SettingError: a value outside its range, or a setting that the model's decoder cannot use.
    """
    settings = Settings(min_probability, threshold, gamma, window, constraints, mentions, layout, overwrite)
    resolver = load_resolver(model)
    nlp = load_parser(resolver, model)
    nlp.add_pipe("corefpipe_turns", config={"read_as": read_as}, first=True)
    component: Any = nlp.add_pipe("corefpipe", config={"model": str(model), **settings.to_dict()})
    component.resolver = resolver
    return nlp
