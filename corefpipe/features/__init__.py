"""From mentions to features: attributes, pairs of mentions, feature sets, the feature matrix of the links.

Every module of this package that registers features is imported here, so that a new file of them needs no entry.
"""

from importlib import import_module
from pkgutil import walk_packages

from corefpipe.features.engine.classifier import MentionClassifier
from corefpipe.features.engine.extract import Extract, load_extract, load_features
from corefpipe.features.engine.gold import gold_labels, gold_table, gold_tables
from corefpipe.features.engine.registry import ATTRIBUTES, PAIR_FEATURES
from corefpipe.features.engine.sets import FeatureSet
from corefpipe.features.engine.spec import Spec, packaged_sets
from corefpipe.features.engine.table import MentionTable

for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)

__all__ = [
    "ATTRIBUTES",
    "PAIR_FEATURES",
    "Extract",
    "FeatureSet",
    "MentionClassifier",
    "MentionTable",
    "Spec",
    "gold_labels",
    "gold_table",
    "gold_tables",
    "load_extract",
    "load_features",
    "packaged_sets",
]
