"""Base pipelines: the packaged one, installed packages, folders and blank ones."""

from __future__ import annotations

import shutil
import sys

import pytest
import spacy
from spacy.cli.package import package

from corefpipe.exceptions import ModelError
from corefpipe.parsing import pipelines
from corefpipe.parsing.pipelines import blank, find_base, load_base
from corefpipe.utils.digests import write_folder_sums


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Install a pipeline as a package, laid out as `spacy package` and its setup.py do, and return its folder."""

    def install_package(nlp, name, code="", listed=True):
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
        if listed:
            (metadata / "entry_points.txt").write_text(f"[spacy_models]\n{folder.name} = {folder.name}\n")
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
    for name in ("en-broken", "hypothesis"):
        with pytest.raises(ModelError, match=rf"no base pipeline '{name}'.* spaCy that is installed: en_broken"):
            find_base(name)


def test_only_packages_that_spacy_lists_are_imported(install, pipeline, tmp_path):
    code = f"open({str(tmp_path / 'imported')!r}, 'w')\ndef load(**settings): ...\n"
    install(pipeline, "hostile", code, listed=False)
    for function in (find_base, load_base):
        with pytest.raises(ModelError, match="no base pipeline 'en_hostile'"):
            function("en_hostile")
    assert not (tmp_path / "imported").exists()


def test_a_folder(pipeline, tmp_path):
    pipeline.to_disk(tmp_path / "folder")
    name = str(tmp_path / "folder")
    assert find_base(name) == tmp_path / "folder"
    assert load_base(name).pipe_names == ["sentencizer"]


def test_the_packaged_base(base):
    assert find_base("en") == pipelines.PACKAGED / "en" / "base"
    assert base.lang == "en"
    assert "encoder" in base.pipe_names


def test_a_blank_base():
    assert find_base("blank:cs") is None
    nlp = load_base("blank:cs")
    assert (nlp.lang, nlp.pipe_names) == ("cs", [])
    assert blank("cs").lang == "cs"
    with pytest.raises(ModelError, match=r"no language 'qqq': .*\. Give a code that spaCy knows"):
        load_base("blank:qqq")
    for name in ("", "en.stop_words", "lex_attrs", "..", "x" * 999, "e\n"):
        with pytest.raises(ModelError, match=r"^no language .{0,200}\. Give a code that spaCy knows"):
            blank(name)


@pytest.mark.parametrize("name", ["no_such_package", "new:de"])
def test_no_such_base(name):
    for function in (find_base, load_base):
        with pytest.raises(ModelError, match=f"no base pipeline '{name}'.*Give \"en\", .*a folder"):
            function(name)


@pytest.mark.parametrize("text", ["", "[", "[nlp]\nlang = 'en'\npipeline = ['no_such_factory']\n"])
def test_a_damaged_pipeline(pipeline, tmp_path, text):
    pipeline.to_disk(tmp_path)
    (tmp_path / "config.cfg").write_text(text)
    with pytest.raises(ModelError, match=r"the base pipeline '.*' cannot be loaded: \w+: .*") as caught:
        load_base(str(tmp_path))
    assert len(str(caught.value).splitlines()) == 1


def test_one_bit_in_a_pipeline(pipeline, tmp_path):
    pipeline.to_disk(tmp_path)
    write_folder_sums(tmp_path)
    assert load_base(str(tmp_path)).pipe_names == ["sentencizer"]
    data = (tmp_path / "vocab" / "strings.json").read_bytes()
    (tmp_path / "vocab" / "strings.json").write_bytes(bytes([data[0] ^ 1]) + data[1:])
    with pytest.raises(ModelError, match=r"vocab/strings.json has changed since it was written, or is damaged"):
        load_base(str(tmp_path))


def test_a_folder_without_a_pipeline(tmp_path):
    with pytest.raises(ModelError, match="no base pipeline"):
        load_base(str(tmp_path))
