"""The page of commands: what each one's `--help` prints."""

from __future__ import annotations

import os
from unittest.mock import patch

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from typer.testing import CliRunner

from corefpipe.cli import COMMANDS, command_line

INTRODUCTION = """# Commands

Exit codes: 0; 2 for wrong input or files that failed; 1 if interrupted; 143 if terminated. No command overwrites a file
that it reads.
"""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page."""
    runner, app = CliRunner(), command_line()
    with patch.dict(os.environ, {"COLUMNS": "100"}):
        helps = {name: runner.invoke(app, [name, "--help"], prog_name="corefpipe").stdout for name in COMMANDS}
    sections = [f"## {name}\n\n```text\n{text.strip()}\n```\n" for name, text in helps.items()]
    files.append(File.generated(config, "lists/commands.md", content="\n".join([INTRODUCTION, *sections])))
    return files
