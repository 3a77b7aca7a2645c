"""Groups of metrics, and the metrics that a user's names stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from corefpipe.exceptions import SettingError, valid_names
from corefpipe.scoring.registry import METRICS, Metric

COREFERENCE = ("mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea")
"""The coreference metrics in the order in which they are printed; the default."""

CONLL = ("muc", "b_cubed", "ceaf_e")
"""The metrics of the CoNLL average, which is the mean of their F1 (Pradhan et al. 2012)."""

ON_REQUEST = ("mention_overlap", "zero_anaphora")
"""Metrics of mentions with words, which are scored only if they are named."""

GROUPS: dict[str, tuple[str, ...]] = {
    "coreference": COREFERENCE,
    "conll": CONLL,
    "clustering": tuple(name for name in METRICS.own() if name not in COREFERENCE + ON_REQUEST),
    "all": tuple(name for name in METRICS.own() if name not in ON_REQUEST),
    "corefud": (*CONLL, *ON_REQUEST),
}
"""Names for several of our metrics."""


def metrics_named(names: str | Iterable[str]) -> tuple[Metric, ...]:
    """Return the metrics with these names or codes, or in these groups, each once.

    Args:
        names: several, or one text with commas or plus signs between them, as signatures have them: `muc+b3+ceafe`.

    Raises:
        SettingError: a name that does not exist.
    """
    found: dict[str, Metric] = {}
    for name in map(without_code, _split(names) if isinstance(names, str) else names):
        if name not in GROUPS and name not in METRICS:
            several = f"; and, for several, {', '.join(GROUPS)}"
            raise SettingError(f"unknown metric {name!r}", cure=valid_names(name, METRICS, several, unlisted=GROUPS))
        for member in GROUPS.get(name, (name,)):
            found[member] = METRICS[member]
    if not found:
        raise SettingError("no metric is given", cure=f"Valid are {', '.join(METRICS)}")
    return tuple(found.values())


def without_code(name: str) -> str:
    """The name of the metric with this code of signatures (`b3` is `b_cubed`); other names stay as they are."""
    codes = {metric.code: metric.name for metric in METRICS.own().values()}
    return name if name in METRICS.own() else codes.get(name, name)


def _split(names: str) -> list[str]:
    return [name for name in re.split(r"[\s,+]+", names) if name]
