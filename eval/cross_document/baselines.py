"""Baselines: no linking, equal names, single linkage over the similarity of names."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from collections_of_chains import Links
from rapidfuzz.distance import JaroWinkler
from rapidfuzz.process import cdist
from scipy.sparse.csgraph import connected_components

from corefpipe.entities.learning import Collection


def no_linking(collection: Collection) -> Links:
    """Every chain is an entity of its own."""
    return {member[:2]: number for number, ((member, _), _) in enumerate(collection)}


def equal_names(collection: Collection) -> Links:
    """Chains whose most frequent names are equal, but for case, are one entity."""
    return _by_number(collection, lambda names: {name: number for number, name in enumerate(names)}.__getitem__)


def single_linkage(collection: Collection, least: float) -> Links:
    """Chains are one entity that are connected by names of a Jaro-Winkler similarity of `least` or more."""

    def number_of(names: list[str]) -> Callable[[str], int]:
        different = [*dict.fromkeys(names)]
        near = cdist(different, different, scorer=JaroWinkler.similarity, score_cutoff=least) > 0
        return dict(zip(different, connected_components(near)[1].tolist(), strict=True)).__getitem__

    return _by_number(collection, number_of)


def _by_number(collection: Collection, number_of: Callable[[list[str]], Callable[[str], int]]) -> Links:
    """Chains with names have the number that their most frequent name gets; the others have numbers of their own."""
    names = {member[:2]: next(iter(profile.names), "").casefold() for (member, profile), _ in collection}
    number = number_of([name for name in names.values() if name])
    own = np.arange(len(names)) + len(names)
    return {chain: number(name) if name else int(own[place]) for place, (chain, name) in enumerate(names.items())}
