"""Fuzz target of model folders: a file with any content is an error that names the folder, or a model."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corefpipe.exceptions import CorefpipeError
from corefpipe.resolver.model import Resolver
from corefpipe.utils.digests import SUMS


@st.composite
def damaged(draw, content: bytes) -> bytes:
    """A copy with other bytes in one place, any bytes, or a part."""
    start = draw(st.integers(0, len(content)))
    end = draw(st.integers(start, min(len(content), start + 40)))
    return content[:start] + draw(st.binary(max_size=20)) + draw(st.just(content[end:]) | st.just(b""))


@pytest.mark.parametrize("name", ["resolver.toml", "features.toml", "weights.npz", SUMS])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_file_of_a_model(name, data, model, tmp_path):
    folder = tmp_path / "model"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(model, folder)
    (folder / name).write_bytes(data.draw(damaged((model / name).read_bytes()) | st.binary(max_size=60)))
    if name != SUMS:
        (folder / SUMS).unlink()  # it would detect the damage before the file is parsed
    try:
        Resolver.from_disk(folder)
    except CorefpipeError as error:
        check(error, folder)


def check(error: CorefpipeError, folder: Path) -> None:
    assert str(folder) in str(error)
