"""A table of people, a model that learned from it, and another table."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.people import FIELDS, people, write


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Path:
    """A table to learn from."""
    return write(tmp_path_factory.mktemp("tables") / "people.tsv", ["person", *FIELDS], people(60, 1))


@pytest.fixture
def model(run, table, tmp_path) -> Path:
    """A model that learned from it."""
    assert run("cluster", table, "--id", "person", "-o", tmp_path / "model")[0] == 0
    return tmp_path / "model"


@pytest.fixture
def new(tmp_path) -> tuple[Path, list[str]]:
    """Another table without clusters, and the true ones."""
    rows = people(40, 2)
    return write(tmp_path / "new.tsv", FIELDS, [row[1:] for row in rows]), [row[0] for row in rows]
