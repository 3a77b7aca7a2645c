"""How far a model trusts its network: weights of features of context, learned on documents that it has not seen.

On documents that a network has learned from, its scores are better than on any other text. Weights that are learned
there trust them too much. So the weights of all other features are learned first, from all training documents and
without the network. Then, on documents that the network has not seen, the weights of the features of context are
learned, and one number by which all others are multiplied.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from corefpipe.clustering.learners.l3m_batch import L3MBatchLearner
from corefpipe.clustering.links import Links
from corefpipe.features import FeatureSet, MentionTable
from corefpipe.parsing.annotate import Watch, unwatched
from corefpipe.resolver.learning import allowed_links

_FALSE_START = 4.0
"""Margin of a false start; the others are 0. Chosen on OntoGUM dev, for weights learned on its other half or on web
texts (eval/context)."""
_L2 = 1e-5
_MOST_STEPS = 1000


def with_context(
    features: FeatureSet,
    weights: np.ndarray,
    tables: Sequence[MentionTable],
    labels: Sequence[np.ndarray],
    constraints: Sequence[str] = (),
    watch: Watch = unwatched,
) -> np.ndarray:
    """Weights of all features, those of context among them.

    Args:
        features: the feature set, with a network, fitted without the features of context; their columns are added.
        weights: (n_columns,) of the other features.
        tables: mentions of documents that the network has not seen.
        labels: per document (n_mentions,) the true chain of each mention.
        constraints: names of the constraints under which will be decoded.
        watch: shows progress.

    Returns:
        (n_columns,) float32, one per column of the feature set, which has new ones.
    """
    before = features.fit_context(tables, watch)
    extended = np.append(weights, np.float32(0))[before]
    links = allowed_links(features, tables, constraints, watch)
    is_new = before < 0
    # Few weights, so that the loss can be minimised exactly.
    learner = L3MBatchLearner(l2=_L2, max_iter=_MOST_STEPS, false_start=_FALSE_START, false_link=0.0, wrong_link=0.0)
    start = np.append(1.0, np.zeros(int(is_new.sum())))
    for one in watch([learner], "learn weights of context", 1):
        one.fit(_reduced(links, extended, is_new), labels, start)
    scale, *own = learner.coef_.tolist()
    extended *= np.float32(scale)
    extended[is_new] = own
    return extended


def _reduced(links: Links, weights: np.ndarray, is_new: np.ndarray) -> Links:
    """The same links with few features: their score by the weights, and the features of context."""
    score = sparse.csr_matrix((links.features @ weights)[:, None].astype(np.float32))
    return links.with_features(sparse.hstack([score, links.features[:, np.flatnonzero(is_new)]], format="csr"))
