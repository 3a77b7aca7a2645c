"""Base pipelines: the packaged one, installed packages, folders and blank ones."""

from __future__ import annotations

import shutil
import sys

import pytest
import spacy
from spacy.cli.package import package

from corefpipe.errors import ModelError
from corefpipe.parsing import pipelines
from corefpipe.parsing.pipelines import blank, find_base, load_base


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Install a pipeline as a package, laid out as `spacy package` and its setup.py do, and return its folder."""

    def install_package(nlp, name, code=""):
        nlp.to_disk(tmp_path / "pipeline")
        package(tmp_path / "pipeline", tmp_path, name=name, version="1.2.0", create_sdist=False, silent=True)
        site = tmp_path / f"{nlp.lang}_{name}-1.2.0"
        folder = site / f"{nlp.lang}_{name}"
        shutil.copy(site / "meta.json", folder)
        shutil.copy(site / "meta.json", folder / site.name)
        if code:
            (folder / "__init__.py").write_text(code)
        metadata = site / f"{folder.name}-1.2.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {folder.name}\nVersion: 1.2.0\n")
        monkeypatch.syspath_prepend(site)
        monkeypatch.delitem(sys.modules, folder.name, raising=False)
        return folder

    return install_package


@pytest.fixture
def pipeline():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    return nlp


def test_an_installed_package(install, pipeline):
    folder = install(pipeline, "installed")
    assert find_base("en_installed") == folder
    assert (folder / "en_installed-1.2.0" / "config.cfg").is_file()
    loaded = load_base("en_installed")
    assert loaded.pipe_names == ["sentencizer"]
    assert loaded.meta["version"] == spacy.load("en_installed").meta["version"] == "1.2.0"


def test_a_packages_own_load_is_called(install, pipeline):
    code = "import spacy\ndef load(**settings):\n    return spacy.blank('de', vocab=settings['vocab'])\n"
    folder = install(pipeline, "own_load", code)
    (folder / "meta.json").unlink()
    assert load_base("en_own_load").lang == "de"
    assert find_base("en_own_load") == folder


def test_a_package_goes_before_a_folder_of_its_name(install, pipeline, tmp_path, monkeypatch):
    folder = install(pipeline, "twice")
    spacy.blank("de").to_disk(tmp_path / "en_twice")
    monkeypatch.chdir(tmp_path)
    assert load_base("en_twice").lang == spacy.load("en_twice").lang == "en"
    assert find_base("en_twice") == folder


def test_packages_that_are_no_pipeline(install, pipeline):
    install(pipeline, "broken", "import no_such_module\n")
    with pytest.raises(ModelError, match=r"'en_broken' cannot be imported: .*no_such_module"):
        load_base("en_broken")
    with pytest.raises(ModelError, match=r"'en-broken' cannot be imported: .*Give the name that Python imports"):
        find_base("en-broken")
    with pytest.raises(ModelError, match="no base pipeline 'hypothesis'"):
        find_base("hypothesis")


def test_a_folder(pipeline, tmp_path):
    pipeline.to_disk(tmp_path / "folder")
    name = str(tmp_path / "folder")
    assert find_base(name) == tmp_path / "folder"
    assert load_base(name).pipe_names == ["sentencizer"]


def test_the_packaged_base(base):
    assert find_base("en") == pipelines.PACKAGED / "en" / "base"
    assert base.lang == "en"
    assert "parser" in base.pipe_names


def test_a_blank_base():
    assert find_base("blank:cs") is None
    nlp = load_base("blank:cs")
    assert (nlp.lang, nlp.pipe_names) == ("cs", [])
    assert blank("cs").lang == "cs"
    with pytest.raises(ModelError, match=r"no language 'qqq': .*\. Give a code that spaCy knows"):
        load_base("blank:qqq")


@pytest.mark.parametrize("name", ["no_such_package", "new:de"])
def test_no_such_base(name):
    for function in (find_base, load_base):
        with pytest.raises(ModelError, match=f"no base pipeline '{name}'.*Give \"en\", a folder"):
            function(name)


def test_a_folder_without_a_pipeline(tmp_path):
    with pytest.raises(ModelError, match="no base pipeline"):
        load_base(str(tmp_path))
