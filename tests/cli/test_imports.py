"""A command imports only what it needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from corefpipe.cli import COMMANDS, command_line


@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_command_imports_no_other_command(command):
    code = (
        f"import sys; sys.argv = ['corefpipe', {command!r}, '--help']\nfrom corefpipe.cli import main\n"
        "try: main()\nexcept SystemExit: print(*(name for name in sys.modules), sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = set(done.stdout.split())
    others = {f"corefpipe.cli.{name}" for name in COMMANDS if name != command}
    assert f"corefpipe.cli.{command}" in modules
    assert modules.isdisjoint(others)
    assert modules.isdisjoint({"multiprocessing", "scipy", "spacy", "sklearn"})


def test_all_commands():
    app = command_line()
    names = {(command.name or command.callback.__name__) for command in app.registered_commands}
    names |= {group.typer_instance.info.name for group in app.registered_groups}
    assert names == set(COMMANDS)


def test_resolving_imports_nothing_that_only_learning_needs():
    code = (
        "import sys; from corefpipe.batch import Settings; from corefpipe.report.files import write_chains_text\n"
        "from corefpipe.resolver.model import Resolver\nprint(*sys.modules, sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()).isdisjoint({"sklearn", "pandas", "scipy.optimize", "scipy.stats"})
