"""An encoder over the embeddings of a base pipeline."""

from __future__ import annotations

import io
import pickle

import numpy as np
import pytest
from helpers.networks import (
    VOCABULARY,
    WIDTH,
    dense_by_hand,
    embedded_arrays,
    gelu_by_hand,
    head_arrays,
    norm_by_hand,
)
from helpers.packages import EN_ACCURATE

from corefpipe.exceptions import ModelError, SettingError
from corefpipe.network.embedded import EmbeddedEncoder, EmbeddedReader, Embeddings
from corefpipe.network.files import EMBEDDED, OF_EMBEDDED, NetworkSettings, context_of, files_over_base, write_network
from corefpipe.network.text import Text
from corefpipe.network.transformer import stored
from corefpipe.parsing.encoder.component import Encoder
from corefpipe.parsing.encoder.vectors import BaseEmbeddings, with_base
from corefpipe.parsing.pipelines import load_base
from corefpipe.utils.digests import SUMS

TEXT = Text(["ann", "lost", "her", "keys", ".", "she", "came"], [0] * 5 + [1] * 2)


def embeddings():
    random = np.random.default_rng(3)
    rows = random.integers(-127, 128, (len(VOCABULARY), WIDTH)).astype(np.int8)
    return Embeddings(rows, random.uniform(0.01, 0.02, len(VOCABULARY)).astype(np.float32)), VOCABULARY


def tiny_files(**changes):
    arrays = stored(embedded_arrays(WIDTH) | changes)
    return files_over_base(NetworkSettings("tiny", 20, over="net"), OF_EMBEDDED, arrays, head_arrays())


def by_hand(arrays, rows):
    """The layers as Devlin et al. (2019) have them: one piece after the other."""
    norm, dense = norm_by_hand(arrays), dense_by_hand(arrays)
    hidden = [norm(v + arrays["places"][i], "norm") for i, v in enumerate(rows.astype(np.float64))]
    of_head = int(arrays["of_head"])
    for number in range(int(arrays["layers"])):
        w = f"layer{number}/"
        parts = [dense(v, f"{w}qkv").reshape(3, -1, of_head) for v in hidden]
        new = []
        for i, v in enumerate(hidden):
            mixed = []
            for head in range(parts[0].shape[1]):
                share = np.exp([parts[i][0, head] @ part[1, head] for part in parts])
                mixed.append((share / share.sum()) @ np.array([part[2, head] for part in parts]))
            v = norm(v + dense(np.concatenate(mixed), f"{w}out"), f"{w}norm1")
            new.append(norm(v + dense(gelu_by_hand(dense(v, f"{w}inner")), f"{w}outer"), f"{w}norm2"))
        hidden = new
    return np.array(hidden)


def test_the_layers_are_those_of_the_paper():
    arrays, rows = embedded_arrays(WIDTH), np.random.default_rng(1).normal(size=(12, WIDTH)).astype(np.float32)
    kept = rows.copy()
    np.testing.assert_allclose(EmbeddedEncoder(arrays)(rows, [len(rows)]), by_hand(arrays, rows), atol=1e-4)
    assert np.array_equal(rows, kept)


def test_words_are_means_of_their_pieces():
    encoder = EmbeddedEncoder(embedded_arrays(WIDTH))
    read = EmbeddedReader(encoder, "net", 20, base=embeddings)(Text(["an", "a"], [0, 0]))
    table, listed = embeddings()
    pieces = np.array([listed.index(piece) for piece in ("[CLS]", "a", "##n", "a", "[SEP]")])
    wanted = encoder(table(pieces), [len(pieces)])
    np.testing.assert_allclose(read, [wanted[1:3].mean(0), wanted[3]], atol=2e-3)


def test_windows_do_not_read_each_other():
    encoder, rows = EmbeddedEncoder(embedded_arrays(WIDTH)), np.random.default_rng(1).normal(size=(12, WIDTH))
    rows = rows.astype(np.float32)
    alone = np.concatenate([encoder(rows[:5], [5]), encoder(rows[5:], [7])])
    np.testing.assert_allclose(encoder(rows, [5, 7]), alone, atol=1e-5)


def test_several_texts_are_read_as_each_alone():
    reader = EmbeddedReader(EmbeddedEncoder(embedded_arrays(WIDTH)), "net", 20, base=embeddings)
    texts = [TEXT, Text([], []), Text(["she"] * 50, list(range(50)))] * 30
    for one, found in zip(texts, reader.several(texts), strict=True):
        np.testing.assert_allclose(found, reader(one), atol=2e-3)


def test_written_and_read(tmp_path):
    write_network(tiny_files(), tmp_path / "network")
    found = context_of(tiny_files(), "here")
    assert (found.reader.network, found.reader.window) == ("net", 20)
    assert found.reader.encoder.width == WIDTH


def test_a_copy_reads_alike_and_carries_no_embeddings():
    reader = EmbeddedReader(EmbeddedEncoder(embedded_arrays(WIDTH)), "net", 20, base=embeddings)
    before = pickle.dumps(reader)
    wanted = reader(TEXT)
    after = pickle.dumps(reader)
    assert len(after) == len(before)
    assert np.array_equal(pickle.loads(after)(TEXT), wanted)


def test_no_base():
    with pytest.raises(SettingError, match="embeddings of a base pipeline, and there is none"):
        context_of(tiny_files(), "here").reader(TEXT)


def test_embeddings_of_another_width():
    def wide():
        return Embeddings(np.zeros((9, WIDTH + 1), dtype=np.int8), np.ones(9, dtype=np.float32)), VOCABULARY[:9]

    with pytest.raises(SettingError, match=f"embeddings of {WIDTH + 1} numbers, of which the network reads {WIDTH}"):
        EmbeddedReader(EmbeddedEncoder(embedded_arrays(WIDTH)), "net", 20, base=wide)(TEXT)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"places": np.zeros((19, WIDTH), dtype=np.float32)}, "a window of 20 pieces, but places for 19"),
        ({"norm": np.zeros(WIDTH + 1, dtype=np.float32)}, "encoder.npz: the network cannot be read"),
    ],
)
def test_arrays_that_do_not_fit(changes, message):
    with pytest.raises(ModelError, match=message):
        context_of(tiny_files(**changes), "here")


def test_an_array_is_missing():
    files, out = tiny_files(), io.BytesIO()
    np.savez(out, **{name: array for name, array in embedded_arrays(WIDTH).items() if name != "layer1/inner/b"})
    del files[SUMS]
    with pytest.raises(ModelError, match="the array layer1/inner/b is missing"):
        context_of(files | {EMBEDDED: out.getvalue()}, "here")


def test_the_embeddings_of_the_packaged_pipeline():
    (encoder,) = (pipe for _, pipe in load_base("en").pipeline if isinstance(pipe, Encoder))
    found, pieces = BaseEmbeddings("en", encoder.network)()
    assert found.rows.shape == (len(pieces), 384)
    context = with_base(context_of(tiny_files(), "here"), "en")
    assert context.reader.base == BaseEmbeddings("en", "net")
    for base in ("en", str(EN_ACCURATE / "base"), "blank:en"):
        with pytest.raises(SettingError, match=f"the base pipeline '{base}' lacks the network whose embeddings"):
            BaseEmbeddings(base, "net")()
