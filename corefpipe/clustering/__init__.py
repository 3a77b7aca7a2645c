"""Supervised clustering of any items by left-links. Knows no words."""

from typing import TYPE_CHECKING, Any

from corefpipe.clustering.links import Links

if TYPE_CHECKING:
    from corefpipe.clustering.estimator import Clusterer

__all__ = ["Clusterer", "Links"]


def __getattr__(name: str) -> Any:
    if name == "Clusterer":  # only when it is asked for: scikit-learn takes long to import
        from corefpipe.clustering.estimator import Clusterer

        return Clusterer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
