"""Reference implementations of the metrics: slow, and independent of the code in `corefpipe.scoring`.

The tests compare the fast implementations with these. The coreference metrics take the `key` and the `response` as
lists of chains, each a set of hashable mentions: no mention is in two chains of one side, and a mention of one side may
be missing on the other. They give four counts, (recall numerator, recall denominator, precision numerator, precision
denominator). The comparisons of clusterings take two sequences of labels of the same items.
"""

import math
from itertools import chain, combinations, permutations

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import adjusted_rand_score


def divide(numerator, denominator):
    """The quotient; 0/0 is 0."""
    return numerator / denominator if denominator else 0.0


def counts(*numbers):
    """The given numbers as a tuple of floats."""
    return tuple(float(number) for number in numbers)


def mentions_of(chains):
    """The set of mentions in the chains."""
    return set(chain.from_iterable(chains))


def best_assignment(table):
    """The largest sum of cells in a one-to-one matching of rows and columns; small tables try every matching."""
    table = np.array(table, dtype=float)
    if table.size == 0:
        return 0.0
    if table.shape[0] > table.shape[1]:
        table = table.T
    rows, columns = table.shape
    if columns <= 6:
        return max(sum(table[i, j] for i, j in enumerate(chosen)) for chosen in permutations(range(columns), rows))
    return table[linear_sum_assignment(table, maximize=True)].sum()


# ---------------------------------------------------------------------------------------------- coreference


def mentions(key, response):
    """Mention detection: the mentions that both sides contain."""
    of_key, of_response = mentions_of(key), mentions_of(response)
    common = len(of_key & of_response)
    return counts(common, len(of_key), common, len(of_response))


def muc(key, response):
    """Links, by the number of parts the other side cuts a chain into (Vilain et al. 1995, MUC-6)."""

    def one_side(chains, others):
        found = asked = 0
        for members in chains:
            parts = [members & other for other in others if members & other]
            parts += [{mention} for mention in members - mentions_of(others)]
            found += len(members) - len(parts)
            asked += len(members) - 1
        return found, asked

    return counts(*one_side(key, response), *one_side(response, key))


def b_cubed(key, response):
    """The overlap of chains, mention by mention (Bagga & Baldwin 1998; twinless mentions as Pradhan et al. 2014)."""

    def one_side(chains, others):
        found = asked = 0.0
        for members in chains:
            for mention in members:
                asked += 1
                for other in others:
                    if mention in other:
                        found += len(members & other) / len(members)
        return found, asked

    return counts(*one_side(key, response), *one_side(response, key))


def ceaf(key, response, phi):
    """The largest total of phi over one-to-one alignments of chains (Luo 2005)."""
    return best_assignment([[phi(k, s) for s in response] for k in key])


def ceaf_m(key, response):
    """CEAF by mentions: phi 3 of Luo 2005, the number of common mentions."""
    total = ceaf(key, response, lambda k, s: len(k & s))
    return counts(total, sum(len(k) for k in key), total, sum(len(s) for s in response))


def ceaf_e(key, response):
    """CEAF by entities: phi 4 of Luo 2005, the Dice coefficient of two chains."""
    total = ceaf(key, response, lambda k, s: 2 * len(k & s) / (len(k) + len(s)))
    return counts(total, len(key), total, len(response))


def links_of(chains):
    """The coreferent and the non-coreferent links between the mentions of some chains, as sets of pairs."""
    every = {frozenset(pair) for pair in combinations(mentions_of(chains), 2)}
    coreferent = {frozenset(pair) for members in chains for pair in combinations(members, 2)}
    return coreferent, every - coreferent


def blanc(key, response):
    """Both kinds of links (Recasens & Hovy 2011; with mentions of the system's own, Luo et al. 2014): eight counts."""
    result = []
    for of_key, of_response in zip(links_of(key), links_of(response), strict=True):
        right = len(of_key & of_response)
        result += [right, len(of_key), right, len(of_response)]
    return counts(*result)


def blanc_scores(eight):
    """Recall, precision and F1 of BLANC's eight counts: the mean over the kinds of links that the key has."""
    scores = []
    for right, of_key, _, of_response in (eight[:4], eight[4:]):
        if of_key:
            recall, precision = divide(right, of_key), divide(right, of_response)
            scores.append((recall, precision, divide(2 * recall * precision, recall + precision)))
    if not scores:
        return 0.0, 0.0, 0.0
    return tuple(sum(column) / len(scores) for column in zip(*scores, strict=True))


def lea(key, response):
    """Chains weighted by size, each by its share of links resolved (Moosavi & Strube 2016)."""

    def one_side(chains, others):
        found = asked = 0.0
        for members in chains:
            asked += len(members)
            if len(members) == 1:
                found += any(other == members for other in others)
                continue
            pairs = list(combinations(members, 2))
            resolved = sum(any(a in other and b in other for other in others) for a, b in pairs)
            found += len(members) * resolved / len(pairs)
        return found, asked

    return counts(*one_side(key, response), *one_side(response, key))


