"""What is packaged: names, versions, licences, base pipelines."""

from __future__ import annotations

import shutil
import tomllib

import pytest
from helpers.packages import EN_ACCURATE, register

from corefpipe.exceptions import ModelError, SettingError
from corefpipe.parsing import pipelines
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.packaging import package_of
from corefpipe.resolver.packaging.texts import project_texts
from corefpipe.version import __version__


@pytest.mark.parametrize("name", ["en_large", "x", "Law2", "a_1_b"])
def test_names(model, name):
    found = package_of(model, name)
    assert (found.name, found.module) == (name, f"corefpipe_{name}")
    assert found.distribution == f"corefpipe-{name.replace('_', '-')}"


@pytest.mark.parametrize("name", ["", "my-model", "1a", "_a", "a_", "a__b", "ä", "a b", "a.b", "../a", "a\n", "a/b"])
def test_wrong_names(model, name):
    with pytest.raises(SettingError, match=r"a model cannot be called '.*'\. A name begins with a letter"):
        package_of(model, name)


def test_a_better_name_is_proposed(model, tmp_path):
    with pytest.raises(SettingError, match=r'use name="my_model_2"$'):
        package_of(model, "12 my-model!2")
    folder = shutil.copytree(model, tmp_path / "my-model")
    with pytest.raises(SettingError, match=r"'my-model'.*, or use name=\"my_model\"$"):
        package_of(folder)


def test_packaged_names(model):
    with pytest.raises(SettingError, match=r"'en' is the name of a model that is packaged .*\. Use name=\"en_own\"$"):
        package_of(model, "en")
    assert package_of("en", "en_again").resolver.base == "en"


def test_the_name_of_the_folder(model, monkeypatch):
    assert package_of(model).name == "tiny"
    monkeypatch.chdir(model)
    assert package_of(".").name == "tiny"


def test_a_folder_is_packaged_rather_than_an_installed_model(model, gold_resolver, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path / "installed")
    register(tmp_path / "installed", "law", "corefpipe_law", model)
    monkeypatch.chdir(tmp_path)
    assert package_of("law").source == tmp_path / "installed" / "corefpipe_law" / "model"
    gold_resolver.to_disk("law")
    assert package_of("law").resolver.selector is None


@pytest.mark.parametrize("version", ["1", "0.1.0", "2024.10.3", "1.0a1", "1.0rc2.post3.dev4", "1.0+gpu.2"])
def test_versions(model, version):
    assert package_of(model, version=version).version == version


@pytest.mark.parametrize("version", ["", "v1", "1.0-alpha", "1.", "01.2", "1.0\n", "latest", "1/2"])
def test_wrong_versions(model, version):
    with pytest.raises(SettingError, match=r"is no version of a package\. Give numbers with dots, such as 1\.0\.2"):
        package_of(model, version=version)


def test_defaults_come_from_the_metadata(resolver, tmp_path):
    meta = dict(resolver.meta)
    try:
        resolver.meta = {"version": "3.1", "licence": "CC BY 4.0\n"}
        resolver.to_disk(tmp_path / "law")
    finally:
        resolver.meta = meta
    found = package_of(tmp_path / "law")
    assert (found.version, found.licence) == ("3.1", "CC BY 4.0")
    assert found.description == "Coreference resolution (en): the model law of corefpipe"
    found = package_of(tmp_path / "law", version="4", licence=" MIT ", description="For laws.\nIn\x1b English.")
    assert (found.version, found.licence, found.description) == ("4", "MIT", "For laws. In English.")
    assert found.resolver.meta["licence"] == "MIT"


def test_no_metadata(model):
    found = package_of(model)
    assert (found.version, found.licence) == (__version__, "")
    with pytest.raises(SettingError, match="the licence is empty"):
        package_of(model, licence=" ")


def test_no_model(tmp_path, model):
    with pytest.raises(ModelError, match=r"no such model folder\. Give \"en\""):
        package_of(tmp_path / "none")
    damaged = shutil.copytree(model, tmp_path / "damaged")
    (damaged / "weights.npz").write_bytes(b"")
    with pytest.raises(ModelError, match=r"weights\.npz has changed"):
        package_of(damaged)


@pytest.fixture
def own_base(resolver, tmp_path, monkeypatch):
    """A model with a small base pipeline in its folder."""
    pipelines.blank("cs").to_disk(tmp_path / "base of cs")
    monkeypatch.setattr(resolver, "base", str(tmp_path / "base of cs"))
    monkeypatch.setattr(resolver, "own_base", "cs")
    resolver.to_disk(tmp_path / "czech")
    return tmp_path / "czech"


def test_a_base_pipeline_of_its_own(own_base):
    found = package_of(own_base)
    assert (found.resolver.base, found.resolver.own_base) == (str(own_base / "base"), "cs")
    assert (found.foreign_base, found.needs_onnx) == ("", False)
    (own_base / "base" / "encoder").mkdir()
    (own_base / "base" / "encoder" / "windows.onnx").touch()
    assert package_of(own_base).needs_onnx
    shutil.rmtree(own_base / "base")
    with pytest.raises(ModelError, match="the base pipeline of the model is missing"):
        package_of(own_base)


def test_a_base_pipeline_in_a_folder_goes_along(resolver, tmp_path, monkeypatch):
    pipelines.blank("cs").to_disk(tmp_path / "base")
    monkeypatch.setattr(resolver, "base", str(tmp_path / "base"))
    resolver.to_disk(tmp_path / "czech")
    shutil.rmtree(tmp_path / "czech" / "base", ignore_errors=True)
    found = package_of(tmp_path / "czech")
    assert found.resolver.own_base == "cs"
    found.resolver.to_disk(tmp_path / "copy")
    again = Resolver.from_disk(tmp_path / "copy")
    assert (again.base, again.own_base) == (str(tmp_path / "copy" / "base"), "cs")


@pytest.mark.parametrize(("given", "onnx"), [("en", False), ("blank:cs", False)])
def test_other_base_pipelines_are_named(resolver, tmp_path, monkeypatch, given, onnx):
    monkeypatch.setattr(resolver, "base", given)
    resolver.to_disk(tmp_path / "law")
    found = package_of(tmp_path / "law")
    assert (found.resolver.base, found.resolver.own_base, found.foreign_base) == (given, "", "")
    assert found.needs_onnx == onnx


def test_the_base_pipeline_of_an_installed_model_is_required(resolver, tmp_path, monkeypatch):
    place = tmp_path / "installed"
    monkeypatch.syspath_prepend(place)
    register(place, "en_deep", "corefpipe_en_deep", EN_ACCURATE)
    assert pipelines.find_base("en_deep") == place / "corefpipe_en_deep" / "model" / "base"
    monkeypatch.setattr(resolver, "base", "en_deep")
    resolver.to_disk(tmp_path / "law")
    found = package_of(tmp_path / "law")
    assert (found.resolver.base, found.resolver.own_base, found.foreign_base) == ("en_deep", "", "")
    assert found.needs_onnx
    texts = project_texts(found)
    assert tomllib.loads(texts["pyproject.toml"])["project"]["dependencies"][1:] == ["corefpipe_en_deep_en_deep"]
    assert "| base pipeline | `en_deep`, of the distribution corefpipe_en_deep_en_deep |" in texts["README.md"]


def test_a_base_pipeline_that_is_not_there(resolver, tmp_path, monkeypatch):
    monkeypatch.setattr(resolver, "base", "en_of_nobody")
    resolver.to_disk(tmp_path / "law")
    with pytest.raises(ModelError, match="no base pipeline 'en_of_nobody'"):
        package_of(tmp_path / "law")
