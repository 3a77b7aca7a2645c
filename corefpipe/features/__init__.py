"""From mentions to features: attributes of mentions, features of pairs, feature sets, the feature matrix of links.

`engine` is the machinery, `attributes` what is known of mentions and pairs in general, `published` the features of
papers. The decorators `attribute`, `boolean`, `categorical` and `numeric` register features of one's own.
"""

from corefpipe.features.engine.classifier import MentionClassifier
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.extract import Extract, load_extract, load_features
from corefpipe.features.engine.gold import gold_labels, gold_table, gold_tables, table_labels
from corefpipe.features.engine.learned import LEARNED, learned, model_of
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import ATTRIBUTES, PAIR_FEATURES, attribute, boolean, categorical, numeric
from corefpipe.features.engine.sets import FeatureSet
from corefpipe.features.engine.spec import Spec, packaged_sets
from corefpipe.features.engine.table import MentionTable

__all__ = [
    "ATTRIBUTES",
    "LEARNED",
    "PAIR_FEATURES",
    "Column",
    "Extract",
    "FeatureSet",
    "MentionClassifier",
    "MentionPairs",
    "MentionTable",
    "Spec",
    "attribute",
    "boolean",
    "categorical",
    "gold_labels",
    "gold_table",
    "gold_tables",
    "learned",
    "load_extract",
    "load_features",
    "model_of",
    "numeric",
    "packaged_sets",
    "table_labels",
]
