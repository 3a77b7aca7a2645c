"""Partitioners: from distances or vectors of items to cluster labels, one module per family."""

from corefpipe.clustering.partitioners.base import Partitioner
from corefpipe.clustering.partitioners.linkage import AverageLinkage, CompleteLinkage, SingleLinkage
from corefpipe.clustering.partitioners.means import BisectingPartitioner, KMeansPartitioner
from corefpipe.clustering.partitioners.medoids import KMedoids
from corefpipe.clustering.partitioners.min_cut import MinCutPartitioner
from corefpipe.clustering.partitioners.spectral import SpectralPartitioner

__all__ = [
    "AverageLinkage",
    "BisectingPartitioner",
    "CompleteLinkage",
    "KMeansPartitioner",
    "KMedoids",
    "MinCutPartitioner",
    "Partitioner",
    "SingleLinkage",
    "SpectralPartitioner",
]
