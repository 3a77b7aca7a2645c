"""The files of a network: written, read, and refused."""

from __future__ import annotations

import builtins

import numpy as np
import pytest
from helpers.networks import encoder_bytes, head_arrays, tiny_files

from corefpipe.exceptions import ModelError
from corefpipe.network.files import (
    ENCODER,
    HEADS,
    OF_VECTORS,
    PIECES,
    SETTINGS,
    NetworkSettings,
    context_of,
    files_over_base,
    load_context,
    network_files,
    write_network,
)
from corefpipe.network.text import Text, WordVectors
from corefpipe.utils.digests import SUMS

TEXT = Text(["ann", "lost", "her", "keys"], [0] * 4)


@pytest.fixture
def folder(tmp_path):
    write_network(tiny_files(), tmp_path / "network")
    return tmp_path / "network"


def changed(name, data):
    files = tiny_files()
    del files[SUMS]
    return files | {name: data}


def test_written_and_read(folder):
    found = load_context(folder)
    assert (found.name, found.reader.window) == ("tiny", 40)
    wanted = context_of(tiny_files(), "here").reader(TEXT)
    assert np.array_equal(found.reader(TEXT), wanted)
    assert dict(found.files) == tiny_files()


def test_heads_alone(tmp_path):
    files = files_over_base(NetworkSettings("tiny", over="abc"), OF_VECTORS, {}, head_arrays())
    write_network(files, tmp_path)
    vectors = np.ones((4, load_context(tmp_path).heads.width), dtype=np.float16)
    text = Text(TEXT.words, TEXT.sentences, vectors=WordVectors("abc", vectors, np.arange(4)))
    np.testing.assert_array_equal(load_context(tmp_path).reader(text), vectors)
    without = {name: data for name, data in files.items() if name not in (SUMS, SETTINGS)}
    with pytest.raises(ModelError, match=f"no network: {ENCODER} missing"):
        context_of(without | {SETTINGS: NetworkSettings("tiny").text().encode()}, "here")


def test_settings_are_text():
    settings = NetworkSettings("tiny", 64, 8, 4, "<unk>", "<s>", "</s>", "MIT", ["gum/train", "gap"])
    assert NetworkSettings.read(settings.text()) == settings


@pytest.mark.parametrize("name", [SETTINGS, ENCODER, HEADS, PIECES])
def test_a_file_is_missing(folder, name):
    (folder / name).unlink()
    with pytest.raises(ModelError, match=f"no network: {name} missing. Give the folder"):
        load_context(folder)


@pytest.mark.parametrize("name", [SETTINGS, ENCODER, HEADS, PIECES])
def test_damage_is_an_error(folder, name):
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(bytes(data))
    with pytest.raises(ModelError, match=name):
        load_context(folder)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        (SETTINGS, b"format = 2", "format 2; this corefpipe reads format 1"),
        (SETTINGS, b"= 2", "network.toml: the network cannot be read"),
        (SETTINGS, b'format = 1\nname = "x"\nwindows = 3', "unknown key 'windows'"),
        (SETTINGS, b'format = 1\nname = "x"\nwindow = "3"', "window is '3'"),
        (SETTINGS, b'format = 1\nname = "x"\nwindow = 100000', "a window of 100000 pieces"),
        (SETTINGS, b'format = 1\nname = "x"\naround = 400', "with 400 around it"),
        (SETTINGS, b'format = 1\nname = "x"\npieces_of_word = 0', "0 pieces of a word"),
        (SETTINGS, b'format = 1\nname = "x"\nbegin = "<s>"', "no piece '<s>'"),
        (SETTINGS, b"format = 1", "network.toml: the network cannot be read"),
        (PIECES, b"a\nb", r"pieces.txt: the network cannot be read: no piece '\[UNK\]'"),
        (PIECES, b"\xff", "pieces.txt: the network cannot be read"),
        (HEADS, b"PK", "heads.npz: the network cannot be read"),
    ],
)
def test_files_that_are_wrong(name, data, message):
    with pytest.raises(ModelError, match=message):
        context_of(changed(name, data), "here")


def test_heads_that_do_not_fit():
    arrays = head_arrays()
    del arrays["product"]
    files = network_files(NetworkSettings("x"), encoder_bytes(), arrays, ["[UNK]", "[CLS]", "[SEP]"])
    with pytest.raises(ModelError, match="the array product is missing"):
        context_of(files, "here")


def test_no_encoder():
    found = context_of(changed(ENCODER, b"none"), "here")
    with pytest.raises(ModelError, match="the network cannot be read"):
        found.reader(TEXT)


def test_onnxruntime_is_not_installed(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "onnxruntime":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ModelError, match=r"needs onnxruntime.*pip install 'corefpipe\[encoder\]'"):
        context_of(tiny_files(), "here").reader(TEXT)
