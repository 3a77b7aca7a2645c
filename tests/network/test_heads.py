"""Scores of links and words, against the same computed pair by pair."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.networks import HIDDEN, WIDTH, head_arrays

from corefpipe.network.heads import Heads, Place


def place_of(words, sentences, speakers):
    return Place(*(np.array(column, dtype=np.int64) for column in (words, sentences, speakers)))


def distance_class(distance):
    return distance if distance < 5 else min(int(np.floor(np.log2(distance))) + 3, 15)


def one_link(w, v, place, i, j):
    """The score of a link as in Dobrovolskii 2021."""

    def relu(values):
        return np.maximum(values, 0)

    def mention(k):
        return relu(v[k] @ w["mention"] + w["mention/b"]) @ w["mention/out"]

    coarse = (v[i] @ w["query"]) @ (v[j] @ w["key"]) / HIDDEN**0.5 + mention(i) + mention(j)
    known = place.speakers[i] and place.speakers[j]
    same = int(place.speakers[i] == place.speakers[j]) if known else 2
    hidden = v[i] @ w["later"] + v[j] @ w["earlier"] + w["earlier/b"]
    hidden += ((v[i] @ w["later/part"]) * (v[j] @ w["earlier/part"])) @ w["product"]
    hidden += w["distance"][distance_class(place.words[i] - place.words[j])]
    hidden += w["sentences"][distance_class(place.sentences[i] - place.sentences[j])] + w["speakers"][same]
    return coarse + relu(hidden) @ w["pair/out"]


@pytest.fixture
def text():
    random = np.random.default_rng(1)
    vectors = random.normal(size=(30, WIDTH)).astype(np.float16)
    words = np.cumsum(random.integers(1, 60, size=30))
    return vectors, place_of(words, words // 12, random.integers(0, 3, size=30))


def test_links(text):
    vectors, place = text
    arrays = head_arrays()
    heads = Heads(arrays)
    later, earlier = np.tril_indices(30, -1)
    found = heads.links(heads.words(vectors, place), later, earlier)
    wanted = [one_link(arrays, vectors.astype(np.float32), place, i, j) for i, j in zip(later, earlier, strict=True)]
    np.testing.assert_allclose(found, wanted, atol=0.05, rtol=0.01)


def test_a_score_does_not_depend_on_other_anaphors(text):
    vectors, place = text
    heads = Heads(head_arrays())
    parts = heads.words(vectors, place)
    later, earlier = np.tril_indices(30, -1)
    whole = heads.links(parts, later, earlier)
    alone = [heads.links(parts, later[later == i], earlier[later == i]) for i in range(1, 30)]
    assert np.array_equal(np.concatenate(alone), whole)


def test_words_are_read_in_parts():
    vectors = np.random.default_rng(2).normal(size=(600, WIDTH)).astype(np.float16)
    place = place_of(range(600), [0] * 600, [0] * 600)
    heads, arrays = Heads(head_arrays()), head_arrays()
    found = heads.words(vectors, place)
    v = vectors.astype(np.float32)
    wanted = np.maximum(v @ arrays["head"] + arrays["head/b"], 0) @ arrays["head/out"] + arrays["head/out/b"]
    np.testing.assert_allclose(found.head, wanted, rtol=1e-4, atol=1e-5)


def test_no_links(text):
    heads = Heads(head_arrays())
    nothing = np.zeros(0, dtype=np.int64)
    assert heads.links(heads.words(*text), nothing, nothing).shape == (0,)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"query": None}, "query is missing"),
        ({"other": np.zeros(3, dtype=np.float32)}, "an array other"),
        ({"product": np.zeros((HIDDEN, HIDDEN + 1), dtype=np.float32)}, "product has 7 numbers where 6"),
        ({"distance": np.zeros((16, HIDDEN), dtype=np.int64)}, "distance is an array of int64"),
        ({"speakers": np.zeros((2, HIDDEN), dtype=np.float32)}, "speakers has 2 numbers where 3"),
        ({"head/b": np.zeros((1, HIDDEN), dtype=np.float32)}, "head/b is an array of float32 with 2 axes"),
    ],
)
def test_arrays_that_do_not_fit(change, message):
    arrays = {name: array for name, array in {**head_arrays(), **change}.items() if array is not None}
    with pytest.raises(ValueError, match=message):
        Heads(arrays)
