"""How far a model trusts its network: weights of features of context, learned on documents that it has not seen.

On documents that a network has learned from, its scores are better than on any other text. Weights that are learned
there trust them too much. So the weights of all other features are learned first, from all training documents and
without the network. Then, on documents that the network has not seen, the weights of the features of context are
learned, and one number by which all others are multiplied. At last all weights go on learning from these documents.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from corefpipe.clustering.learners.l3m import L3MLearner
from corefpipe.clustering.learners.l3m_batch import L3MBatchLearner
from corefpipe.clustering.links import Links
from corefpipe.features import FeatureSet, MentionTable
from corefpipe.parsing.annotate import Watch, unwatched
from corefpipe.resolver.learning import allowed_links

_FALSE_START = 4.0
"""Margin of a false start; the others are 0. Chosen on OntoGUM dev, for weights learned on its other half or on web
texts (eval/context)."""
_L2, _MOST_STEPS = 1e-5, 1000
_RATE, _PASSES, _ORDERS, _PENALTY = 0.03, 3, 2, 0.002
"""Of the steps by which all weights go on learning: a third of the usual rate."""


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
    links = allowed_links(features, tables, constraints, watch)
    together = L3MLearner(
        passes=_PASSES,
        l2=_PENALTY,
        rate=_RATE,
        false_link=0.0,
        false_start=_FALSE_START,
        wrong_link=0.0,
        orders=_ORDERS,
    )
    for one in watch([together], "learn weights of context", 1):
        start = trusted(links, labels, np.append(weights, np.float32(0))[before], before < 0)
        one.fit(links, labels, start)
    return together.coef_


def trusted(links: Links, labels: Sequence[np.ndarray], weights: np.ndarray, is_new: np.ndarray) -> np.ndarray:
    """(n_columns,) float32 weights: those of some columns are learned, all others are multiplied by one number.

    Args:
        links: of documents that the network has not seen, with the features of all columns.
        labels: per document (n_mentions,) the true chain of each mention.
        weights: (n_columns,) of the other columns; of those that are learned they count for nothing.
        is_new: (n_columns,) bool, which columns are learned.
    """
    known = np.where(is_new, np.float32(0), weights)
    score = sparse.csr_matrix((links.features @ known)[:, None].astype(np.float32))
    few = sparse.hstack([score, links.features[:, np.flatnonzero(is_new)]], format="csr")
    # So few weights that the loss can be minimised exactly.
    learner = L3MBatchLearner(l2=_L2, max_iter=_MOST_STEPS, false_start=_FALSE_START, false_link=0.0, wrong_link=0.0)
    learner.fit(links.with_features(few), labels, np.append(1.0, np.zeros(int(is_new.sum()))))
    scale, *own = learner.coef_.tolist()
    found = known * np.float32(scale)
    found[is_new] = own
    return found
