"""The scripts and READMEs in `eval/`: what they import and name exists."""

from __future__ import annotations

import ast
import importlib
import re
import runpy

import pytest
from helpers import ROOT

SCRIPTS = sorted((ROOT / "eval").rglob("*.py"))
READMES = [ROOT / "README.md", *sorted((ROOT / "eval").rglob("*.md")), *sorted((ROOT / "corefpipe").rglob("*.md"))]
PATH = re.compile(r"(?<![\w/.-])((?:corefpipe|eval|features|corpora|tests)/[\w/.-]*\w)")


def imported(script):
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT / "eval")))
def test_imports_of_scripts_exist(script):
    for module, name in imported(script):
        if module.partition(".")[0] != "corefpipe":
            continue
        found = importlib.import_module(module)
        assert name is None or hasattr(found, name) or importlib.import_module(f"{module}.{name}"), (module, name)


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_paths_in_readmes_exist(readme):
    for path in PATH.findall(readme.read_text(encoding="utf-8")):
        assert (ROOT / path).exists(), path


FIGURES = runpy.run_path(str(ROOT / "eval" / "figures.py"))


@pytest.mark.parametrize("page", FIGURES["PAGES"], ids=lambda path: str(path.relative_to(ROOT)))
def test_tables_are_those_of_the_committed_results(page):
    assert FIGURES["filled"](page) == page.read_text(encoding="utf-8")
