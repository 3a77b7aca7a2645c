"""The models that are distributions of their own: what `corefpipe package` makes of them, loaded by their names."""

from __future__ import annotations

import shutil
import tomllib
from email import message_from_string
from zipfile import ZipFile

import pytest
from helpers.packages import DISTRIBUTIONS, EN_ACCURATE, install
from spacy.util import load_model_from_config

import corefpipe
from corefpipe.parsing.installed import OURS
from corefpipe.resolver.packaging import Distribution, build_project, package_of
from corefpipe.resolver.packaging.texts import project_texts
from corefpipe.streams import Stream

TEXT = "Mary Bell lost her keys. She found them on the old ferry."
LICENCES = {
    "en_accurate": ("CC-BY-SA-4.0 AND Apache-2.0", ["Apache-2.0", "CC-BY-SA-4.0"]),
    "en_research": ("CC-BY-NC-SA-4.0 AND CC-BY-SA-4.0", ["CC-BY-NC-SA-4.0", "CC-BY-SA-4.0"]),
}
WEIGHTS = {"en_accurate": "CC BY-SA 4.0", "en_research": "CC BY-NC-SA 4.0"}


@pytest.fixture(scope="module", params=OURS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def wheel(tmp_path_factory, name):
    """The wheel, built from a copy of the project."""
    project = tmp_path_factory.mktemp(name) / "project"
    shutil.copytree(DISTRIBUTIONS / name, project)
    return build_project(project, Distribution.WHEEL)


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The wheel is installed."""
    place = tmp_path_factory.mktemp("installed")
    install(wheel, place)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(place)
        yield place


def test_all_are_ours():
    assert sorted(folder.name for folder in DISTRIBUTIONS.iterdir()) == sorted(OURS)


def test_the_project_is_what_the_command_writes(name):
    project = DISTRIBUTIONS / name
    about = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]["description"]
    package = package_of(project / f"corefpipe_{name}" / "model", name, description=about)
    texts = project_texts(package)
    readme, settings = texts.pop("README.md"), texts.pop("pyproject.toml")
    assert (project / "README.md").read_text("utf-8").startswith(readme)
    texts["pyproject.toml"] = settings.replace('["LICENCE"]', '["LICENCE", "LICENSES/*.txt"]').replace(
        '"CC-BY-SA-4.0"', '"CC-BY-SA-4.0 AND Apache-2.0"'
    )
    assert texts == {file: (project / file).read_text("utf-8") for file in texts}


def test_its_licence_and_card_are_in_the_wheel(wheel, name):
    with ZipFile(wheel) as opened:
        file = next(file for file in opened.namelist() if file.endswith("/METADATA"))
        metadata = message_from_string(opened.read(file).decode())
    expression, files = LICENCES[name]
    assert metadata["License-Expression"] == expression
    assert metadata.get_all("License-File") == ["LICENCE", *(f"LICENSES/{file}.txt" for file in files)]
    assert "## Model card" in metadata.get_payload()


def test_installed_it_is_loaded_by_its_name(installed, name):
    nlp = corefpipe.load(name)
    chains = nlp(TEXT)._.coref.clusters
    assert chains
    assert nlp.meta["license"].endswith(f"corefpipe: {WEIGHTS[name]}")
    document = corefpipe.resolve(TEXT, name)
    assert sorted(map(len, document.chains().values())) == sorted(map(len, chains))
    stream = Stream(name)
    stream.append(TEXT)
    assert len(stream.document().chains()) == len(chains)


def test_a_pipeline_with_it_is_saved(installed, name):
    nlp = corefpipe.load(name)
    again = load_model_from_config(nlp.config).from_bytes(nlp.to_bytes())
    assert again(TEXT)._.coref.clusters == nlp(TEXT)._.coref.clusters
    assert nlp.get_pipe("corefpipe").resolver.base == {"en_accurate": "en_accurate", "en_research": "en"}[name]


def test_installed_commands_find_it(installed, name, run):
    code, said, _ = run("resolve", "--text", TEXT, "--model", name)
    assert code == 0
    assert "2 chains" in said


def test_a_pipeline_with_a_base_of_its_own_is_saved():
    """The words are read once: by the encoder of the pipeline that was saved."""
    nlp = corefpipe.load(EN_ACCURATE)
    again = load_model_from_config(nlp.config).from_bytes(nlp.to_bytes())
    assert again(TEXT)._.coref.clusters == nlp(TEXT)._.coref.clusters
    assert again(TEXT).tensor.size
