"""The metrics by name: how each is counted, and what its counts say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from corefpipe.errors import AnnotationError, SettingError
from corefpipe.scoring import distances, metrics
from corefpipe.scoring.contingency import Contingency
from corefpipe.scoring.metrics import CreditMetric

PRF = ("recall", "precision", "f1")

Function = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric by the names it goes by.

    Attributes:
        name: in Python, in JSON and on the command line.
        title: as it stands in a table.
        code: as it stands in a signature.
        counts: tables of D documents -> (D, k) counts, which a corpus adds up.
        scores: (…, k) counts -> (…, m) numbers.
        names: what the m numbers are; the last one is the one to compare by.
        credit: for coreference metrics, what chains and the cells of a table contribute.
        same_items: whether both sides must have the same mentions.
        lower: whether less is better.
    """

    name: str
    title: str
    code: str
    counts: Callable[[Contingency], np.ndarray]
    scores: Function
    names: tuple[str, ...] = PRF
    credit: CreditMetric | None = None
    same_items: bool = False
    lower: bool = False

    @property
    def source(self) -> str:
        """What is counted, and the paper."""
        return (self.credit or self.counts).__doc__ or ""

    def count(self, table: Contingency) -> np.ndarray:
        """The (D, k) counts.

        Raises:
            AnnotationError: the two sides have different mentions, and the metric compares clusterings of the same.
        """
        if self.same_items and (apart := table.twinless()).any():
            document = int(np.flatnonzero(apart)[0])
            raise AnnotationError(
                f"{self.title} compares clusterings of the same items, but {apart[document]:.0f} mentions stand on one "
                "side only",
                cure="Score a response over the key's mentions (resolve --mentions gold, --singletons keep), "
                "or take coreference metrics",
                document=table.names[document],
            )
        return self.counts(table)


def ratio(top: np.ndarray, bottom: np.ndarray, empty: float = 0.0) -> np.ndarray:
    """The quotient, and `empty` where bottom is 0."""
    return np.divide(top, bottom, out=np.full(np.shape(top), empty), where=np.asarray(bottom) != 0)


def prf(counts: np.ndarray) -> np.ndarray:
    """(…, 4) numerators and denominators of recall, then of precision -> (…, 3) recall, precision and F1; 0/0 is 0."""
    recall = ratio(counts[..., 0], counts[..., 1])
    precision = ratio(counts[..., 2], counts[..., 3])
    return np.stack([recall, precision, ratio(2 * recall * precision, recall + precision)], axis=-1)


def blanc_scores(counts: np.ndarray) -> np.ndarray:
    """(…, 8) counts of coreferent and then of non-coreferent links -> (…, 3) means of R, P and F over both classes.

    A class that the key does not have is left out; with neither all is 0 (Luo et al. 2014; v8.01).
    """
    there = (counts[..., [1, 5]] > 0)[..., None].astype(float)
    both = np.stack([prf(counts[..., :4]), prf(counts[..., 4:])], axis=-2)
    return ratio((both * there).sum(axis=-2), np.broadcast_to(there.sum(axis=-2), (*counts.shape[:-1], 3)))


def _totals(credit: CreditMetric) -> Callable[[Contingency], np.ndarray]:
    def counts(table: Contingency) -> np.ndarray:
        columns = []
        for recall, expected, precision, given in credit(table):
            columns += [table.over_cells(recall), table.over_keys(expected)]
            columns += [table.over_cells(precision), table.over_responses(given)]
        return np.stack(columns, axis=-1)

    return counts


def _credit(
    name: str, title: str, code: str, credit: CreditMetric, scores: Function = prf, same_items: bool = False
) -> Metric:
    return Metric(name, title, code, _totals(credit), scores, credit=credit, same_items=same_items)


def _distance(
    name: str, title: str, code: str, counts: Callable[[Contingency], np.ndarray], score: Function, lower: bool = False
) -> Metric:
    return Metric(name, title, code, counts, lambda c: score(c)[..., None], ("value",), same_items=True, lower=lower)


COREFERENCE = ("mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea")
"""The metrics of coreference, in the order in which they are printed; the default."""

CONLL = ("muc", "b_cubed", "ceaf_e")
"""The metrics whose F1 the CoNLL average takes the mean of (Pradhan et al. 2012)."""

METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        _credit("mentions", "mentions", "mentions", metrics.mentions),
        _credit("muc", "MUC", "muc", metrics.muc),
        _credit("b_cubed", "B-cubed", "b3", metrics.b_cubed),
        _credit("ceaf_m", "CEAF-m", "ceafm", metrics.ceaf_m),
        _credit("ceaf_e", "CEAF-e", "ceafe", metrics.ceaf_e),
        _credit("blanc", "BLANC", "blanc", metrics.blanc, blanc_scores),
        _credit("lea", "LEA", "lea", metrics.lea),
        _credit("pairwise", "pairwise", "pairs", metrics.pairwise),
        _credit("exact_clusters", "exact clusters", "exact", metrics.exact_clusters),
        # The second of a ratio without anything to count is perfect, as in scikit-learn.
        _distance("rand", "Rand index", "rand", distances.rand, lambda c: ratio(c[..., 0], c[..., 1], 1.0)),
        _distance(
            "adjusted_rand", "adjusted Rand", "ari", distances.adjusted_rand, lambda c: ratio(c[..., 0], c[..., 1], 1.0)
        ),
        _distance("edit_distance", "edit distance", "edits", distances.edits, lambda c: c[..., 0], lower=True),
        _distance(
            "edit_score",
            "edit score",
            "nes",
            distances.edits,
            lambda c: 1 - ratio(c[..., 0] + c[..., 1], 2 * c[..., 2]),
        ),
        _distance("vi", "VI", "vi", distances.variation, lambda c: ratio(c[..., 0], c[..., 1]), lower=True),
        _distance(
            "normalised_vi", "normalised VI", "nvi", distances.variation, lambda c: 1 - ratio(c[..., 0], c[..., 2])
        ),
        _distance("one_to_one", "one-to-one", "1-1", distances.one_to_one, lambda c: ratio(c[..., 0], c[..., 1], 1.0)),
        _distance(
            "pairwise_loss", "Δ_P", "dp", distances.pairwise_loss, lambda c: ratio(c[..., 0], c[..., 1]), lower=True
        ),
        _distance("mitre_loss", "Δ_M", "dm", distances.mitre_loss, lambda c: ratio(c[..., 0], c[..., 1]), lower=True),
    )
}

GROUPS: dict[str, tuple[str, ...]] = {
    "coreference": COREFERENCE,
    "conll": CONLL,
    "clustering": tuple(name for name in METRICS if name not in COREFERENCE),
    "all": tuple(METRICS),
}
"""Names for several metrics."""


def metrics_named(names: str | Iterable[str]) -> tuple[Metric, ...]:
    """The metrics of these names or groups, each once.

    Raises:
        SettingError: a name that does not exist.
    """
    found: dict[str, Metric] = {}
    for name in [names] if isinstance(names, str) else names:
        if name not in METRICS and name not in GROUPS:
            raise SettingError(
                f"unknown metric {name!r}",
                cure=f"Valid are {', '.join(METRICS)}; and, for several, {', '.join(GROUPS)}",
            )
        for member in GROUPS.get(name, (name,)):
            found[member] = METRICS[member]
    if not found:
        raise SettingError("no metric is named", cure=f"Valid are {', '.join(METRICS)}")
    return tuple(found.values())
