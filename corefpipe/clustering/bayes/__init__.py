"""Bayesian clustering with the Dirichlet process, unsupervised and supervised (Daumé & Marcu 2005)."""

from corefpipe.clustering.bayes.draws import Draws, r_hat
from corefpipe.clustering.bayes.estimator import BayesClusterer
from corefpipe.clustering.bayes.mixture import CDP, DPMixture
from corefpipe.clustering.bayes.process import draw_partition, expected_clusters, log_partition, resample_alpha
from corefpipe.clustering.bayes.scdp import SCDP

__all__ = [
    "CDP",
    "SCDP",
    "BayesClusterer",
    "DPMixture",
    "Draws",
    "draw_partition",
    "expected_clusters",
    "log_partition",
    "r_hat",
    "resample_alpha",
]
