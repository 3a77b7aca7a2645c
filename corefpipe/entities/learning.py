"""Learn the model from collections of chains whose entities are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from corefpipe.clustering.learners.base import Learner
from corefpipe.clustering.links import Links
from corefpipe.entities.features import start_features
from corefpipe.entities.linking import Chain, Linker, place_in_order
from corefpipe.entities.model import LinkModel
from corefpipe.entities.traits import Traits

Collection = Sequence[tuple[Chain, str]]
"""Chains of a collection, each with its entity."""


def learned(collections: Sequence[Collection], learner: Learner, name: str) -> LinkModel:
    """A model without a threshold.

    The chains of a collection are an item set; each may link to the last chain of each candidate entity, whose features
    are those of the entity so far, as the key has it.

    Args:
        collections: of documents; each is linked by itself.
        learner: learns the weights.
        name: of the model.
    """
    vocabulary: dict[str, int] = {}
    parts, labels = [], []
    for collection in collections:
        ordered = sorted(collection, key=lambda one: place_in_order(*one[0]))
        parts.append(_links(ordered, vocabulary))
        numbers: dict[str, int] = {}
        labels.append(np.array([numbers.setdefault(entity, len(numbers)) for _, entity in ordered]))
    learner.fit(Links.stack(parts, len(vocabulary)), labels)
    return LinkModel(name, dict(zip(vocabulary, learner.coef_.tolist(), strict=True)))


def _links(ordered: Collection, vocabulary: dict[str, int]) -> Links:
    """The links of a collection, with features by their numbers in a vocabulary, which is extended."""
    linker = Linker()
    known: dict[str, int] = {}
    last: list[int] = []  # chain of each entity
    indptr, antecedents, columns, rows = [0], list[int](), list[int](), [0]

    def add(antecedent: int, features: Sequence[str]) -> None:
        antecedents.append(antecedent)
        columns.extend(vocabulary.setdefault(name, len(vocabulary)) for name in features)
        rows.append(len(columns))

    for number, ((member, profile), entity) in enumerate(ordered):
        chain = Traits.of(profile, [member.document])
        candidates = linker.candidates(chain)
        features = linker.features(chain, candidates)
        add(-1, start_features(chain))
        for candidate, own in sorted(zip(candidates, features, strict=True), key=lambda pair: last[pair[0]]):
            add(last[candidate], own)
        indptr.append(len(antecedents))
        if entity in known:
            linker.join(known[entity], chain)
            last[known[entity]] = number
        else:
            known[entity] = linker.start(chain)
            last.append(number)
    data = np.ones(len(columns), dtype=np.float32)
    matrix = sparse.csr_matrix((data, columns, rows), shape=(len(antecedents), len(vocabulary)))
    sets = np.array([0, len(ordered)])
    return Links(sets, np.array(indptr), np.array(antecedents, dtype=np.int32), matrix)
