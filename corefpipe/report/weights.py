"""The weights of a model in words: the strongest of each group of its feature set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.exceptions import SettingError, valid_names
from corefpipe.features import FeatureSet
from corefpipe.features.engine.templates import Template
from corefpipe.report.phrases import phrase_of
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.reasons import about, in_words, kinds_in_words
from corefpipe.utils.text import counted

LINKS, STARTS = "Links to an antecedent", "Starting a chain"
_WIDTH = 46  # of the phrases in the text


@dataclass(frozen=True, slots=True)
class Weight:
    """One weight.

    Attributes:
        weight: the weight; positive is for the link, or for starting a chain.
        phrase: the feature and its value in plain words.
        mentions: the kinds of mentions that it is for, "she → name" for anaphor and antecedent; "" for all.
        column: name of its column, as in `Resolver.features`.
        about: what the feature means; "" for a conjunction of several.
    """

    weight: float
    phrase: str
    mentions: str
    column: str
    about: str


@dataclass(frozen=True, slots=True)
class WeightGroup:
    """The weights of a group of features.

    Attributes:
        where: `LINKS` or `STARTS`.
        name: heading of the group; groups without one are numbered.
        columns: number of its weights.
        share: sum of their absolute values, as a share of that of all weights.
        strongest: those with the largest absolute values, largest first.
    """

    where: str
    name: str
    columns: int
    share: float
    strongest: list[Weight]

    @property
    def title(self) -> str:
        """Heading with counts."""
        return f"{self.name}: {counted(self.columns, 'weight')}, {100 * self.share:.1f} % of their sum"


def strongest_weights(resolver: Resolver, number: int = 10, group: str | None = None) -> list[WeightGroup]:
    """The strongest weights of a model, by group of its feature set.

    A weight counts where its feature is present; a feature that is a number counts as often. Rare features keep small
    weights, whatever they say.

    Args:
        resolver: the model.
        number: number of weights per group.
        group: only of this group.

    Raises:
        SettingError: no such group.
    """
    features, weights = resolver.features, np.asarray(resolver.weights, dtype=np.float64)
    sections = features.spec.sections
    if group is not None:
        # In quotes, since names have commas.
        valid = dict.fromkeys(f'"{section.name}"' for section in sections)
        if f'"{group}"' not in valid:
            raise SettingError(f"unknown group {group!r}", cure=valid_names(f'"{group}"', valid))
    total = float(np.abs(weights).sum()) or 1.0
    found = []
    for section in sections:
        if group not in (None, section.name):
            continue
        columns = np.flatnonzero(np.isin(features.fitted.template, section.templates))
        own = np.abs(weights[columns])
        strongest = columns[np.argsort(-own, kind="stable")[:number]].tolist()
        rows = [_weight(features, column, float(weights[column])) for column in strongest if weights[column]]
        found.append(
            WeightGroup(STARTS if section.start else LINKS, section.name, len(columns), float(own.sum()) / total, rows)
        )
    return found


def weights_text(name: str, resolver: Resolver, groups: Sequence[WeightGroup]) -> str:
    """Groups of weights as text.

    Args:
        name: name of the model.
        resolver: the model.
        groups: see `strongest_weights`.
    """
    lines = [f"{name}: {summary(resolver)}"]
    for where in dict.fromkeys(group.where for group in groups):
        lines += ["", where, "-" * len(where)]
        for group in (group for group in groups if group.where == where):
            lines += ["", group.title]
            lines += [
                f"  {row.weight:+6.2f}  {row.phrase:<{_WIDTH if row.mentions else 0}}  {row.mentions}".rstrip()
                for row in group.strongest
            ]
    return "\n".join(lines)


def summary(resolver: Resolver) -> str:
    """Number of weights and feature set of a model."""
    return f"{counted(len(resolver.weights), 'weight')} of the feature set '{resolver.features.name}'"


def _weight(features: FeatureSet, column: int, weight: float) -> Weight:
    vocabulary = features.fitted
    template: Template = vocabulary.templates[int(vocabulary.template[column])]
    values = [vocabulary.strings[code] for code in vocabulary.values[column, : len(template.parts)].tolist()]
    phrase = phrase_of(in_words(template, values))
    return Weight(weight, phrase, kinds_in_words(template, values), template.column(values), about(template))
