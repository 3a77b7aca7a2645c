"""The examples in docstrings: every public name has one, and all print what they show."""

from __future__ import annotations

import doctest
import inspect
import runpy
import warnings
from collections.abc import Iterator
from contextlib import chdir
from typing import Any

import pytest
from helpers import ROOT

REFERENCE = runpy.run_path(str(ROOT / "docs" / "hooks" / "reference.py"))
PUBLIC = {
    f"{package}.{name}": one
    for package, names in REFERENCE["public"]().items()
    for name, one in names.items()
    if inspect.isclass(one) or inspect.isfunction(one)
}


def examples(one: Any) -> Iterator[doctest.DocTest]:
    """The examples of a class or function, and of the members of a class."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    yield from (found for found in finder.find(one, module=False) if found.examples)


@pytest.fixture(scope="module")
def known(tmp_path_factory) -> Iterator[dict[str, Any]]:
    """What the examples know, in a folder in which they may write."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "corpora").symlink_to(ROOT / "corpora")
    names: dict[str, Any] = {}
    with chdir(folder):
        exec(REFERENCE["SETUP"], names)
        yield names


@pytest.mark.parametrize("name", PUBLIC)
def test_examples_print_what_they_show(name, known):
    found = list(examples(PUBLIC[name]))
    assert found, "no example"
    for test in found:
        test.globs = dict(known)
        report: list[str] = []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            runner.run(test, out=report.append)
        assert runner.failures == 0, "".join(report)
