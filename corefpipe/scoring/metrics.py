"""Coreference metrics, computed from the contingency tables of all documents at once.

A metric returns what each cell, a pair of chains with common mentions, contributes to the numerators of recall and
precision, and what each key chain and response chain contributes to the denominators. Contributions are summed over a
document or a corpus, as in the official scorer (Pradhan et al. 2014, "Scoring coreference partitions of
predicted mentions"), or over the mentions of one type, which get their share of each.
"""

from __future__ import annotations

import numpy as np

from corefpipe.scoring.assignment import best_assignment
from corefpipe.scoring.contingency import Contingency
from corefpipe.scoring.registry import Credit, prf, ratio, register_credit_metric


def pairs(n: np.ndarray) -> np.ndarray:
    """p(n) = n(n - 1)/2, the number of pairs of n things."""
    return n * (n - 1) / 2


@register_credit_metric("mentions", "mentions", "mentions")
def mentions(table: Contingency) -> tuple[Credit, ...]:
    """Mentions found, of those on each side."""
    return (Credit(table.shared, table.key_sizes, table.shared, table.response_sizes),)


@register_credit_metric("muc", "MUC", "muc")
def muc(table: Contingency) -> tuple[Credit, ...]:
    """Links kept: Σ_ij (c_ij - 1) of Σ_i (|K_i| - 1) and of Σ_j (|S_j| - 1) (Vilain et al. 1995)."""
    kept = table.shared - 1
    return (Credit(kept, table.key_sizes - 1, kept, table.response_sizes - 1),)


@register_credit_metric("b_cubed", "B-cubed", "b3")
def b_cubed(table: Contingency) -> tuple[Credit, ...]:
    """Overlap of the two chains of each mention: Σ_ij c²/|K_i| and Σ_ij c²/|S_j|, over the mentions.

    Bagga & Baldwin 1998, with twinless mentions counted in the denominators (Pradhan et al. 2014).
    """
    squares = table.shared**2
    return (
        Credit(
            squares / table.key_sizes[table.rows],
            table.key_sizes,
            squares / table.response_sizes[table.columns],
            table.response_sizes,
        ),
    )


@register_credit_metric("ceaf_m", "CEAF-m", "ceafm")
def ceaf_m(table: Contingency) -> tuple[Credit, ...]:
    """Best one-to-one assignment of chains under φ₃ = c, over the numbers of mentions (Luo 2005)."""
    kept = table.shared * best_assignment(table.rows, table.columns, table.shared)
    return (Credit(kept, table.key_sizes, kept, table.response_sizes),)


@register_credit_metric("ceaf_e", "CEAF-e", "ceafe")
def ceaf_e(table: Contingency) -> tuple[Credit, ...]:
    """Best one-to-one assignment of chains under φ₄ = 2c/(|K_i| + |S_j|), over the numbers of chains (Luo 2005)."""
    similarity = 2 * table.shared / (table.key_sizes[table.rows] + table.response_sizes[table.columns])
    kept = similarity * best_assignment(table.rows, table.columns, similarity)
    return (Credit(kept, np.ones(len(table.key_sizes)), kept, np.ones(len(table.response_sizes))),)


def blanc_scores(counts: np.ndarray) -> np.ndarray:
    """(…, 8) counts of coreferent and then of non-coreferent links -> (…, 3) means of R, P and F over both classes.

    A class that the key does not have is left out; with neither all is 0 (Luo et al. 2014; v8.01).
    """
    there = (counts[..., [1, 5]] > 0)[..., None].astype(float)
    both = np.stack([prf(counts[..., :4]), prf(counts[..., 4:])], axis=-2)
    return ratio((both * there).sum(axis=-2), np.broadcast_to(there.sum(axis=-2), (*counts.shape[:-1], 3)))


@register_credit_metric("blanc", "BLANC", "blanc", scores=blanc_scores)
def blanc(table: Contingency) -> tuple[Credit, ...]:
    """Coreferent links, and then non-coreferent links, that both sides have (Luo et al. 2014).

    In closed form, with N, k_i, s_j and c_ij counted over the mentions that both sides have: Σ p(c_ij) coreferent ones,
    and p(N) - Σ p(k_i) - Σ p(s_j) + Σ p(c_ij) others, to which a mention of cell (i, j) contributes one half of
    N - k_i - s_j + c_ij links.
    """
    c = table.shared
    rows, columns = table.rows, table.columns
    common = table.over_cells(c)[table.key_documents[rows]]
    apart = c * (common - table.of_keys(c)[rows] - table.of_responses(c)[columns] + c) / 2
    keys, responses = table.key_sizes, table.response_sizes
    return (
        Credit(pairs(c), pairs(keys), pairs(c), pairs(responses)),
        Credit(
            apart,
            keys * (table.over_keys(keys)[table.key_documents] - keys) / 2,
            apart,
            responses * (table.over_responses(responses)[table.response_documents] - responses) / 2,
        ),
    )


@register_credit_metric("lea", "LEA", "lea")
def lea(table: Contingency) -> tuple[Credit, ...]:
    """Links resolved, chains weighted by their sizes: Σ_i |K_i| Σ_j p(c_ij)/p(|K_i|) (Moosavi & Strube 2016).

    A chain of one mention is resolved by the same chain of one mention only.
    """
    keys, responses = table.key_sizes[table.rows], table.response_sizes[table.columns]
    alone = ((keys == 1) & (responses == 1)).astype(float) * table.shared
    links = 2 * pairs(table.shared)
    # |K| p(c)/p(|K|) = 2 p(c)/(|K| - 1)
    return (
        Credit(
            np.where(keys > 1, links / np.maximum(keys - 1, 1), alone),
            table.key_sizes,
            np.where(responses > 1, links / np.maximum(responses - 1, 1), alone),
            table.response_sizes,
        ),
    )


@register_credit_metric("pairwise", "pairwise", "pairs")
def pairwise(table: Contingency) -> tuple[Credit, ...]:
    """Pairs of items together on both sides, of those on each (Daumé & Marcu 2005, section 6.2)."""
    right = pairs(table.shared)
    return (Credit(right, pairs(table.key_sizes), right, pairs(table.response_sizes)),)


@register_credit_metric("exact_clusters", "exact clusters", "exact")
def exact_clusters(table: Contingency) -> tuple[Credit, ...]:
    """Clusters of the same items on both sides, of those on each."""
    same = (table.shared == table.key_sizes[table.rows]) & (table.shared == table.response_sizes[table.columns])
    right = same.astype(float)
    return (Credit(right, np.ones(len(table.key_sizes)), right, np.ones(len(table.response_sizes))),)
