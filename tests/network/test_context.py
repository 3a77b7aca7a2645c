"""What a network reads in a text."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
from helpers.networks import WIDTH, tiny_context

from corefpipe.network.text import Text

WORDS = "ann lost her keys . she found them under the sofa , and she was glad .".split()
TEXT = Text(WORDS, [0] * 5 + [1] * (len(WORDS) - 5))


def test_a_vector_per_word():
    vectors = tiny_context().reader(TEXT)
    assert vectors.shape == (len(WORDS), WIDTH)
    assert vectors.dtype == np.float16
    assert np.isfinite(vectors).all()


def test_vectors_are_means_of_those_of_pieces():
    context = tiny_context(window=500)
    pieces = [context.reader.pieces_of(word) for word in WORDS]
    flat = [context.reader.pieces_of.begin, *(piece for of in pieces for piece in of), context.reader.pieces_of.end]
    encoded = context.reader.encode(np.array(flat), [len(flat)])[1:-1]
    ends = np.cumsum([len(of) for of in pieces])
    wanted = [encoded[end - len(of) : end].mean(axis=0) for of, end in zip(pieces, ends, strict=True)]
    np.testing.assert_allclose(context.reader(TEXT), wanted, atol=0.01)


def test_a_text_reads_the_same_beside_others():
    # The windows of a text are read one by one.
    context = tiny_context()
    alone = context.reader(TEXT)
    context.reader(Text(WORDS[::-1], TEXT.sentences))
    assert np.array_equal(context.reader(TEXT), alone)


def test_what_stands_around_is_read():
    near, far = (replace(tiny_context().reader, window=24, around=around) for around in (0, 5))
    assert not np.array_equal(near(TEXT), far(TEXT))


def test_nothing_to_read():
    reading = tiny_context().read([Text([], [])])[0]
    assert reading.vectors.shape == (0, WIDTH)
    assert reading.words(np.zeros(0, dtype=np.int64)).head.shape == (0,)


def test_any_text_is_read():
    words = ["x" * 5000, "", "\x00", "日本", "😀" * 20, "a"]
    vectors = tiny_context().reader(Text(words, [0] * len(words)))
    assert np.isfinite(vectors).all()


def test_speakers_are_numbered():
    place = tiny_context().read([Text(["hi", "yes", "ok"], [0, 1, 2], ["Bo", "", "Ann"])])[0].place
    assert place.speakers.tolist() == [1, 0, 2]


def test_it_goes_to_other_processes():
    context = tiny_context()
    context.reader(TEXT)  # with a session, which cannot be pickled
    again = pickle.loads(pickle.dumps(context))
    assert np.array_equal(again.reader(TEXT), context.reader(TEXT))
