"""The metrics on examples small enough to count by hand, and the laws they keep."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from corefpipe.document import Document, Mention
from corefpipe.scoring import METRICS, score, score_partitions
from corefpipe.scoring.assignment import best_assignment
from corefpipe.scoring.contingency import from_documents, from_labels

# Two clusterings of the same items.
PAIRS = st.integers(1, 12).flatmap(
    lambda size: st.tuples(*[st.lists(st.integers(0, 4), min_size=size, max_size=size).map(np.array) for _ in range(2)])
)
# Mentions of one word each: word -> its chain, for some of the words.
CHAINS = st.dictionaries(st.integers(0, 12), st.sampled_from("abcd"))


def _document(words: dict[int, str], name: str = "d") -> Document:
    mentions = [Mention(word, word + 1, entity) for word, entity in sorted(words.items())]
    return Document(name, words=["w"] * 13, mentions=mentions)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        # K = {0 1 2} {3 4} {5}, S = {0 1} {2 3 4} {6}: 5 is missing, 6 is made up.
        ("muc", [2, 3, 2, 3]),
        ("b_cubed", [4 / 3 + 1 / 3 + 4 / 2, 6, 4 / 2 + 1 / 3 + 4 / 3, 6]),
        ("ceaf_e", [4 / 5 + 4 / 5, 3, 4 / 5 + 4 / 5, 3]),
        ("mentions", [5, 6, 5, 6]),
    ],
)
def test_counts_of_a_small_example(doc, metric, expected):
    report = score([doc({"a": [0, 1, 2], "b": [3, 4], "c": [5]})], [doc({"x": [0, 1], "y": [2, 3, 4], "z": [6]})])
    assert report.counts[metric].tolist() == [pytest.approx(expected)]


def test_ceaf_prefers_the_best_sum_to_the_best_pair():
    # c = [[3, 2], [2, 0]]: φ(K0, S0) = 6/10 is the largest, but leaves K1 and S1 with nothing.
    key = np.array([0, 0, 0, 0, 0, 1, 1])
    response = np.array([0, 0, 0, 1, 1, 0, 0])
    assert score_partitions([key], [response]).counts["ceaf_e"][0, 0] == pytest.approx(4 / 7 + 4 / 7)


def test_an_empty_side_scores_nothing(doc):
    for key, response in (({}, {"a": [1, 2]}), ({"a": [1, 2]}, {}), ({}, {})):
        report = score([doc(key)], [doc(response)])
        assert all(report[metric].f1 == 0 for metric in METRICS)
        assert report.conll == 0


def test_discontinuous_mentions_match_by_all_their_pieces(doc):
    key, response = doc({"a": [(0, 5), 7]}), doc({"a": [(0, 5), 7]})
    key.mentions[0].fragments = ((0, 2), (4, 5))
    assert score([key], [response])["mentions"].recall == 1 / 2
    response.mentions[0].fragments = ((0, 2), (4, 5))
    assert score([key], [response])["mentions"].recall == 1


def test_singletons_may_be_dropped_from_both_sides(doc):
    key, response = doc({"a": [0, 1], "b": [2]}), doc({"a": [0, 1], "b": [3], "c": [4]})
    kept, dropped = score([key], [response]), score([key], [response], singletons="drop")
    assert kept.counts["ceaf_e"].tolist() == [[1, 2, 1, 3]]
    assert dropped.counts["ceaf_e"].tolist() == [[1, 1, 1, 1]]
    assert dropped.conll == 1


@given(PAIRS)
def test_perfect_is_one(pair):
    for labels in pair:
        report = score_partitions([labels], [labels])
        linked = len(set(labels.tolist())) < len(labels)
        assert report["muc"].f1 == (1 if linked else 0)
        assert report["b_cubed"].f1 == report["ceaf_e"].f1 == report["mentions"].f1 == pytest.approx(1)


@given(PAIRS, st.permutations(range(5)))
def test_label_names_do_not_matter(pair, names):
    key, response = pair
    before = score_partitions([key], [response])
    after = score_partitions([key], [np.array(names)[response] * 7 - 3])
    for metric in METRICS:
        assert after.counts[metric] == pytest.approx(before.counts[metric])


@given(CHAINS, CHAINS)
def test_swapping_the_sides_swaps_recall_and_precision(key, response):
    there = score([_document(key)], [_document(response)])
    back = score([_document(response)], [_document(key)])
    for metric in METRICS:
        assert back.counts[metric][:, [2, 3, 0, 1]] == pytest.approx(there.counts[metric])


@given(st.lists(st.tuples(CHAINS, CHAINS), min_size=1, max_size=4), st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_totals_are_sums_in_whatever_order(corpus, random):
    keys = [_document(key, f"d{i}") for i, (key, _) in enumerate(corpus)]
    responses = [_document(response, f"d{i}") for i, (_, response) in enumerate(corpus)]
    whole = score(keys, responses)
    single = [score([key], [response]) for key, response in zip(keys, responses, strict=True)]
    random.shuffle(keys)
    random.shuffle(responses)
    shuffled = score(keys, responses)
    for metric in METRICS:
        assert whole.counts[metric] == pytest.approx(np.vstack([report.counts[metric] for report in single]))
        assert shuffled.counts[metric].sum(axis=0) == pytest.approx(whole.counts[metric].sum(axis=0))


@given(PAIRS)
def test_partitions_and_documents_agree(pair):
    documents = [_document({i: f"e{label}" for i, label in enumerate(labels.tolist())}) for labels in pair]
    table, notes, dropped = from_documents(*documents)
    assert (notes, dropped) == ([], 0)
    labels = from_labels(*pair)
    for metric in METRICS.values():
        assert metric.count(table) == pytest.approx(metric.count(labels))


TABLES = st.dictionaries(
    st.tuples(st.integers(0, 6), st.integers(0, 6)), st.one_of(st.floats(1e-3, 1), st.sampled_from([1 / 3, 1 / 2, 1.0]))
)


@given(TABLES)
@settings(max_examples=300)
def test_assignment_is_the_best(cells):
    dense = np.zeros((7, 7))
    for place, weight in cells.items():
        dense[place] = weight
    rows, columns = np.nonzero(dense)
    chosen = best_assignment(rows, columns, dense[rows, columns])
    assert len(set(rows[chosen])) == len(set(columns[chosen])) == chosen.sum()
    best = dense[linear_sum_assignment(dense, maximize=True)].sum()
    assert dense[rows, columns][chosen].sum() == pytest.approx(best, rel=1e-12)


def test_partitions_must_fit():
    with pytest.raises(ValueError, match=r"shapes \(3,\) and \(2,\)"):
        score_partitions([np.zeros(3, int)], [np.zeros(2, int)])
    with pytest.raises(ValueError, match="shorter"):
        score_partitions([np.zeros(3, int)], [])
