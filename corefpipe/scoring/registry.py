"""What a metric consists of, and the registry with its decorators."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corefpipe.exceptions import AnnotationError
from corefpipe.scoring.contingency import Contingency
from corefpipe.utils.registry import Registry
from corefpipe.utils.text import counted

PRF_NAMES = ("recall", "precision", "f1")


class Credit(NamedTuple):
    """What a metric adds up: one value per cell, per key chain, per cell again, and per response chain.

    >>> from corefpipe.scoring import Credit
    >>> Credit._fields
    ('recall', 'expected', 'precision', 'given')
    """

    recall: np.ndarray
    expected: np.ndarray
    precision: np.ndarray
    given: np.ndarray


CountFunction = Callable[[Contingency], np.ndarray]
"""Tables of D documents -> (D, k) counts, which are summed over a corpus."""

CreditFunction = Callable[[Contingency], tuple[Credit, ...]]
"""Tables of documents -> numerators and denominators of recall and precision, distributed over cells and chains."""

ScoreFunction = Callable[[np.ndarray], np.ndarray]
"""(…, k) counts -> (…, m) numbers."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric with its names and its two steps, counting and scoring.

    >>> from corefpipe.scoring import METRICS
    >>> METRICS["lea"].title, METRICS["lea"].names
    ('LEA', ('recall', 'precision', 'f1'))

    Attributes:
        name: name in Python, in JSON and on the command line.
        title: name in a table.
        code: name in a signature.
        counts: tables of D documents -> (D, k) counts, which are summed over a corpus.
        scores: (…, k) counts -> (…, m) numbers.
        names: names of the m numbers; metrics are compared by the last one.
        credit: the function that distributes the counts over cells and chains, for metrics that can be split by
            mention type.
        same_items: whether key and response must have the same mentions.
        lower: whether lower is better.
    """

    name: str
    title: str
    code: str
    counts: CountFunction
    scores: ScoreFunction
    names: tuple[str, ...] = PRF_NAMES
    credit: CreditFunction | None = None
    same_items: bool = False
    lower: bool = False

    @property
    def source(self) -> str:
        """Docstring of the counting function: what is counted, and the paper."""
        return (self.credit or self.counts).__doc__ or ""

    def count(self, table: Contingency) -> np.ndarray:
        """Return the (D, k) counts.

        Raises:
            AnnotationError: the metric needs the same mentions on both sides, and they differ.
        """
        if self.same_items and (apart := table.twinless()).any():
            document = int(np.flatnonzero(apart)[0])
            number = int(apart[document])
            raise AnnotationError(
                f"{self.title} compares clusterings of the same items, but {counted(number, 'mention')} "
                f"{'is' if number == 1 else 'are'} on one side only",
                cure="Score a response over the key's mentions (resolve --mentions gold, --singletons keep), count "
                "spans in two chains once (--repeats first), or use coreference metrics",
                document=table.names[document],
            )
        return self.counts(table)


def ratio(top: np.ndarray, bottom: np.ndarray, empty: float = 0.0) -> np.ndarray:
    """Return the quotient, and `empty` where bottom is 0."""
    return np.divide(top, bottom, out=np.full(np.shape(top), empty), where=np.asarray(bottom) != 0)


def prf(counts: np.ndarray) -> np.ndarray:
    """(…, 4) numerators and denominators of recall, then of precision -> (…, 3) recall, precision and F1; 0/0 is 0."""
    recall = ratio(counts[..., 0], counts[..., 1])
    precision = ratio(counts[..., 2], counts[..., 3])
    return np.stack([recall, precision, ratio(2 * recall * precision, recall + precision)], axis=-1)


METRICS: Registry[Metric] = Registry(
    "metric",
    "corefpipe_metrics",
    ("corefpipe.scoring.metrics", "corefpipe.scoring.distances", "corefpipe.scoring.mention_metrics"),
)
"""The metrics by name: ours in the order of these modules, then those registered by others."""


def register_metric(
    name: str,
    title: str,
    code: str,
    *,
    scores: ScoreFunction = prf,
    names: tuple[str, ...] = PRF_NAMES,
    same_items: bool = False,
    lower: bool = False,
) -> Callable[[CountFunction], CountFunction]:
    """Decorate a counting function and register it as a metric.

    By default the counts are four columns, numerator and denominator of recall, then of precision. Another package
    makes its metric known by an entry point of the group `corefpipe_metrics`, with the metric's name and the module
    that registers it.

    >>> from corefpipe.scoring import METRICS, register_metric
    >>> @register_metric("again", "MUC again", "again")
    ... def again(table):
    ...     return METRICS["muc"].counts(table)
    >>> corefpipe.score([[(0, 1), (4, 6)]], [[(0, 1), (4, 6)]], metrics="again")["again"].f1
    1.0
    >>> METRICS.unregister("again")

    Args:
        name: name in Python, in JSON and on the command line; this and the others as in `Metric`.
        title: name in a table.
        code: name in a signature.
        scores: (…, k) counts -> (…, m) numbers.
        names: names of the m numbers; metrics are compared by the last one.
        same_items: whether key and response must have the same mentions.
        lower: whether lower is better.

    Raises:
        SettingError: the name is taken.
    """

    def register(counts: CountFunction) -> CountFunction:
        METRICS.register(name, Metric(name, title, code, counts, scores, names, same_items=same_items, lower=lower))
        return counts

    return register


def register_credit_metric(
    name: str, title: str, code: str, *, scores: ScoreFunction = prf
) -> Callable[[CreditFunction], CreditFunction]:
    """Decorate a function that returns credits, and register it as a metric of recall, precision and F1.

    >>> from corefpipe.scoring import Credit, METRICS, register_credit_metric
    >>> @register_credit_metric("first", "First", "first")
    ... def first(table):
    ...     return METRICS["muc"].credit(table)
    >>> corefpipe.score([[(0, 1), (4, 6)]], [[(0, 1), (4, 6)]], metrics="first")["first"].f1
    1.0
    >>> METRICS.unregister("first")

    Args:
        name: name in Python, in JSON and on the command line.
        title: name in a table.
        code: name in a signature.
        scores: (…, 4 per credit) counts -> (…, 3) recall, precision and F1.

    Raises:
        SettingError: the name is taken.
    """

    def register(credit: CreditFunction) -> CreditFunction:
        METRICS.register(name, Metric(name, title, code, _totals(credit), scores, credit=credit))
        return credit

    return register


def _totals(credit: CreditFunction) -> CountFunction:
    def counts(table: Contingency) -> np.ndarray:
        columns = []
        for recall, expected, precision, given in credit(table):
            columns += [table.over_cells(recall), table.over_keys(expected)]
            columns += [table.over_cells(precision), table.over_responses(given)]
        return np.stack(columns, axis=-1)

    return counts
