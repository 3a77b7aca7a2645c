"""Scores of a response against a key, equal to those of the official scorer v8.01.

The steps: inputs -> align -> matching -> contingency -> metrics and distances -> result -> display and rows.
Imports NumPy; SciPy is imported only when it is needed.
"""

from corefpipe.scoring.compare import Comparison, compare
from corefpipe.scoring.groups import CONLL, COREFERENCE, GROUPS
from corefpipe.scoring.policy import PROFILES, Policy
from corefpipe.scoring.registry import METRICS, Credit, Metric, register_credit_metric, register_metric
from corefpipe.scoring.result import PRF, Score, Value
from corefpipe.scoring.scorer import score, score_partitions

__all__ = [
    "CONLL",
    "COREFERENCE",
    "GROUPS",
    "METRICS",
    "PRF",
    "PROFILES",
    "Comparison",
    "Credit",
    "Metric",
    "Policy",
    "Score",
    "Value",
    "compare",
    "register_credit_metric",
    "register_metric",
    "score",
    "score_partitions",
]
