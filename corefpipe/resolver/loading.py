"""Models by name or folder, with the base pipelines that parse for them."""

from __future__ import annotations

from pathlib import Path

from spacy.language import Language

from corefpipe.errors import ModelError
from corefpipe.parsing import pipelines
from corefpipe.parsing.pipelines import BLANK, PACKAGED
from corefpipe.resolver.model import Resolver


def load_resolver(model: str | Path = "en") -> Resolver:
    """The resolver of a model, by the packaged model's name or its folder."""
    packaged = PACKAGED / str(model) / "resolver"
    return Resolver.from_disk(packaged if packaged.is_dir() else model)


def load_parser(resolver: Resolver, model: str | Path) -> Language:
    """The base pipeline that a model needs; ModelError for a model of parsed words, which has none."""
    if resolver.base.startswith(BLANK):
        raise ModelError(
            f"the model was trained on given trees and has no parser (base '{resolver.base}')",
            cure='Add the component "corefpipe" to a pipeline that parses, or give parsed files to '
            "`corefpipe resolve --parse given`",
            file=str(model),
        )
    return pipelines.load_base(resolver.base)
