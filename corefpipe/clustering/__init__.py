"""Supervised clustering of items of any kind by links to earlier items; independent of text and of spaCy."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder, register_family, register_learner, register_partitioner
from corefpipe.clustering.tables import Table, read_table

if TYPE_CHECKING:
    from corefpipe.clustering.bayes import CDP, SCDP, DPMixture
    from corefpipe.clustering.blocking import Blocking
    from corefpipe.clustering.comparing import Comparison
    from corefpipe.clustering.estimator import Clusterer

__all__ = [
    "CDP",
    "SCDP",
    "Blocking",
    "Clusterer",
    "Comparison",
    "Constraints",
    "DPMixture",
    "ItemSets",
    "Links",
    "Table",
    "read_table",
    "register_decoder",
    "register_family",
    "register_learner",
    "register_partitioner",
]


_LATER = {
    "Blocking": "blocking",
    "CDP": "bayes",
    "Clusterer": "estimator",
    "Comparison": "comparing",
    "DPMixture": "bayes",
    "SCDP": "bayes",
}
"""Name -> module, imported only when it is asked for: scikit-learn takes long to import."""


if not TYPE_CHECKING:  # type checkers know the imports above; with this they would accept any other name, too

    def __getattr__(name: str) -> Any:
        if name in _LATER:
            return getattr(import_module(f"corefpipe.clustering.{_LATER[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
