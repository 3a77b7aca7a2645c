"""From mentions to features: attributes, pairs of mentions, feature sets, the feature matrix of the links."""

from corefpipe.features import attributes, pairs  # their names register on import
from corefpipe.features.matrix import BITS, build_links, mention_features, score_links
from corefpipe.features.sets import FeatureSet
from corefpipe.features.table import ATTRIBUTES, MentionTable

__all__ = [
    "ATTRIBUTES",
    "BITS",
    "FeatureSet",
    "MentionTable",
    "attributes",
    "build_links",
    "mention_features",
    "pairs",
    "score_links",
]
