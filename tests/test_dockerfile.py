"""The Dockerfile: it gets what the package is built from, and its commands exist."""

from __future__ import annotations

import json
import re
import tomllib

from helpers import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def instruction(name: str) -> list[str]:
    """The words of an instruction in the form of a list."""
    return json.loads(re.search(rf"^ *{name} (\[.*\])$", DOCKERFILE, re.MULTILINE)[1])


def test_all_that_the_package_is_built_from_is_sent():
    """As `pip install` needs it; and nothing else, so that an image does not depend on what lies around."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = {line[1:] for line in lines if line.startswith("!")}
    assert "*" in lines
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = {"pyproject.toml", "corefpipe", project["project"]["readme"], *project["project"]["license-files"]}
    needed |= set(project["tool"]["setuptools"]["package-dir"].values())
    assert {path.partition("/")[0] for path in needed} == kept
    assert all((ROOT / path).exists() for path in kept)


def test_its_command_and_its_health_check(run):
    name, command, *options = instruction("ENTRYPOINT")
    assert (name, command) == ("corefpipe", "serve")
    _, help, _ = run("serve", "--help")
    assert all(re.search(rf"^ +{option} ", help, re.MULTILINE) for option in options[::2])
    port = dict(zip(options[::2], options[1::2], strict=True))["--port"]
    assert f"EXPOSE {port}\n" in DOCKERFILE
    python, _, code = instruction("CMD")
    assert python == "python"
    compile(code, "Dockerfile", "exec")
    assert f"'127.0.0.1', {port}" in code
    assert "'/ready'" in code


def test_no_root():
    assert re.search(r"^USER 10001$", DOCKERFILE, re.MULTILINE)
