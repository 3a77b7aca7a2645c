"""Features of pairs of items: similarities of the fields of two records, differences of two vectors."""

from corefpipe.clustering.comparing.base import Comparator, VectorComparator
from corefpipe.clustering.comparing.comparison import Comparison

__all__ = ["Comparator", "Comparison", "VectorComparator"]
