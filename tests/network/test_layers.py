"""Layers over the vectors of words."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.networks import dense_by_hand, gelu_by_hand, layer_arrays, norm_by_hand

from corefpipe.exceptions import SettingError
from corefpipe.network.layers import LayerReader, Layers
from corefpipe.network.text import Text, WordVectors
from corefpipe.network.transformer import stored

GIVEN, WIDTH = 6, 8
WORDS = [f"w{i}" for i in range(30)]
TEXT = Text(WORDS, [i // 7 for i in range(30)])


@pytest.fixture
def layers():
    return Layers(layer_arrays(GIVEN, WIDTH))


@pytest.fixture
def rows():
    return np.random.default_rng(1).normal(size=(30, GIVEN)).astype(np.float16)


def reader(layers, window=12, base=None):
    return LayerReader(layers, "net", window, base)


def with_vectors(rows, network="net"):
    return Text(TEXT.words, TEXT.sentences, vectors=WordVectors(network, rows, np.arange(len(rows))))


def by_hand(arrays, vectors):
    """The layers as the papers have them: one word after the other."""
    norm, dense = norm_by_hand(arrays), dense_by_hand(arrays)

    def kind(back):
        far = abs(back)
        near = far if far < 5 else min(int(np.log2(far)) + 3, 15)
        return near + (16 if back < 0 else 0)

    hidden = [norm(dense(norm(v, "enter/norm"), "enter"), "enter/norm2") for v in vectors.astype(np.float64)]
    of_head, heads = int(arrays["of_head"]), arrays["distances"].shape[1]
    for number in range(int(arrays["layers"])):
        w = f"layer{number}/"
        parts = [dense(v, f"{w}qkv").reshape(3, heads, of_head) for v in hidden]
        new = []
        for i, v in enumerate(hidden):
            mixed = []
            for h in range(heads):
                scores = np.array(
                    [parts[i][0, h] @ parts[j][1, h] + arrays["distances"][kind(i - j), h] for j in range(len(hidden))]
                )
                share = np.exp(scores - scores.max())
                share /= share.sum()
                mixed.append(sum(s * parts[j][2, h] for j, s in enumerate(share)))
            v = norm(v + dense(np.concatenate(mixed), f"{w}out"), f"{w}norm1")
            new.append(norm(v + dense(gelu_by_hand(dense(v, f"{w}inner")), f"{w}outer"), f"{w}norm2"))
        hidden = new
    return np.array(hidden)


def test_layers_compute_attention_with_distances(rows):
    arrays = layer_arrays(GIVEN, WIDTH)
    np.testing.assert_allclose(Layers(arrays)(rows), by_hand(arrays, rows), atol=2e-4)


def test_eight_bits_are_enough(rows):
    arrays = layer_arrays(GIVEN, WIDTH)
    whole, packed = Layers(arrays)(rows), Layers(stored(arrays))(rows)
    assert 0 < np.linalg.norm(packed - whole) < 0.05 * np.linalg.norm(whole)


def test_words_of_a_window_are_read_together(layers, rows):
    # Sentences of 7 words: a window of 15 has two.
    found = reader(layers, 15)(with_vectors(rows))
    np.testing.assert_array_equal(found[:14], layers(rows[:14]).astype(np.float16))
    np.testing.assert_array_equal(found[14:28], layers(rows[14:28]).astype(np.float16))


def test_a_long_sentence_is_cut(layers, rows):
    text = Text(WORDS, [0] * 30, vectors=WordVectors("net", rows, np.arange(len(rows))))
    found = reader(layers, 12)(text)
    np.testing.assert_array_equal(found[12:24], layers(rows[12:24]).astype(np.float16))


def test_vectors_of_another_network_are_not_read(layers, rows):
    other = with_vectors(rows, "other")
    by_base = reader(layers, base=lambda text: with_vectors(rows).vectors)(other)
    np.testing.assert_array_equal(by_base, reader(layers)(with_vectors(rows)))
    with pytest.raises(SettingError, match=r"does not have\. Parse it with the base pipeline"):
        reader(layers)(other)
    with pytest.raises(SettingError):
        reader(layers)(TEXT)


def test_no_layers(rows):
    found = reader(None)(with_vectors(rows))
    np.testing.assert_array_equal(found, rows)
    with pytest.raises(SettingError, match="does not have"):
        reader(None)(TEXT)


def test_nothing_to_read(layers):
    empty = Text([], [], vectors=WordVectors("net", np.zeros((0, GIVEN), dtype=np.float16), np.arange(0)))
    assert reader(layers)(empty).shape == (0, WIDTH)


@pytest.mark.parametrize("name", ["layers", "distances", "enter", "enter/b", "layer1/qkv", "layer1/inner/b"])
def test_an_array_is_missing(name):
    arrays = layer_arrays(GIVEN, WIDTH)
    del arrays[name]
    with pytest.raises(ValueError, match=name):
        Layers(arrays)


def test_arrays_that_do_not_fit():
    arrays = layer_arrays(GIVEN, WIDTH)
    with pytest.raises(ValueError):  # noqa: PT011  # NumPy's words
        Layers(arrays | {"layer0/inner": arrays["layer0/inner"][1:]})
