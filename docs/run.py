"""Run the code and the commands of the pages, and write what they print into the pages.

    python docs/run.py                     # all pages
    python docs/run.py docs/start.md       # this one

A page runs from top to bottom in an empty folder with a copy of `corpora/`. A block with `title="letter.txt"` is
written to that file. `python` blocks share their names, and import modules from the folder; a block `title="output"`
after one has what it prints. In `console` blocks each line that begins with `$ ` is run, and the lines below it are its
output.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from corefpipe import cli
from corefpipe.clustering.registry import DECODERS
from corefpipe.features import ATTRIBUTES, PAIR_FEATURES
from corefpipe.parsing import pipelines

ROOT = Path(__file__).resolve().parents[1]
PAGES = [path for path in sorted((ROOT / "docs").rglob("*.md")) if "site" not in path.parts]
BLOCK = re.compile(r"^```(\w+)(?: title=\"(.+?)\")?\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
OUTPUT = re.compile(r"\n```text title=\"output\"\n.*?^```\n", re.MULTILINE | re.DOTALL)
REGISTRIES = (ATTRIBUTES, PAIR_FEATURES, DECODERS)
"""Where pages register something."""


def renewed(page: Path) -> str:
    """The text of a page with what its code and commands print now."""
    text = page.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder, chdir(folder), own_modules(folder):
        Path("corpora").symlink_to(ROOT / "corpora")
        return "".join(_pieces(text, page, names))


@contextmanager
def own_modules(folder: str) -> Iterator[None]:
    """Import modules from a folder in the block; forget them after it, with what they registered."""
    before = [set(registry) for registry in REGISTRIES]
    try:
        with patch.object(sys, "path", [folder, *sys.path]):
            yield
    finally:
        for registry, names in zip(REGISTRIES, before, strict=True):
            for name in set(registry) - names:
                registry.unregister(name)
        for name, module in list(sys.modules.items()):
            if (getattr(module, "__file__", None) or "").startswith(folder):
                del sys.modules[name]


def _pieces(text: str, page: Path, names: dict[str, object]) -> Iterator[str]:
    """The text, piece by piece, with each block run."""
    end = 0
    for block in BLOCK.finditer(text):
        if block.start() < end:  # the old output of the block before
            continue
        language, title, content = block.groups()
        yield text[end : block.start()]
        end = block.end()
        if language == "console":
            yield f"```console\n{''.join(_session(content))}```\n"
            continue
        yield block.group()
        if title and title != "output":
            _write(Path(title), content)
        elif language == "python":
            printed = _printed(content, page, text[: block.start()].count("\n") + 1, names)
            old = OUTPUT.match(text, end)
            end = old.end() if old else end
            yield f'\n```text title="output"\n{printed}```\n' if printed else ""
    yield text[end:]


def _write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


def _printed(code: str, page: Path, line: int, names: dict[str, object]) -> str:
    """What Python code prints."""
    with captured() as output:
        exec(compile("\n" * line + code, str(page), "exec"), names)
    return _tidy(output[0].getvalue())


def _session(content: str) -> Iterator[str]:
    """The commands of a block, each with what it prints."""
    for line in content.splitlines():
        if line.startswith("$ "):
            yield f"{line}\n{_tidy(_run(line[2:]))}"


def _run(command: str) -> str:
    """What a line of the shell prints; our own command runs in this process, which has the models in memory."""
    given = ""
    for stage in command.split(" | "):
        if stage.startswith("corefpipe "):
            given = run_own(stage, given)
        else:
            given = subprocess.run(stage, shell=True, input=given, text=True, check=True, stdout=-1).stdout
    return given


def run_own(command: str, given: str) -> str:
    """What one of our commands prints, standard output first."""
    stdin = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
    with (
        patch.object(sys, "argv", shlex.split(command)),
        patch.object(sys, "stdin", stdin),
        one_base(),
        captured() as output,
    ):
        try:
            cli.main()
        except SystemExit as ended:
            if ended.code not in (None, 0, 2):
                raise
    return "".join(one.getvalue() for one in output)


@contextmanager
def captured() -> Iterator[tuple[Captured, Captured]]:
    """Standard output and error of the block."""
    out, err = Captured(), Captured()
    with redirect_stdout(out), redirect_stderr(err):
        yield out, err


class Captured(io.TextIOWrapper):
    """A stream of text that keeps what is written, with a buffer for bytes as that of a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def getvalue(self) -> str:
        """All that was written."""
        self.flush()
        return self.buffer.getvalue().decode()  # type: ignore[attr-defined]


LOADED: dict[str, object] = {}
"""Base pipelines by name."""


@contextmanager
def one_base() -> Iterator[None]:
    """Load each base pipeline once for all commands."""
    load = pipelines.load_base

    def load_base(name: str = "en") -> object:
        if name not in LOADED:
            LOADED[name] = load(name)
        return LOADED[name]

    with patch.object(pipelines, "load_base", load_base):
        yield


def _tidy(printed: str) -> str:
    """Output without times, trailing spaces and empty lines at its end."""
    lines = [line.rstrip() for line in re.sub(r"\bin \d+\.\d s\b", "in … s", printed).splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    os.environ.setdefault("COLUMNS", "100")
    for path in [Path(name).resolve() for name in sys.argv[1:]] or PAGES:
        text = renewed(path)
        if text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")
            print("renewed:", path.relative_to(ROOT))
