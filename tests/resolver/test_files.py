"""Model folders: written completely or not at all, never over other files; damaged and hostile ones are refused."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

import corefpipe
from corefpipe.exceptions import ModelError, SettingError
from corefpipe.resolver.files import check_target
from corefpipe.resolver.model import Resolver

FILES = ["SHA256SUMS", "features.toml", "resolver.toml", "weights.npz"]


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def copy(model, tmp_path):
    """A copy of the model's folder."""
    return shutil.copytree(model, tmp_path / "copy")


@pytest.fixture
def unchecked(copy):
    """A copy without its digests, as after changes by hand."""
    (copy / "SHA256SUMS").unlink()
    return copy


def test_a_model_is_overwritten_only_if_that_is_wanted(resolver, gold_resolver, tmp_path):
    resolver.to_disk(tmp_path)
    before = contents(tmp_path)
    with pytest.raises(SettingError, match=r"there is a model already\. Name another folder, or .* overwrite=True"):
        gold_resolver.to_disk(tmp_path)
    assert contents(tmp_path) == before
    gold_resolver.to_disk(tmp_path, overwrite=True)
    assert Resolver.from_disk(tmp_path).to_bytes() == gold_resolver.to_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == FILES


@pytest.mark.parametrize("name", ["thesis.tex", "weights.npz", "base/notes.txt", ".git/config"])
@pytest.mark.parametrize("overwrite", [False, True])
def test_other_files_are_never_touched(resolver, tmp_path, name, overwrite):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    with pytest.raises(SettingError, match=r"the folder has other files \(.*\)\. Name a new folder for the model"):
        resolver.to_disk(tmp_path, overwrite)
    assert [path.read_text() for path in tmp_path.rglob("*") if path.is_file()] == ["mine"]


def test_other_files_beside_a_model(resolver, copy):
    (copy / "notes.txt").write_text("mine")
    before = contents(copy)
    with pytest.raises(SettingError, match=r"other files \(notes.txt\)"):
        resolver.to_disk(copy, overwrite=True)
    assert contents(copy) == before


def test_places_where_no_folder_can_be(tmp_path):
    (tmp_path / "file").write_text("mine")
    check_target(tmp_path / "new" / "model")
    with pytest.raises(SettingError, match=r"a file, not a folder"):
        check_target(tmp_path / "file")
    with pytest.raises(
        SettingError, match=r"model: the folder cannot be created \(Not a directory\)\. Name a folder to which"
    ):
        check_target(tmp_path / "file" / "model")


