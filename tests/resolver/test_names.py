"""Models by name: packaged, installed, as folders."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from helpers.packages import register

import corefpipe
from corefpipe.batch.cluster import _everywhere
from corefpipe.batch.settings import Settings
from corefpipe.exceptions import ModelError
from corefpipe.parsing import pipelines
from corefpipe.parsing.installed import OURS
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.names import installed_models, known_models, model_folder, model_names
from corefpipe.spacy_component.component import CorefComponent

HOSTILE = "raise SystemExit('this code must not run')\n"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder of `sys.path`."""
    folder = tmp_path / "installed"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def test_an_installed_model_is_found_without_running_its_code(place, model):
    register(place, "en_large", "corefpipe_en_large", model, HOSTILE)
    assert model_folder("en_large") == place / "corefpipe_en_large" / "model"
    assert load_resolver("en_large").to_bytes() == load_resolver(model).to_bytes()
    assert CorefComponent("en_large").resolver.weights.size
    assert "corefpipe_en_large" not in sys.modules


def test_a_package_within_a_package(place, model):
    register(place, "deep", "outer_of_test.inner.models", model, HOSTILE)
    assert model_folder("deep") == place / "outer_of_test" / "inner" / "models" / "model"
    assert "outer_of_test" not in sys.modules


def test_in_pipelines_and_texts(place, model):
    register(place, "en_large", "corefpipe_en_large", model)
    text = "Mary Bell lost her keys. She found them."
    assert corefpipe.resolve(text, "en_large") == corefpipe.resolve(text, model)


def test_a_packaged_model_wins(place, model):
    register(place, "en", "corefpipe_en", model)
    assert model_folder("en") == pipelines.PACKAGED / "en" / "resolver"
    assert "en" not in installed_models()
    assert known_models().startswith('"en" (packaged)' if installed_models() else '"en"')


def test_folders(place, model, tmp_path, monkeypatch):
    register(place, "twice", "corefpipe_twice", model)
    monkeypatch.chdir(tmp_path)
    shutil.copytree(model, "twice")
    assert model_folder("twice") == place / "corefpipe_twice" / "model"
    for folder in ("./twice", Path("twice"), str(tmp_path / "twice")):
        assert model_folder(folder) == Path(folder)
    shutil.copytree(model, "alone")
    assert model_folder("alone") == Path("alone")


def test_unknown_names(place, model):
    register(place, "en_large", "corefpipe_en_large", model)
    assert {"en", "en_large"} <= set(model_names())
    with pytest.raises(ModelError) as error:
        load_resolver("en_lagre")
    assert str(error.value).startswith("en_lagre: no such model folder. Did you mean en_large")
    assert f"Give {known_models()}, or a folder" in str(error.value)
    for name in ("", "..", "/"):
        with pytest.raises(ModelError):
            load_resolver(name)


@pytest.mark.parametrize("name", OURS)
def test_our_own_models_that_are_not_installed(name, tmp_path, monkeypatch, run):
    if name in installed_models():
        pytest.skip("it is installed")
    with pytest.raises(
        ModelError, match=rf"'{name}' is not installed\. In a clone .*: pip install \./distributions/{name}"
    ):
        corefpipe.load(name)
    code, _, error = run("resolve", "--text", "She ran.", "--model", name)
    assert (code, f"pip install ./distributions/{name}" in error) == (2, True)
    with pytest.raises(ModelError, match=rf"no base pipeline '{name}'.* pip install \./distributions/{name}"):
        pipelines.load_base(name)
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).mkdir()
    assert model_folder(name) == Path(name)


@pytest.mark.parametrize("package", ["no_such_package", "no_such.package", "json", "corefpipe.no_such", "..", ""])
def test_a_name_without_a_model(place, package):
    register(place, "lost", package)
    with pytest.raises(ModelError, match=r"installed model 'lost' has no files: .*Install the package"):
        load_resolver("lost")


def test_machines_of_a_cluster_look_for_a_name_themselves(place, model, tmp_path, monkeypatch):
    register(place, "en_large", "corefpipe_en_large", model)
    monkeypatch.chdir(tmp_path)
    for name in ("en", "en_large", "own"):
        shutil.copytree(model, name)
    assert _everywhere(Settings("text", "en")).model == "en"
    assert _everywhere(Settings("text", "en_large")).model == "en_large"
    assert _everywhere(Settings("text", "own")).model == str(tmp_path / "own")


def test_quick_imports(python):
    done = python("-c", "import corefpipe, sys; print('importlib.metadata' in sys.modules)")
    assert done.stdout == "False\n", done.stderr
