"""Time a newcomer's way: clone, install as the start page says, then each guide to its last line.

    python eval/guides/measure.py [CLONE_FROM]

Blocks run as a reader would run them in the clone: `console` lines in a shell, `python` blocks of a page in one
interpreter, `sh` blocks if they only install packages; others need corpora or a server that a newcomer does not have.
What is printed must be what the page shows. Reading is not timed. Writes result.json.
"""

from __future__ import annotations

import json
import os
import re
import resource
import runpy
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGES = runpy.run_path(str(ROOT / "docs" / "run.py"))
INSTALLS = re.compile(r"(pip install .*\n)+")
SESSION = """
import contextlib, io, json, sys, traceback
names = {"__name__": "__main__"}
for line in sys.stdin:
    printed, failed = io.StringIO(), False
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            exec(compile(json.loads(line), "guide", "exec"), names)
        except Exception:
            failed = True
            traceback.print_exc()
    print(json.dumps([printed.getvalue(), failed]), flush=True)
"""
"""Runs the Python blocks of a page, one line of JSON each, as an interactive session does."""


@dataclass
class Visit:
    """What became of a page: its blocks by kind, and each difference between what it shows and what was printed."""

    counts: dict[str, int] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)

    def compare(self, what: str, shown: str, printed: str) -> None:
        """Note a difference."""
        if PAGES["_tidy"](printed) != PAGES["_tidy"](shown):
            self.differences.append(f"{what}\nshown:\n{shown}\nprinted:\n{printed}")


def visit(page: Path, clone: Path, env: dict[str, str]) -> Visit:
    """Run the blocks of a page in a clone, in order."""
    text, found = page.read_text(encoding="utf-8"), Visit()
    with subprocess.Popen(
        ["python", "-c", SESSION], cwd=clone, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as session:
        for block in PAGES["BLOCK"].finditer(text):
            language, title, content = block.groups()
            if title == "output" or (language == "sh" and not INSTALLS.fullmatch(content)):
                continue
            found.counts[language] = found.counts.get(language, 0) + 1
            if title:
                (clone / title).parent.mkdir(parents=True, exist_ok=True)
                (clone / title).write_text(content, encoding="utf-8")
            elif language == "sh":
                subprocess.run(["bash", "-c", content], cwd=clone, env=env, check=True, stdout=subprocess.DEVNULL)
            elif language == "console":
                _console(content, clone, env, found)
            elif language == "python":
                shown = PAGES["OUTPUT"].match(text, block.end())
                _python(content, shown[0] if shown else "", session, found)
        assert session.stdin is not None
        session.stdin.close()
    return found


def _console(content: str, clone: Path, env: dict[str, str], found: Visit) -> None:
    """Run each command of a session, and compare its output."""
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", content, re.MULTILINE):
        done = subprocess.run(["bash", "-c", command], cwd=clone, env=env, capture_output=True, text=True)
        found.compare(f"$ {command}", shown, done.stdout + done.stderr)


def _python(code: str, shown: str, session: subprocess.Popen[str], found: Visit) -> None:
    """Run a block in the session, and compare what it prints."""
    assert session.stdin is not None
    assert session.stdout is not None
    session.stdin.write(json.dumps(code) + "\n")
    session.stdin.flush()
    printed, failed = json.loads(session.stdout.readline())
    output = re.sub(r"\A\n```text title=\"output\"\n|```\n\Z", "", shown)
    if failed:
        found.differences.append(f"{code}\nfailed:\n{printed}")
    else:
        found.compare(code, output, printed)


def _clean(clone: Path) -> None:
    """Make a clone as it was, with its environment."""
    for command in (["clean", "-fdqx", "-e", ".venv"], ["checkout", "-q", "."]):
        subprocess.run(["git", "-C", str(clone), *command], check=True)


class Clock:
    """Minutes and CPU seconds, of child processes that have ended, since it was made."""

    def __init__(self) -> None:
        self._start, self._cpu = time.monotonic(), self._used()

    def read(self) -> dict[str, float]:
        """Both values."""
        minutes = (time.monotonic() - self._start) / 60
        return {"minutes": round(minutes, 2), "cpu_s": round(self._used() - self._cpu, 1)}

    def _used(self) -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure, print differences, write result.json."""
    source = sys.argv[1] if len(sys.argv) > 1 else ROOT.as_uri()
    install = PAGES["BLOCK"].search((ROOT / "docs" / "start.md").read_text(encoding="utf-8"))[3]
    hidden = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV")
    env = {name: value for name, value in os.environ.items() if name not in hidden} | {"COLUMNS": "100"}
    result: dict[str, object] = {"machine": machine()}
    with tempfile.TemporaryDirectory() as folder:
        clone, clock = Path(folder) / "corefpipe", Clock()
        commands = install.replace("URL-OF-THE-REPOSITORY", source)
        shell = ["bash", "-euo", "pipefail", "-c", commands]
        subprocess.run(shell, cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)
        result["install"] = clock.read()
        env["PATH"] = f"{clone / '.venv' / 'bin'}:{env['PATH']}"
        guides: dict[str, object] = {}
        for page in sorted((clone / "docs" / "guides").glob("*.md")):
            clock = Clock()
            found = visit(page, clone, env)
            _clean(clone)
            guides[page.stem] = clock.read() | {"blocks": found.counts, "differences": len(found.differences)}
            print(page.stem, guides[page.stem], flush=True)
            print("\n".join(found.differences), end="", flush=True)
    result["guides"] = guides
    (HERE / "result.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
