"""The page of settings: of the component, training, learners, decoders, scoring and streams, from their docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import corefpipe
from corefpipe.clustering.registry import DECODERS, LEARNERS, PARTITIONERS, Entry
from corefpipe.resolver.training import TrainingSettings
from corefpipe.spacy_component.component import CorefComponent

INTRODUCTION = """# Settings

All settings with their defaults. Those of commands are on the page of [commands](commands.md), those of other classes
in the [API reference](../reference/index.md).
"""
OBJECTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "The component": (
        "Arguments of `corefpipe.load`, keys of the config of `corefpipe`, attributes of the component. [In spaCy]"
        "(../guides/spacy.md#settings) shows how to use them.",
        CorefComponent,
    ),
    "Training": (
        "Arguments of `corefpipe.train`, and options of `corefpipe train`, with hyphens (`parameters`: `--set`).",
        TrainingSettings,
    ),
    "Training in spaCy": (
        "Keys of `[initialize.components.corefpipe]` in the config.",
        CorefComponent.initialize,
    ),
    "Scoring": ("Arguments of `corefpipe.score`, and options of `corefpipe score`.", corefpipe.score),
    "Streams": ("Arguments of `corefpipe.Stream`.", corefpipe.Stream),
}
"""Title -> what these settings are settings of; what has them."""
REGISTRIES: dict[str, tuple[str, Mapping[str, Entry]]] = {
    "Learners": (
        "`--set NAME=VALUE` of `corefpipe train`, `--grid` of `corefpipe tune`, `Clusterer.named(…)`. Training for "
        "coreference has other defaults for some, which served best.",
        LEARNERS,
    ),
    "Decoders": ("Given in the same way, and by the settings of the component that have the same names.", DECODERS),
    "Partitioners": ("Of the decoder `partitioner`, and of the learner `sdc`.", PARTITIONERS),
}
NOT_SETTINGS = {"self", "nlp", "name", "scorer", "get_examples", "key", "response", "resolver", "verbose"}
"""Arguments that are no settings: what is worked on, and what changes no result."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page."""
    files.append(File.generated(config, "lists/settings.md", content="\n".join(page())))
    return files


def page() -> Iterator[str]:
    """The lines of the page."""
    yield INTRODUCTION
    for title, (where, one) in OBJECTS.items():
        yield from ("", f"## {title}", "", where, "", *table(one))
    for title, (where, registry) in REGISTRIES.items():
        yield from ("", f"## {title}", "", where)
        for name, entry in registry.items():
            rows = list(table(entry.kind))
            yield from ("", f"### {name}", "", f"{entry.summary[:1].upper()}{entry.summary[1:]}.", "")
            yield from rows if len(rows) > 2 else ["It has no settings."]


def table(one: Callable[..., Any]) -> Iterator[str]:
    """The settings of a function or class, with their defaults and meanings."""
    meanings = meanings_of(one)
    yield from ("| setting | default | meaning |", "|---|---|---|")
    for name, parameter in inspect.signature(one).parameters.items():
        if name in NOT_SETTINGS:
            continue
        default = "" if parameter.default is parameter.empty else f"`{shown(parameter.default)}`"
        meaning = " ".join(meanings[name].split()).replace("|", "\\|")
        yield f"| `{name}` | {default} | {meaning} |"


def shown(default: object) -> str:
    """A default as one would write it; that of a dataclass's field may be a factory, such as `dict`."""
    return repr({}) if "factory" in repr(default) else repr(default)


def meanings_of(one: Callable[..., Any]) -> dict[str, str]:
    """Name of an argument -> what its docstring says, or that of the base class to which it refers."""
    found: dict[str, str] = {}
    for kind in inspect.getmro(one) if inspect.isclass(one) else [one]:
        for section in griffe.parse_google(griffe.Docstring(inspect.getdoc(kind) or ""), warnings=False):
            if section.kind in (griffe.DocstringSectionKind.parameters, griffe.DocstringSectionKind.attributes):
                for item in section.value:
                    if not item.description.startswith("see `"):
                        for name in item.name.split(", "):
                            found.setdefault(name, item.description)
    return found
