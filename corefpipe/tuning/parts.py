"""Parts of the data to train on: fewer documents for learning curves, fewer features for ablations.

A part is a dict: `documents`, the number of training documents; `without`, the group of features that is left out, or
"nothing". {} is all of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from corefpipe.exceptions import SettingError

if TYPE_CHECKING:  # spaCy is slow to import, and workers that only train do not need it
    from corefpipe.features import FeatureSet, Spec

DOCUMENTS, WITHOUT, NOTHING = "documents", "without", "nothing"

Item = TypeVar("Item")


def parts_of(documents: Sequence[Any] = (), groups: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The parts of a learning curve, of an ablation, or of both.

    Args:
        documents: numbers of training documents; empty for all.
        groups: the groups of features of which one is left out at a time, beside "nothing"; empty for no ablation.

    Raises:
        SettingError: a number of documents that is none.
    """
    for number in documents:
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            cure = "Give whole numbers from 1 on: documents=10,20,40"
            raise SettingError(f"documents is {number}", cure=cure)
    sizes: list[dict[str, Any]] = [{DOCUMENTS: number} for number in sorted(set(documents))] or [{}]
    left_out: list[dict[str, Any]] = [{WITHOUT: name} for name in ((NOTHING, *groups) if groups else ())] or [{}]
    return [size | without for size, without in product(sizes, left_out)]


def group_names(spec: Spec) -> list[str]:
    """Names of the groups of features that an ablation leaves out; those of starting a chain begin with "start: ".

    Raises:
        SettingError: there is only one group.
    """
    if len(spec.sections) < 2:
        raise SettingError(
            f"the feature set '{spec.name}' has one group of features: without it nothing is left",
            cure='Give it several [[link]] or [[start]] groups, each with a name: group = "Agreement"',
        )
    return [_label(section.start, section.name) for section in spec.sections]


def columns_of_groups(features: FeatureSet) -> dict[str, np.ndarray]:
    """Group of features -> (n_columns,) bool, which columns of a fitted set come from it, alone or conjoined."""
    spec, template = features.spec, features.fitted.template
    found = {}
    for section in spec.sections:
        own = set(section.templates)
        if not section.start:
            first = len(spec.link) - len(spec.pairs)
            pairs = enumerate(spec.pairs, first)
            own |= {number for number, pair in pairs if not set(section.features).isdisjoint(pair.features)}
        found[_label(section.start, section.name)] = np.isin(template, sorted(own))
    return found


def some_of(documents: Sequence[Item], number: int) -> list[Item]:
    """So many documents, in their order; a smaller number takes some of those that a larger one takes.

    Raises:
        SettingError: there are fewer.
    """
    if number > len(documents):
        raise too_many(number, len(documents))
    order = np.random.default_rng(0).permutation(len(documents))[:number]
    return [documents[place] for place in sorted(order.tolist())]


def too_many(number: int, there_are: int) -> SettingError:
    """The error for more documents than there are."""
    return SettingError(
        f"documents is {number}, but there are {there_are} training documents", cure=f"Give at most {there_are}"
    )


def _label(start: bool, name: str) -> str:
    return f"start: {name}" if start else name
