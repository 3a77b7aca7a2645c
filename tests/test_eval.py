"""The scripts and READMEs in `eval/`: what they import and name exists."""

from __future__ import annotations

import ast
import importlib
import re
import runpy
import shutil
import subprocess
import sys

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


FOLDS_AND_GENRES = """
for corpus in folds.CORPORA:
    found = folds.known(folds.HERE / f"folds_{corpus}.json")
    text = folds.table_of(corpus, {row: found[row] for row in folds.ROW if row in found})
    (folds.HERE / f"folds_{corpus}.md").write_text(text, encoding="utf8")
text = genres.tables(genres.known(genres.HERE / "genres.json"))
(genres.HERE / "genres.md").write_text(text, encoding="utf8")
"""
TABLES = {
    "daume_marcu": "import table; table.plot = lambda *args: None; table.main()",
    "finley_joachims": "import sys, tables; sys.argv.append('--show'); tables.main()",
    "l3m_chat": "import tables; tables.main()",
    "l3m_section5": "import section5; section5.keep_result()",
    "l3m_table1": f"import folds, genres, table; table.keep_tables(){FOLDS_AND_GENRES}",
    "li_roth": "import json, table; table.plot = lambda *args: None; table.main()",
}
"""Folder of an experiment -> what writes its tables from its results."""


@pytest.mark.slow
@pytest.mark.parametrize("folder", TABLES)
def test_tables_of_experiments_are_those_of_their_results(folder, tmp_path):
    pytest.importorskip("clarabel")
    shutil.copy(ROOT / "eval" / "dots.py", tmp_path)
    for name in TABLES:  # they import one another
        shutil.copytree(ROOT / "eval" / name, tmp_path / name, ignore=shutil.ignore_patterns("work"))
    pages = {path: path.read_text(encoding="utf-8") for path in (tmp_path / folder).glob("*.md")}
    for path in pages:
        if path.name != "README.md":
            path.unlink()
    subprocess.run([sys.executable, "-c", TABLES[folder]], cwd=tmp_path / folder, check=True)
    assert {path: path.read_text(encoding="utf-8") for path in pages} == pages