# ------------------------------------------------------------------------- clusterings of the same items


def chains_of(labels):
    """The clusters of a sequence of labels, as sets of item indices."""
    labels = [int(label) for label in labels]
    return [{i for i, other in enumerate(labels) if other == label} for label in sorted(set(labels))]


def together(key, response):
    """For every pair of items: whether the key puts them together, and whether the response does."""
    pairs = list(combinations(zip(key, response, strict=True), 2))
    return [(bool(a[0] == b[0]), bool(a[1] == b[1])) for a, b in pairs]


def pairwise(key, response):
    """The pairs of items put together (Daumé & Marcu 2005, section 6.2): four counts."""
    pairs = together(key, response)
    both = sum(k and s for k, s in pairs)
    return counts(both, sum(k for k, _ in pairs), both, sum(s for _, s in pairs))


def rand(key, response):
    """(pairs of items on which key and response agree, all pairs) (Rand 1971)."""
    pairs = together(key, response)
    return counts(sum(k == s for k, s in pairs), len(pairs))


def adjusted_rand(key, response):
    """The Rand index corrected for chance (Hubert & Arabie 1985), by scikit-learn."""
    return float(adjusted_rand_score(list(key), list(response)))


def canonical(labels):
    """The labels renumbered by first occurrence, so that equal partitions are equal tuples."""
    numbers = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def one_edit_away(partition):
    """The partitions at a distance of one create, move or merge from a canonical partition."""
    clusters = range(max(partition, default=-1) + 1)
    found = set()
    for item in range(len(partition)):
        for target in (*clusters, len(clusters)):  # the last of these is a new cluster
            found.add(canonical((*partition[:item], target, *partition[item + 1 :])))
    for into, gone in combinations(clusters, 2):
        found.add(canonical([into if label == gone else label for label in partition]))
    return found


def edit_distance(key, response):
    """The fewest operations that turn the response into the key, by breadth-first search: for about six items at most.

    An operation creates a cluster of one item taken from its own, moves one item to an existing cluster, or merges two
    clusters; there is no split (Pantel 2003, as Daumé & Marcu 2005 give it in section 6.3).
    """
    goal = canonical(int(label) for label in key)
    frontier = {canonical(int(label) for label in response)}
    seen, steps = set(frontier), 0
    while goal not in seen:
        frontier = set().union(*map(one_edit_away, frontier)) - seen
        seen |= frontier
        steps += 1
    return steps


def normalised_edit_score(key, response):
    """1 minus the sum of the edit distances in both directions over twice the number of items; 1 without items."""
    if len(key) == 0:
        return 1.0
    return 1 - (edit_distance(key, response) + edit_distance(response, key)) / (2 * len(key))


def variation_of_information(key, response):
    """H(G) + H(H) - 2 I(G, H) in nats (Meilă 2003)."""
    size = len(key)
    of_key = [(g, len(g) / size) for g in chains_of(key)]
    of_response = [(h, len(h) / size) for h in chains_of(response)]
    entropies = -sum(p * math.log(p) for _, p in of_key + of_response)
    information = 0.0
    for g, p in of_key:
        for h, q in of_response:
            joint = len(g & h) / size
            if joint:
                information += joint * math.log(joint / (p * q))
    return entropies - 2 * information


def normalised_vi(key, response):
    """1 minus the variation of information over its maximum, log N; 1 for one item or none."""
    return 1 - variation_of_information(key, response) / math.log(len(key)) if len(key) > 1 else 1.0


def one_to_one(key, response):
    """(items in the best one-to-one alignment of clusters, all items) (Elsner & Charniak 2008)."""
    return counts(ceaf(chains_of(key), chains_of(response), lambda k, s: len(k & s)), len(key))


def exact_clusters(key, response):
    """The clusters that are equal sets of items on both sides: four counts."""
    of_key, of_response = chains_of(key), chains_of(response)
    right = sum(cluster in of_response for cluster in of_key)
    return counts(right, len(of_key), right, len(of_response))


def pairwise_loss(key, response):
    """100 W / T, for W of the T pairs of items disagreed on (Finley & Joachims 2005, section 6); 0 without pairs."""
    pairs = together(key, response)
    return 100 * divide(sum(k != s for k, s in pairs), len(pairs))


def mitre_loss(key, response):
    """100 (1 - F), F of the MUC score; 0 where neither side has a link (Finley & Joachims 2005, section 6)."""
    found, of_key, right, of_response = muc(chains_of(key), chains_of(response))
    if not of_key and not of_response:
        return 0.0
    recall, precision = divide(found, of_key), divide(right, of_response)
    return 100 * (1 - divide(2 * recall * precision, recall + precision))
