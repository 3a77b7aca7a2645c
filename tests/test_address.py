"""The script that writes the address of the repository."""

from __future__ import annotations

import re
import runpy
import shutil
import tomllib

import pytest
from helpers import ROOT

SCRIPT = runpy.run_path(str(ROOT / ".ci" / "address.py"))
FILES = ("README.md", "CITATION.cff", "mkdocs.yml", "pyproject.toml", "docs/start.md")
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.fixture
def checkout(tmp_path):
    """A copy of the files that it writes, beside links to the others."""
    for path in ROOT.iterdir():
        if path.name not in (*FILES, "docs", "distributions"):
            (tmp_path / path.name).symlink_to(path)
    shutil.copytree(ROOT / "docs", tmp_path / "docs", symlinks=True)
    for project in (ROOT / "distributions").iterdir():
        (tmp_path / "distributions" / project.name).mkdir(parents=True)
        shutil.copy(project / "pyproject.toml", tmp_path / "distributions" / project.name)
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def contents(checkout):
    projects = [str(path.relative_to(checkout)) for path in sorted(checkout.glob("distributions/*/pyproject.toml"))]
    return {name: (checkout / name).read_text(encoding="utf-8") for name in (*FILES, *projects)}


def test_every_link_of_the_readme_is_absolute(checkout):
    SCRIPT["main"]("https://github.com/us/corefpipe", checkout)
    links = LINK.findall((checkout / "README.md").read_text(encoding="utf-8"))
    assert len(links) > 20
    assert all(link.startswith("https://") for link in links)
    own = [link.removeprefix("https://github.com/us/corefpipe/").split("/", 2) for link in links if "/us/" in link]
    assert {kind for kind, _, _ in own} == {"blob", "tree", "raw"}
    assert all((ROOT / path.partition("#")[0]).exists() for _, _, path in own)


def test_metadata_have_it(checkout):
    SCRIPT["main"]("https://github.com/us/corefpipe", checkout)
    found = contents(checkout)
    for name in found:
        if name.endswith(".toml"):
            urls = tomllib.loads(found[name])["project"]["urls"]
            assert urls["Homepage"] == "https://github.com/us/corefpipe"
    assert 'repository-code: "https://github.com/us/corefpipe"\n' in found["CITATION.cff"]
    assert "repo_url: https://github.com/us/corefpipe\n" in found["mkdocs.yml"]
    assert "git clone --depth 1 https://github.com/us/corefpipe corefpipe\n" in found["docs/start.md"]


def test_another_address_replaces_it(checkout):
    SCRIPT["main"]("https://github.com/them/other", checkout)
    SCRIPT["main"]("https://github.com/us/corefpipe", checkout)
    twice = contents(checkout)
    SCRIPT["main"]("https://github.com/us/corefpipe", checkout)
    assert contents(checkout) == twice
    assert not any("/them/" in text for text in twice.values())


@pytest.mark.parametrize("address", ["github.com/us", "http://github.com/us/corefpipe", "https://github.com/us/x/", ""])
def test_what_is_no_address(checkout, address):
    before = contents(checkout)
    with pytest.raises(SystemExit, match="is no address of a repository"):
        SCRIPT["main"](address, checkout)
    assert contents(checkout) == before
