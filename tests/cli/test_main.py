"""What all commands have in common: signals, pipes, hints to those who type something else."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest
from helpers.processes import start_python

CONLL = "#begin document (a); part 000\na 0 0 Ann NNP - - - - - - - (0)\n\n#end document\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="signals and pipes as on POSIX")
@pytest.mark.parametrize(
    ("number", "code", "messages"),
    [
        (signal.SIGINT, 1, ("Interrupted.\n", "Aborted!\n")),  # the latter by older versions of typer
        (signal.SIGTERM, 143, ("",)),
    ],
)
def test_signals(tmp_path, number, code, messages):
    os.mkfifo(tmp_path / "pipe.conll")
    process = start_python(
        "-m", "corefpipe", "convert", tmp_path / "pipe.conll", tmp_path / "x.jsonl", stderr=subprocess.PIPE
    )
    with (tmp_path / "pipe.conll").open("w"):  # opened as soon as the command reads it
        process.send_signal(number)
        _, said = process.communicate(timeout=20)
    assert (process.returncode, said in messages) == (code, True)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe.conll"]


def test_ctrl_c_while_it_starts(python):
    """The import of a library, here the first one of NumPy, is interrupted."""
    code = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background inherit that it is ignored
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
sys.argv = ["corefpipe", "score"]
from corefpipe.__main__ import main
main()
"""
    done = python("-c", code)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Interrupted.\n")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["novel.txt"], "To resolve a file: corefpipe resolve novel.txt"),
        (["my novel.txt", "-o", "x.conll"], "To resolve a file: corefpipe resolve 'my novel.txt' -o x.conll"),
        (["folder", "--format", "conll"], "To resolve a file: corefpipe resolve folder --format conll"),
        (["Ann lost her keys."], "To resolve a text: corefpipe resolve --text 'Ann lost her keys.'"),
        (["a\x1b[2J.txt"], "No such command 'a\\x1b[2J.txt'. To resolve a file:"),
        (["version"], "Did you mean --version?"),
        (["resolv", "x.txt"], "No such command 'resolv'"),
    ],
)
def test_without_a_command(run, tmp_path, monkeypatch, words, hint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "my novel.txt").touch()
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert "Error: No such command " in err
    assert hint in err


def test_help(run):
    code, out, _ = run("--help")
    assert code == 0
    assert run("help") == run("-h") == (0, out, "")
    code, out, _ = run("resolve", "--help")
    assert run("help", "resolve") == run("resolve", "-h") == (0, out, "")
    assert run("help", "features", "extract")[:2] == run("features", "extract", "--help")[:2]
    assert run("help", "resolv")[0] == 2


def test_odd_streams(python, tmp_path):
    """Standard output is UTF-8 in any locale; a closed one is no error."""
    (tmp_path / "x.conll").write_text(CONLL.replace("(a)", "(Zoë)"), encoding="utf-8")
    command = ("-m", "corefpipe", "score", f"{tmp_path}/x.conll", f"{tmp_path}/x.conll", "--per", "document")
    done = python(*command, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Zoë" in done.stdout
    closing = "import os, sys; [os.close(n) for n in (0, 1)]; os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    done = python("-c", closing, *command)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = python("-c", closing, *command[:2], "resolve", f"{tmp_path}/none.txt")
    assert (done.returncode, done.stderr) == (2, f"Error: {tmp_path}/none.txt: no such file. Check the path\n")
