"""Score clusterings of prepared documents against their gold chains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from corefpipe.document import Mention
from corefpipe.scoring import Score, score, score_partitions
from corefpipe.tuning.data import Part
from corefpipe.tuning.measures import Measure


def score_labels(
    part: Part, labels: Sequence[np.ndarray], singletons: bool, metrics: str | Iterable[str] = "coreference"
) -> Score:
    """Score a clustering against the gold mentions.

    Args:
        part: the documents.
        labels: per document (n_mentions,) int, the cluster of each mention.
        singletons: whether clusters of one mention count as found, if it is certain (`Part.certain`).
        metrics: as for `corefpipe.score`.
    """
    responses = [
        replace(key, mentions=_mentions(spans, label, certain & singletons))
        for key, spans, label, certain in zip(part.keys, part.spans, labels, part.certain, strict=True)
    ]
    return score(part.keys, responses, metrics=metrics, repeats="official")


def measure_labels(
    part: Part, labels: Sequence[np.ndarray], measures: Iterable[Measure], singletons: bool
) -> dict[str, float]:
    """The value of each measure for a clustering, by the measure's name.

    Args:
        part, labels, singletons: see `score_labels`.
        measures: those over the same items compare with `part.labels`, the others with the gold mentions.
    """
    measures = list(measures)
    found: dict[str, float] = {}
    over_mentions = [measure for measure in measures if not measure.same_items]
    if over_mentions:
        result = score_labels(part, labels, singletons, _metrics(over_mentions))
        found |= {measure.name: measure.of(result) for measure in over_mentions}
    over_items = [measure for measure in measures if measure.same_items]
    if over_items:
        result = score_partitions(part.labels, labels, metrics=_metrics(over_items))
        found |= {measure.name: measure.of(result) for measure in over_items}
    return found


def _metrics(measures: Iterable[Measure]) -> list[str]:
    return list(dict.fromkeys(name for measure in measures for name in measure.metrics))


def _mentions(spans: np.ndarray, labels: np.ndarray, alone: np.ndarray) -> list[Mention]:
    sizes = np.bincount(labels, minlength=1)
    kept = alone | (sizes[labels] > 1)
    return [
        Mention(start, end, str(label))
        for (start, end), label in zip(spans[kept].tolist(), labels[kept].tolist(), strict=True)
    ]
