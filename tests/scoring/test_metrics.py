"""Coreference metrics: examples counted by hand, their definitions, and properties that always hold."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import definitions
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.document import Document, Mention
from corefpipe.scoring import COREFERENCE, GROUPS, METRICS, score, score_partitions

# Two clusterings of the same items.
PAIRS = st.integers(1, 12).flatmap(
    lambda size: st.tuples(*[st.lists(st.integers(0, 4), min_size=size, max_size=size).map(np.array) for _ in range(2)])
)
# Mentions of one word: the chain of some of the words.
CHAINS = st.dictionaries(st.integers(0, 12), st.sampled_from("abcd"))
LINKED = [name for name in METRICS if METRICS[name].credit]


def _document(words: dict[int, str], name: str = "d") -> Document:
    mentions = [Mention(word, word + 1, entity) for word, entity in sorted(words.items())]
    return Document(name, words=["w"] * 13, mentions=mentions)


def _sets(words: dict[int, str]) -> list[set[int]]:
    return [{word for word, entity in words.items() if entity == name} for name in sorted(set(words.values()))]


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        # K = {0 1 2} {3 4} {5}, S = {0 1} {2 3 4} {6}: 5 is missing, 6 is spurious.
        ("mentions", [5, 6, 5, 6]),
        ("muc", [2, 3, 2, 3]),
        ("b_cubed", [4 / 3 + 1 / 3 + 4 / 2, 6, 4 / 2 + 1 / 3 + 4 / 3, 6]),
        ("ceaf_m", [4, 6, 4, 6]),
        ("ceaf_e", [4 / 5 + 4 / 5, 3, 4 / 5 + 4 / 5, 3]),
        # Shared: 0 1 2 3 4. Shared links: 01, 34; shared non-links: 03 04 13 14. Each side: 4 links, 11 non-links.
        ("blanc", [2, 4, 2, 4, 4, 11, 4, 11]),
        ("lea", [3 * 1 / 3 + 2 * 1 / 1, 6, 2 * 1 / 1 + 3 * 1 / 3, 6]),
        ("pairwise", [2, 4, 2, 4]),
        ("exact_clusters", [0, 3, 0, 3]),
    ],
)
def test_counts_of_a_small_example(doc, metric, expected):
    key, response = doc({"a": [0, 1, 2], "b": [3, 4], "c": [5]}), doc({"x": [0, 1], "y": [2, 3, 4], "z": [6]})
    assert score(key, response, metrics=metric).counts[metric].tolist() == [pytest.approx(expected)]


@given(st.lists(st.tuples(CHAINS, CHAINS), min_size=1, max_size=3))
@settings(max_examples=200, deadline=None)
def test_counts_are_those_of_the_definitions(corpus):
    keys = [_document(key, f"d{i}") for i, (key, _) in enumerate(corpus)]
    responses = [_document(response, f"d{i}") for i, (_, response) in enumerate(corpus)]
    found = score(keys, responses)
    for metric in COREFERENCE:
        expected = [getattr(definitions, metric)(_sets(key), _sets(response)) for key, response in corpus]
        assert found.counts[metric] == pytest.approx(np.array(expected, dtype=float), abs=1e-12), metric
    blanc = found["blanc"]
    expected = definitions.blanc_scores(found.counts["blanc"].sum(axis=0))
    assert (blanc.recall, blanc.precision, blanc.f1) == pytest.approx(expected)


def test_ceaf_prefers_the_best_sum_to_the_best_pair():
    # c = [[3, 2], [2, 0]]: φ(K0, S0) = 6/10 is the largest, but leaves 0 for K1 and S1.
    key = np.array([0, 0, 0, 0, 0, 1, 1])
    response = np.array([0, 0, 0, 1, 1, 0, 0])
    assert score_partitions([key], [response]).counts["ceaf_e"][0, 0] == pytest.approx(4 / 7 + 4 / 7)


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [
        # The key has links of one class only; the other class is ignored.
        ({"a": [0, 1, 2]}, {"x": [0, 1], "y": [2]}, (1 / 3, 1, 1 / 2)),
        ({"a": [0], "b": [1], "c": [2]}, {"x": [0, 1], "y": [2]}, (2 / 3, 1, 4 / 5)),
        ({"a": [0]}, {"x": [0]}, (0, 0, 0)),
        ({}, {"x": [0, 1]}, (0, 0, 0)),
    ],
)
def test_blanc_of_keys_without_a_class_of_links(doc, key, response, expected):
    blanc = score(doc(key), doc(response))["blanc"]
    assert (blanc.recall, blanc.precision, blanc.f1) == pytest.approx(expected)


def test_an_empty_side_scores_nothing(doc):
    for key, response in (({}, {"a": [1, 2]}), ({"a": [1, 2]}, {}), ({}, {})):
        report = score([doc(key)], [doc(response)])
        assert all(report[metric].f1 == 0 for metric in COREFERENCE)
        assert report.conll == 0


@given(PAIRS)
def test_perfect_is_one(pair):
    for labels in pair:
        report = score_partitions([labels], [labels])
        linked = len(set(labels.tolist())) < len(labels)
        # 0/0 is 0: the score is 0 without links.
        assert report["muc"].f1 == report["pairwise"].f1 == (1 if linked else 0)
        assert report["blanc"].f1 == (1 if len(labels) > 1 else 0)
        for metric in ("mentions", "b_cubed", "ceaf_m", "ceaf_e", "lea", "exact_clusters"):
            assert report[metric].f1 == pytest.approx(1), metric


@given(PAIRS)
def test_all_in_one_chain_finds_every_link(pair):
    report = score_partitions([pair[0]], [np.zeros_like(pair[0])])
    linked = len(set(pair[0].tolist())) < len(pair[0])
    assert report["muc"].recall == (1 if linked else 0)


@given(PAIRS, st.permutations(range(5)))
def test_label_names_do_not_matter(pair, names):
    key, response = pair
    before = score_partitions([key], [response])
    after = score_partitions([key], [np.array(names)[response] * 7 - 3])
    for metric in GROUPS["all"]:
        assert after.counts[metric] == pytest.approx(before.counts[metric])


@given(CHAINS, CHAINS)
def test_swapping_the_sides_swaps_recall_and_precision(key, response):
    there = score([_document(key)], [_document(response)], metrics=LINKED)
    back = score([_document(response)], [_document(key)], metrics=LINKED)
    for metric in LINKED:
        swapped = [i ^ 2 for i in range(there.counts[metric].shape[1])]
        assert back.counts[metric][:, swapped] == pytest.approx(there.counts[metric]), metric


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
    for metric in COREFERENCE:
        assert whole.counts[metric] == pytest.approx(np.vstack([report.counts[metric] for report in single]))
        assert shuffled.counts[metric].sum(axis=0) == pytest.approx(whole.counts[metric].sum(axis=0))


@given(PAIRS)
def test_partitions_and_documents_agree(pair):
    documents = [_document({i: f"e{label}" for i, label in enumerate(labels.tolist())}) for labels in pair]
    found, labels = score(*documents, metrics="all"), score_partitions(*([side] for side in pair))
    for metric in GROUPS["all"]:
        assert found.counts[metric] == pytest.approx(labels.counts[metric])
