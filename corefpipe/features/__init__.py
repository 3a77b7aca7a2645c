"""From mentions to features: attributes, pairs of mentions, feature sets, the feature matrix of the links.

Every module of this package that registers features is imported here, so that a new file of them needs no entry.
"""

from importlib import import_module
from pkgutil import iter_modules

from corefpipe.features.classifier import MentionClassifier
from corefpipe.features.extract import Extract, load_extract, load_features
from corefpipe.features.gold import gold_labels, gold_table, gold_tables
from corefpipe.features.registry import ATTRIBUTES, PAIR_FEATURES
from corefpipe.features.sets import FeatureSet
from corefpipe.features.spec import Spec, packaged_sets
from corefpipe.features.table import MentionTable

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

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
