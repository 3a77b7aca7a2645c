"""Collections of chains whose entities are known: link them, and score the links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from corefpipe.document import Document
from corefpipe.entities.learning import Collection
from corefpipe.entities.linking import Linker, place_in_order
from corefpipe.entities.model import LinkModel
from corefpipe.entities.profiles import profiles_of
from corefpipe.scoring import Score, score_partitions

Links = Mapping[tuple[str, str], int]
"""(document, chain) -> number of its entity."""
METRICS = ("b_cubed", "ceaf_e", "muc")


def collection_of(documents: Iterable[Document]) -> Collection:
    """The chains of documents, whose ids are those of their entities."""
    return [(chain, chain[0].chain) for document in documents for chain in profiles_of(document)]


def linked_by(model: LinkModel, collection: Collection) -> Links:
    """The entities that a model finds."""
    linker = Linker()
    ordered = sorted((chain for chain, _ in collection), key=lambda chain: place_in_order(*chain))
    return {member[:2]: linker.link(member, profile, model) for member, profile in ordered}


def scored(collections: Sequence[Collection], links: Sequence[Links], only: str = "") -> dict[str, float]:
    """F1 of the metrics in percent, with every mention as an item; and their mean.

    Args:
        collections: the key.
        links: the response to each.
        only: leave out chains whose entities begin so.
    """
    keys, responses = [], []
    for collection, found in zip(collections, links, strict=True):
        kept = [(member, entity) for (member, _), entity in collection if not (only and entity.startswith(only))]
        sizes = [member.mentions for member, _ in kept]
        numbers: dict[str, int] = {}
        keys.append(np.repeat([numbers.setdefault(entity, len(numbers)) for _, entity in kept], sizes))
        responses.append(np.repeat([found[member[:2]] for member, _ in kept], sizes))
    return percents(score_partitions(keys, responses, metrics=METRICS))


def percents(score: Score) -> dict[str, float]:
    """F1 of the metrics in percent, and their mean."""
    values = {metric: 100 * score[metric].f1 for metric in METRICS}
    return {name: round(value, 2) for name, value in {**values, "conll": 100 * score.conll}.items()}
