"""Load a complete spaCy pipeline that resolves coreference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from spacy.language import Language

from corefpipe.chains.layout import Layout
from corefpipe.exceptions import SettingError, require_one_of
from corefpipe.plain_text.docs import ReadAs
from corefpipe.resolver.loading import load_parser, load_resolver
from corefpipe.spacy_component.settings import Settings


def load(
    model: str | Path = "en",
    *,
    min_probability: float | None = None,
    threshold: float | None = None,
    gamma: float | None = None,
    mention_window: int | None = None,
    constraints: Sequence[str] | None = None,
    mentions: str = "predicted",
    layout: Layout = "spans",
    overwrite: bool = True,
    read_as: ReadAs = "auto",
    disable: str | Iterable[str] = (),
    enable: str | Iterable[str] = (),
    exclude: str | Iterable[str] = (),
) -> Language:
    """A spaCy pipeline: `corefpipe_turns`, which finds dialogue, the model's base pipeline, and `corefpipe`.

    >>> import corefpipe
    >>> nlp = corefpipe.load("en", min_probability=0.7)  # doctest: +SKIP

    Args:
        model: a packaged model, such as "en"; an installed one (see `corefpipe package`); or a folder that `corefpipe
            train` wrote.
        min_probability: no link is made whose calibrated probability is below it; None lets the model's threshold
            decide.
        threshold, gamma, mention_window, constraints, mentions, layout, overwrite: further settings of the component
            (see `CorefComponent`).
        read_as: the setting of `corefpipe_turns`: "auto" finds out whether a text is a book, "book" reads it as one,
            "plain" as none.
        disable: names of components that are loaded and do not run until `nlp.enable_pipe`, as in `spacy.load`.
        enable: names of the only components that run; all others are disabled.
        exclude: names of components that are not in the pipeline.

    Raises:
        ModelError: no such model, or one without a parser (trained with `--base blank:LANGUAGE`).
        SettingError: a value outside its range, or a setting that the model's decoder cannot use; the name of no
            component, or of one both to enable and to disable.

    Warns:
        CorefpipeWarning: the component that parses is excluded, and `corefpipe` is not.
    """
    settings = Settings(
        min_probability=min_probability,
        threshold=threshold,
        gamma=gamma,
        mention_window=mention_window,
        constraints=constraints,
        mentions=mentions,
        layout=layout,
        overwrite=overwrite,
    )
    resolver = load_resolver(model)
    nlp = load_parser(resolver, model)
    nlp.add_pipe("corefpipe_turns", config={"read_as": read_as}, first=True)
    names = [*nlp.component_names, "corefpipe"]
    disabled, enabled, excluded = (
        _checked(what, given, names) for what, given in (("disable", disable), ("enable", enable), ("exclude", exclude))
    )
    if both := sorted(enabled & disabled):
        raise SettingError(f"{both[0]!r} is both to enable and to disable", cure="Give one of the two")
    for name in excluded - {"corefpipe"}:
        nlp.remove_pipe(name)
    if "corefpipe" not in excluded:
        component: Any = nlp.add_pipe("corefpipe", config={"model": str(model), **settings.to_dict()})
        component.resolver = resolver
    for name in nlp.component_names:
        if name in disabled or (enabled and name not in enabled):
            nlp.disable_pipe(name)
    return nlp


def _checked(setting: str, given: str | Iterable[str], names: Sequence[str]) -> set[str]:
    """The names of components that were given.

    Raises:
        SettingError: they are no names, or one is not among those of the pipeline.
    """
    if not isinstance(given, Iterable):
        raise SettingError(f"{setting} is {given!r}", cure="It must be a name or a list of names")
    found = {given} if isinstance(given, str) else set(given)
    for name in sorted(found.difference(names)):
        require_one_of(f"component to {setting}", name, names)
    return found
