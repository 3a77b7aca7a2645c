"""Two files to score."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.farms import KEY


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A key, and a response that has `it` in a chain of its own."""
    key, response = tmp_path / "key.conll", tmp_path / "response.conll"
    key.write_text(KEY, encoding="utf-8")
    response.write_text(KEY.replace("it (2)", "it (3)"), encoding="utf-8")
    return key, response
