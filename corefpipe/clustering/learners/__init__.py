"""Learners: from links and true labels to weights, one module a learner."""

from corefpipe.clustering.learners.binary import BinaryLearner
from corefpipe.clustering.learners.l3m import L3MLearner

__all__ = ["BinaryLearner", "L3MLearner"]
