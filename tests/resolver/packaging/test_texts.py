"""The texts of a distribution, also where the metadata of the model is odd."""

from __future__ import annotations

import tomllib

import pytest
from helpers import ROOT

from corefpipe.resolver.packaging.package import Package
from corefpipe.resolver.packaging.texts import PYTHON, SETUPTOOLS, project_texts


@pytest.fixture
def texts(resolver, tmp_path, monkeypatch):
    """Function that returns the texts for a model with the given metadata."""

    def made(description="For laws", base="en", **meta):
        monkeypatch.setattr(resolver, "meta", meta)
        monkeypatch.setattr(resolver, "base", base)
        return project_texts(Package(tmp_path, resolver, "law", "1.0", description))

    return made


def project(texts):
    return tomllib.loads(texts["pyproject.toml"])["project"]


def test_pyproject(texts):
    found = tomllib.loads(texts(licence="CC BY-NC-SA 4.0")["pyproject.toml"])
    assert found["project"]["name"] == "corefpipe-law"
    assert found["project"]["dependencies"] == ["corefpipe>=0.1.0,<0.2.0"]
    assert found["project"]["entry-points"] == {"corefpipe_models": {"law": "corefpipe_law"}}
    assert found["project"]["license"] == "CC-BY-NC-SA-4.0"
    assert found["tool"]["setuptools"]["packages"] == ["corefpipe_law"]


def test_the_same_versions_as_corefpipe_itself():
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert ours["project"]["requires-python"] == PYTHON
    assert ours["build-system"]["requires"] == [f"setuptools>={SETUPTOOLS}"]


@pytest.mark.parametrize(
    ("licence", "expression"),
    [("MIT", "MIT"), ("CC-BY-4.0", "CC-BY-4.0"), ("CC BY-SA 9.0", None), ("CC BY-ND-SA 4.0", None), ("", None)],
)
def test_licences_that_have_an_expression(texts, licence, expression):
    assert project(texts(licence=licence)).get("license") == expression


def test_odd_metadata(texts):
    found = texts(
        'A "quoted" \\ text\x7f', trained_on=["a|b", "c\nd"], dev=3, dev_conll="high", licence="mine\n# | yours"
    )
    assert project(found)["description"] == 'A "quoted" \\ text\x7f'
    assert "| trained on | a\\|b; c d |\n" in found["README.md"]
    assert "| licence of the weights | mine # \\| yours |\n" in found["README.md"]
    assert "CoNLL" not in found["README.md"]
    assert found["LICENCE"].startswith("Licence of the weights of law: mine # | yours\n")


def test_the_readme_tells_what_is_known(texts):
    found = texts(trained_on=["gum/train"], dev=["gum/dev"], dev_conll=0.6361, base_dep_las=0.8)["README.md"]
    assert found.startswith("# law\n\nFor laws\n\nInstall the wheel with pip.\n")
    assert 'corefpipe.load("law")' in found
    assert "corefpipe resolve --model law text.txt" in found
    lines = ["evaluated on | gum/dev", "CoNLL average | 63.6", "base pipeline | `en`, packaged with corefpipe"]
    for line in [*lines, "scores of the base pipeline | dep_las 80.0", "licence of the weights | not stated"]:
        assert f"| {line} |\n" in found


def test_what_weighed_the_network_is_named(texts):
    """A model of free texts whose network was weighed on others has their licence, and says why."""
    found = texts(trained_on=["free"], context_learned_on=["other"], licence="CC BY-NC-SA 4.0")
    assert "| weights of the network's scores trained on | other |\n" in found["README.md"]
    assert "The weights of the network's scores were trained on: other\n" in found["LICENCE"]


def test_a_card_stands_in_the_readme(resolver, tmp_path):
    texts = project_texts(Package(tmp_path, resolver, "law", "1.0", "For laws", card="## Errors\nMany."))
    assert texts["README.md"].endswith("|\n\n## Errors\nMany.\n")


def test_a_model_without_a_parser(texts):
    found = texts(base="blank:cs")["README.md"]
    assert "corefpipe.load" not in found
    assert 'config={"model": "law"}' in found
    assert "--parse given" in found
