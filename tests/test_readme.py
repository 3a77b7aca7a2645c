"""The README: its Python code runs in order and prints what is shown; its commands and their options exist."""

from __future__ import annotations

import re
import shlex

import pytest
from helpers import ROOT

README = (ROOT / "README.md").read_text(encoding="utf8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_python(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    known: dict[str, object] = {}
    promised = 0
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), known)
        printed = capsys.readouterr().out.splitlines()
        lines = [line for comment in re.findall(r"  # → (.*)$", block, re.MULTILINE) for line in comment.split(" → ")]
        assert not lines or printed == lines
        promised += len(lines)
    assert promised >= 6


COMMANDS = [
    line.partition("#")[0].strip()
    for block in blocks("sh")
    for line in block.splitlines()
    if line.startswith("corefpipe")
]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_and_their_options_exist(command, run):
    words = shlex.split(command)[1:]
    name = words[: 2 if words[0] == "features" else 1]
    code, help, _ = run(*name, "--help")
    assert code == 0
    for word in words:
        if word.startswith("-"):
            assert re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", help), word


def test_the_commands_of_a_fresh_machine_stand_after_their_markers():
    for marker in ("resolve", "test"):
        assert re.search(rf"<!-- {marker} -->\n```sh\npython3 -m venv [^\n]+\n```\n", README)
