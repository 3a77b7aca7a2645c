"""Learners of the weights of link features from item sets whose clusters are known; one module per learner."""

from corefpipe.clustering.learners.base import Learner
from corefpipe.clustering.learners.binary import BinaryLearner
from corefpipe.clustering.learners.correlation_svm import CorrelationSVMLearner
from corefpipe.clustering.learners.l3m import L3MLearner
from corefpipe.clustering.learners.l3m_batch import L3MBatchLearner
from corefpipe.clustering.learners.online import OnlineLearner
from corefpipe.clustering.learners.sdc import SDCLearner
from corefpipe.clustering.learners.spanning_forest import SpanningForestLearner
from corefpipe.clustering.learners.sum_link import SumLinkLearner
from corefpipe.clustering.learners.unit import UnitLearner

__all__ = [
    "BinaryLearner",
    "CorrelationSVMLearner",
    "L3MBatchLearner",
    "L3MLearner",
    "Learner",
    "OnlineLearner",
    "SDCLearner",
    "SpanningForestLearner",
    "SumLinkLearner",
    "UnitLearner",
]
