"""The distribution corefpipe-en-research: what `corefpipe package` makes of its model, which is loaded by its name."""

from __future__ import annotations

import shutil
import tomllib
from email import message_from_string
from zipfile import ZipFile

import pytest
from helpers.packages import EN_RESEARCH, RESEARCH, install

import corefpipe
from corefpipe.resolver.packaging import Distribution, build_project, package_of
from corefpipe.resolver.packaging.texts import project_texts
from corefpipe.streams import Stream

TEXT = "Mary Bell lost her keys. She found them on the old ferry."


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy of the project."""
    project = tmp_path_factory.mktemp("research") / "project"
    shutil.copytree(RESEARCH, project)
    return build_project(project, Distribution.WHEEL)


def test_the_project_is_what_the_command_writes():
    about = tomllib.loads((RESEARCH / "pyproject.toml").read_text("utf-8"))["project"]["description"]
    texts = project_texts(package_of(EN_RESEARCH, "en_research", description=about))
    readme, project = texts.pop("README.md"), texts.pop("pyproject.toml")
    assert (RESEARCH / "README.md").read_text("utf-8").startswith(readme)
    texts["pyproject.toml"] = project.replace('["LICENCE"]', '["LICENCE", "LICENSES/*.txt"]')
    assert texts == {name: (RESEARCH / name).read_text("utf-8") for name in texts}


def test_its_licence_and_card_are_in_the_wheel(wheel):
    with ZipFile(wheel) as opened:
        name = next(name for name in opened.namelist() if name.endswith("/METADATA"))
        metadata = message_from_string(opened.read(name).decode())
    assert metadata["License-Expression"] == "CC-BY-NC-SA-4.0 AND CC-BY-SA-4.0"
    files = ["LICENCE", "LICENSES/CC-BY-NC-SA-4.0.txt", "LICENSES/CC-BY-SA-4.0.txt"]
    assert metadata.get_all("License-File") == files
    assert "## Model card" in metadata.get_payload()


@pytest.fixture
def installed(wheel, tmp_path, monkeypatch):
    """The wheel is installed."""
    install(wheel, tmp_path / "installed")
    monkeypatch.syspath_prepend(tmp_path / "installed")


def test_installed_it_is_loaded_by_its_name(installed):
    nlp = corefpipe.load("en_research")
    chains = nlp(TEXT)._.coref.clusters
    assert chains
    assert nlp.meta["license"].endswith("corefpipe: CC BY-NC-SA 4.0")
    document = corefpipe.resolve(TEXT, "en_research")
    assert sorted(map(len, document.chains().values())) == sorted(map(len, chains))
    stream = Stream("en_research")
    stream.append(TEXT)
    assert len(stream.document().chains()) == len(chains)


def test_installed_commands_find_it(installed, run):
    code, said, _ = run("resolve", "--text", TEXT, "--model", "en_research")
    assert code == 0
    assert "2 chains" in said
