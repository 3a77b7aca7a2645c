"""What a network reads in a text."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
from helpers.networks import WIDTH, tiny_context

WORDS = "ann lost her keys . she found them under the sofa , and she was glad .".split()
SENTENCES = [0] * 5 + [1] * (len(WORDS) - 5)


def test_a_vector_per_word():
    vectors = tiny_context().vectors(WORDS, SENTENCES)
    assert vectors.shape == (len(WORDS), WIDTH)
    assert vectors.dtype == np.float16
    assert np.isfinite(vectors).all()


def test_vectors_are_means_of_those_of_pieces():
    context = tiny_context(window=500)
    pieces = [context.pieces_of(word) for word in WORDS]
    flat = [context.pieces_of.begin, *(piece for of in pieces for piece in of), context.pieces_of.end]
    encoded = context.encode(np.array(flat))[1:-1]
    ends = np.cumsum([len(of) for of in pieces])
    wanted = [encoded[end - len(of) : end].mean(axis=0) for of, end in zip(pieces, ends, strict=True)]
    np.testing.assert_allclose(context.vectors(WORDS, SENTENCES), wanted, atol=0.01)


def test_a_text_reads_the_same_beside_others():
    # The windows of a text are read one by one.
    context = tiny_context()
    alone = context.vectors(WORDS, SENTENCES)
    context.vectors(WORDS[::-1], sorted(SENTENCES))
    assert np.array_equal(context.vectors(WORDS, SENTENCES), alone)


def test_what_stands_around_is_read():
    near, far = (replace(tiny_context(), window=24, around=around) for around in (0, 5))
    assert not np.array_equal(near.vectors(WORDS, SENTENCES), far.vectors(WORDS, SENTENCES))


def test_nothing_to_read():
    reading = tiny_context().read([], [], [])
    assert reading.vectors.shape == (0, WIDTH)
    assert reading.words(np.zeros(0, dtype=np.int64)).head.shape == (0,)


def test_any_text_is_read():
    words = ["x" * 5000, "", "\x00", "日本", "😀" * 20, "a"]
    vectors = tiny_context().vectors(words, [0] * len(words))
    assert np.isfinite(vectors).all()


def test_speakers_are_numbered():
    place = tiny_context().read(["hi", "yes", "ok"], [0, 1, 2], ["Bo", "", "Ann"]).place
    assert place.speakers.tolist() == [1, 0, 2]


def test_it_goes_to_other_processes():
    context = tiny_context()
    context.vectors(WORDS, SENTENCES)  # with a session, which cannot be pickled
    again = pickle.loads(pickle.dumps(context))
    assert np.array_equal(again.vectors(WORDS, SENTENCES), context.vectors(WORDS, SENTENCES))
