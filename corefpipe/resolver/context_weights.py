"""How far a model trusts its network: weights of features of context, learned on documents that it has not seen.

On documents that a network has learned from, its scores are better than on any other text. Weights that are learned
there trust them too much. So the weights of all other features are learned first, from all training documents and
without the network. Then, on documents that the network has not seen, the weights of the features of context are
learned, and one number by which all others are multiplied. At last all weights go on learning from these documents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

import numpy as np
from scipy import sparse

from corefpipe.clustering.links import Links
from corefpipe.resolver.settings import MentionSource


class Margins(TypedDict):
    """Margins of the kinds of errors (see `L3MLearner`)."""

    false_start: float
    false_link: float
    wrong_link: float


MARGINS: Mapping[MentionSource, Margins] = {
    "predicted": {"false_start": 4.0, "false_link": 0.0, "wrong_link": 0.0},
    "gold": {"false_start": 1.0, "false_link": 1.0, "wrong_link": 1.0},
}
"""Detected mentions are mostly singletons: there a false start costs more. Chosen on OntoGUM dev, for weights learned
on its other half or on web texts (eval/context), and on GUM dev; for gold mentions, of which these margins would link
too many, on OntoGUM dev."""
_L2, _MOST_STEPS = 1e-5, 1000
_RATE, _PASSES, _ORDERS, _PENALTY = 0.03, 3, 2, 0.002
"""Of the steps by which all weights go on learning: a third of the usual rate."""


def with_context(
    links: Links,
    labels: Sequence[np.ndarray],
    weights: np.ndarray,
    before: np.ndarray,
    margins: Margins,
) -> np.ndarray:
    """Weights of all features, those of context among them.

    Args:
        links: of documents that the network has not seen, with the features of all columns; none that constraints
            forbid.
        labels: per document (n_mentions,) the true chain of each mention.
        weights: of the other features, learned without the network.
        before: (n_columns,) which of these weights each column has, -1 for features of context.
        margins: of the kinds of errors (see `MARGINS`).

    Returns:
        (n_columns,) float32; of other features whose weight is 0 it stays 0.
    """
    from corefpipe.clustering.learners.l3m import L3MLearner  # here, because scikit-learn takes 90 MB

    start = np.append(weights, np.float32(0))[before]
    kept = np.flatnonzero((before < 0) | (start != 0))
    if len(kept) < len(before):
        links = links.with_features(links.features[:, kept])
    together = L3MLearner(passes=_PASSES, l2=_PENALTY, rate=_RATE, orders=_ORDERS, **margins)
    together.fit(links, labels, trusted(links, labels, start[kept], before[kept] < 0, margins))
    found = np.zeros(len(before), dtype=np.float32)
    found[kept] = together.coef_
    return found


def trusted(
    links: Links,
    labels: Sequence[np.ndarray],
    weights: np.ndarray,
    is_new: np.ndarray,
    margins: Margins,
) -> np.ndarray:
    """(n_columns,) float32 weights: those of some columns are learned, all others are multiplied by one number.

    Args:
        links: of documents that the network has not seen, with the features of all columns.
        labels: per document (n_mentions,) the true chain of each mention.
        weights: (n_columns,) of the other columns; of those that are learned they count for nothing.
        is_new: (n_columns,) bool, which columns are learned.
        margins: of the kinds of errors (see `MARGINS`).
    """
    from corefpipe.clustering.learners.l3m_batch import L3MBatchLearner  # here, because scikit-learn takes 90 MB

    known = np.where(is_new, np.float32(0), weights)
    score = sparse.csr_matrix((links.features @ known)[:, None].astype(np.float32))
    few = sparse.hstack([score, links.features[:, np.flatnonzero(is_new)]], format="csr")
    # So few weights that the loss can be minimised exactly.
    learner = L3MBatchLearner(l2=_L2, max_iter=_MOST_STEPS, **margins)
    learner.fit(links.with_features(few), labels, np.append(1.0, np.zeros(int(is_new.sum()))))
    scale, *own = learner.coef_.tolist()
    found = known * np.float32(scale)
    found[is_new] = own
    return found
