"""The pages of `docs/`: their code and commands print what is shown, their tables run, their links lead somewhere."""

from __future__ import annotations

import importlib
import re
import runpy
import shlex
import sys
from contextlib import chdir

import pytest
from helpers import ROOT

from corefpipe.features import PAIR_FEATURES

pytestmark = pytest.mark.slow

RUN = runpy.run_path(str(ROOT / "docs" / "run.py"))
PAGES = RUN["PAGES"]
NAMES = [str(path.relative_to(ROOT / "docs")) for path in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_code_and_commands_print_what_is_shown(page, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    assert RUN["renewed"](page) == page.read_text(encoding="utf-8")


def test_a_page_leaves_no_modules_and_registers_nothing(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from corefpipe.features import boolean\n\n@boolean()\ndef of_a_page(pairs):\n    'Never.'\n", encoding="utf-8"
    )
    with RUN["own_modules"](str(tmp_path)):
        importlib.import_module("mine")
        assert "of_a_page" in PAIR_FEATURES
    assert "of_a_page" not in PAIR_FEATURES
    assert "mine" not in sys.modules
    assert str(tmp_path) not in sys.path


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_linked_files_exist(page):
    for path in re.findall(r"\(repo:([^)#]+)", page.read_text(encoding="utf-8")):
        assert (ROOT / path).exists(), path


COMMANDS = [
    line
    for page in PAGES
    for language, _, block in RUN["BLOCK"].findall(page.read_text(encoding="utf-8"))
    if language == "sh"
    for line in block.splitlines()
    if line.startswith("corefpipe ")
]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_that_are_not_run_have_these_options(command, run):
    words = shlex.split(command, comments=True)[1:]
    code, help, _ = run(*words[: 2 if words[0] == "features" else 1], "--help")
    assert code == 0
    for word in words:
        if word.startswith("-"):
            assert re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", help), word


def test_what_one_types_now_runs(tmp_path):
    page = ROOT / "docs" / "coming-from.md"
    text = page.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    cells = [row.split(" | ")[1] for row in re.findall(r"^\| (?!---)(.*) \|$", text, re.MULTILINE)]
    lines = [line for cell in cells for line in re.findall(r"`([^`]+)`", cell)]
    assert len(lines) >= 30
    with chdir(tmp_path):
        for language, title, block in RUN["BLOCK"].findall(text):
            if title and title != "output":
                (tmp_path / title).write_text(block, encoding="utf-8")
            elif language == "python":
                exec(block, names)
        for line in lines:
            if line.startswith("corefpipe "):
                RUN["run_own"](f"{line} --help" if "serve" in line else line, "")
            elif not line.startswith("book."):  # names of files
                if "add_pipe" in line:
                    names["nlp"].remove_pipe("corefpipe")
                exec(line, names)
            elif "." in line.removeprefix("book."):
                assert (tmp_path / "out" / line).exists() or eval(line, names)
