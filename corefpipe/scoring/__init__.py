"""Scores of a response against a key, equal to the official scorer's v8.01.

Imports NumPy, and SciPy only where it is needed.

The way: inputs -> align -> matching -> contingency -> metrics and distances -> result -> display.
"""

from corefpipe.scoring.compare import Comparison, compare
from corefpipe.scoring.policy import PROFILES, Policy
from corefpipe.scoring.registry import CONLL, COREFERENCE, GROUPS, METRICS
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
    "Policy",
    "Score",
    "Value",
    "compare",
    "score",
    "score_partitions",
]