def test_a_write_that_fails_leaves_the_old_model(gold_resolver, copy, monkeypatch):
    before = contents(copy)
    real = type(copy).write_bytes

    def full(path, data):
        if path.name == "weights.npz":
            raise OSError(28, "No space left on device")
        return real(path, data)

    monkeypatch.setattr(type(copy), "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        gold_resolver.to_disk(copy, overwrite=True)
    assert contents(copy) == before


@pytest.mark.parametrize("moved", range(4))
def test_a_write_that_is_killed_leaves_a_whole_model(resolver, gold_resolver, copy, monkeypatch, moved):
    real, left = os.replace, iter(range(moved))

    def killed(source, target):
        if next(left, None) is None:
            raise KeyboardInterrupt
        real(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            gold_resolver.to_disk(copy, overwrite=True)
    assert Resolver.from_disk(copy).to_bytes() == gold_resolver.to_bytes()
    resolver.to_disk(copy, overwrite=True)
    assert sorted(path.name for path in copy.iterdir()) == FILES


def test_a_base_pipeline_of_its_own_goes_with_the_model(resolver, tmp_path):
    made = Resolver.from_bytes(resolver.to_bytes())
    (tmp_path / "trained").mkdir()
    (tmp_path / "trained" / "config.cfg").write_text("1")
    made.base, made.own_base = str(tmp_path / "trained"), "xx"
    made.to_disk(tmp_path / "a")
    read = Resolver.from_disk(tmp_path / "a")
    assert (read.base, read.own_base) == (str(tmp_path / "a" / "base"), "xx")
    read.to_disk(tmp_path / "b")
    assert (tmp_path / "b" / "base" / "config.cfg").read_text() == "1"
    read.to_disk(tmp_path / "a", overwrite=True)
    assert (tmp_path / "a" / "base" / "config.cfg").read_text() == "1"
    resolver.to_disk(tmp_path / "a", overwrite=True)  # has no base pipeline of its own
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == FILES


@pytest.mark.parametrize("name", FILES)
def test_one_bit_in_any_file(copy, name):
    data = bytearray((copy / name).read_bytes())
    data[len(data) // 2] ^= 4
    (copy / name).write_bytes(data)
    with pytest.raises(ModelError, match=r"SHA256SUMS") as caught:
        Resolver.from_disk(copy)
    assert name == "SHA256SUMS" or f"{name} has changed since it was written, or is damaged" in str(caught.value)


def test_settings_may_be_changed_by_hand(copy):
    file = copy / "resolver.toml"
    file.write_text(file.read_text().replace("threshold = 0.0", "threshold = 0.5"))
    with pytest.raises(ModelError, match=r"resolver.toml has changed .* on purpose, delete SHA256SUMS"):
        Resolver.from_disk(copy)
    (copy / "SHA256SUMS").unlink()
    assert Resolver.from_disk(copy).decoder.threshold == 0.5


def spoil(folder, name, change):
    path = folder / name
    path.write_bytes(change(path.read_bytes()))


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("features.toml", lambda data: data.replace(b'"head_match"', b'"neck_match"'), ".*neck_match"),
        ("features.toml", lambda data: b"a = " + b"[" * 5000, ".*nested too deeply"),
        ("features.toml", lambda data: b"#" * 2**21, "over 1048576 bytes"),
        ("features.toml", lambda data: b'[[link]]\nfeatures = ["bias"]', "columns that are not of 1 templates"),
        ("weights.npz", lambda data: data[: len(data) // 2], ""),
        ("weights.npz", lambda data: b"", ""),
        ("weights.npz", lambda data: b"PK" + data[2:99], ""),
        ("weights.npz", lambda data: data[:200] + bytes(400) + data[600:], ""),
        ("weights.npz", lambda data: changed(data, {"link/values": [[9999] * 9] * 3}), ".*columns"),
        ("weights.npz", lambda data: changed(data, {"link/template": [0]}), ".*columns, values of"),
        ("weights.npz", lambda data: changed(data, {"link/weights": [1.0]}), ".*1,. weights for"),
        ("weights.npz", lambda data: changed(data, {"mention/weights": [1.0]}), ".*1,. weights for"),
        ("weights.npz", lambda data: changed(data, {"link/strings": list(b"[1]")}), "strings"),
        ("weights.npz", lambda data: changed(data, {"link/strings": list(b"\xff")}), ""),
        (
            "weights.npz",
            lambda data: changed(data, {"link/strings": list(b"[" * 99999)}),
            ".*(recursion|Stack overflow)",
        ),
        ("weights.npz", lambda data: changed(data, without=["link/weights"]), ".*weights"),
        ("weights.npz", lambda data: changed(data, without=["link/template"]), ".*template"),
        ("weights.npz", lambda data: changed(data, without=["mention/values"]), ".*values"),
        ("weights.npz", lambda data: with_weights(data, np.nan), "link/weights has numbers that are not finite"),
        ("weights.npz", lambda data: with_weights(data, np.inf), "link/weights has numbers that are not finite"),
        ("weights.npz", lambda data: with_weights(data, 1e300, "f8"), "link/weights has weights above 1,000,000,000"),
        ("weights.npz", lambda data: with_weights(data, 1e38, "f4"), "link/weights has weights above 1,000,000,000"),
        ("weights.npz", lambda data: with_weights(data, 1, "U3"), "link/weights has values of type <U3, not numbers"),
        ("weights.npz", lambda data: with_weights(data, {"a": 1}, object), "link/weights has values of type object"),
        ("weights.npz", lambda data: with_weights(data, 1, "i4"), "link/weights has values of type int32"),
        ("weights.npz", lambda data: added(data, "link/more"), "an array link/more, which nothing uses"),
        ("weights.npz", lambda data: added(data, "other"), "an array other, which nothing uses"),
        (
            "weights.npz",
            lambda data: added(data, "learned.none/words"),
            "an array learned.none/words, which nothing uses",
        ),
    ],
)
def test_a_spoilt_model(unchecked, name, change, message):
    spoil(unchecked, name, change)
    with pytest.raises(ModelError, match=f"the model cannot be read: {message}") as caught:
        Resolver.from_disk(unchecked)
    assert str(unchecked) in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def arrays_of(data):
    with np.load(io.BytesIO(data)) as file:
        return {name: file[name] for name in file.files}


def changed(data, arrays=None, without=()):
    """The bytes of an .npz with some arrays replaced and some removed."""
    kept = {name: array for name, array in arrays_of(data).items() if name not in without}
    for name, values in (arrays or {}).items():
        kept[name] = np.array(values, dtype=kept[name].dtype)
    return npz(**kept)


def with_weights(data, value, dtype="f2"):
    arrays = arrays_of(data)
    return npz(**arrays | {"link/weights": np.full(len(arrays["link/weights"]), value, dtype=dtype)})


def added(data, name):
    return npz(**arrays_of(data), **{name: np.zeros(3, dtype=np.float16)})


def npz(**arrays):
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def test_no_model(tmp_path):
    with pytest.raises(ModelError, match=r'no such model folder\. Give "en"'):
        Resolver.from_disk(tmp_path / "none")
    with pytest.raises(ModelError, match=r"not a corefpipe model: resolver.toml, features.toml, weights.npz missing"):
        Resolver.from_disk(tmp_path)


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x80", b"\x93\x01\x02\x03", b"\x81\xa1a\x01", b"\x91" * 5000])
def test_bytes_that_are_no_model(data):
    with pytest.raises(ModelError, match="the model's bytes: the model cannot be read"):
        Resolver.from_bytes(data)


def test_one_bit_in_the_bytes(resolver):
    data = bytearray(resolver.to_bytes())
    data[-500] ^= 1
    with pytest.raises(ModelError, match="the model's bytes: "):
        Resolver.from_bytes(bytes(data))


@pytest.mark.slow
def test_bytes_are_the_same_in_each_process():
    """Results are continued by the digest of these bytes; the files of the network were in the order of a set."""
    code = "import hashlib, corefpipe; print(hashlib.sha256(corefpipe.load('en').to_bytes()).hexdigest())"
    other = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "1"},  # this process has another one
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert other == f"{hashlib.sha256(corefpipe.load('en').to_bytes()).hexdigest()}\n"
