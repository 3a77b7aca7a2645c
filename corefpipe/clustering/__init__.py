"""Supervised clustering of items of any kind by links to earlier items; independent of text and of spaCy."""

from typing import TYPE_CHECKING, Any

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder, register_learner, register_partitioner

if TYPE_CHECKING:
    from corefpipe.clustering.estimator import Clusterer

__all__ = ["Clusterer", "Constraints", "Links", "register_decoder", "register_learner", "register_partitioner"]


def __getattr__(name: str) -> Any:
    if name == "Clusterer":  # only when it is asked for: scikit-learn takes long to import
        from corefpipe.clustering.estimator import Clusterer

        return Clusterer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
