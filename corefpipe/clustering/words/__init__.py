"""Classes of words by their contexts: Brown clustering, K-means, soft K-means, EM, annealing, Schütze's vectors."""

from corefpipe.clustering.words.annealing import AnnealingClusterer
from corefpipe.clustering.words.base import WordClusterer
from corefpipe.clustering.words.brown import BrownClusterer
from corefpipe.clustering.words.contexts import ContextVectors
from corefpipe.clustering.words.counting import WordCounts, count_words, tokens_of
from corefpipe.clustering.words.files import read_classes, write_classes, write_paths
from corefpipe.clustering.words.means import (
    KMeansClusterer,
    SoftKMeansClusterer,
    choose_n_clusters,
    explained_variance,
)
from corefpipe.clustering.words.mixture import MixtureClusterer

__all__ = [
    "AnnealingClusterer",
    "BrownClusterer",
    "ContextVectors",
    "KMeansClusterer",
    "MixtureClusterer",
    "SoftKMeansClusterer",
    "WordClusterer",
    "WordCounts",
    "choose_n_clusters",
    "count_words",
    "explained_variance",
    "read_classes",
    "tokens_of",
    "write_classes",
    "write_paths",
]
