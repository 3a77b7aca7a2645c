"""Fuzz targets: whatever bytes a reader is given, it reads them or says in which file, and how to go on.

`test_mutations` damages a sample in a few places; here hypothesis composes files of its lines, of pieces of all
formats and of any bytes, and makes what fails small.
"""

from __future__ import annotations

import re

import pytest
from helpers.documents import SAMPLES
from helpers.mutations import PIECES, READABLE, sample_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corefpipe.exceptions import FormatError
from corefpipe.formats import FORMATS, read

ANYTHING = st.binary(max_size=200)
quietly = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def composed(sample: bytes) -> st.SearchStrategy[bytes]:
    """Files of the lines and words of a sample, and of what means something in one of the formats."""
    lines = sorted(set(sample.splitlines(keepends=True)))
    words = sorted(set(re.findall(rb"[^\s\t]+", sample)))[:200]
    parts = st.sampled_from([*PIECES, *words]) | st.sampled_from(lines)
    return st.lists(parts, max_size=30).map(b"".join)


def check(error: FormatError) -> None:
    assert error.file
    assert error.cure
    assert len(str(error)) < 2000


@pytest.mark.parametrize("name", READABLE)
@quietly
@given(data=st.data())
def test_a_reader_reads_or_explains(name, data, tmp_path):
    source = sample_of(name)
    path = tmp_path / source.name
    path.write_bytes(data.draw(ANYTHING | composed(source.read_bytes())))
    if (companion := FORMATS[name].companion_of(source)) is not None:
        whole = companion.read_bytes()
        (tmp_path / companion.name).write_bytes(data.draw(st.just(whole) | ANYTHING | composed(whole)))
    try:
        documents = list(read(path, name, repeats="keep"))
    except FormatError as error:
        check(error)
        documents = list(read(path, name, repeats="keep", on_error="skip"))
    for document in documents:
        assert all(0 <= mention.start < mention.end <= len(document.words) for mention in document.mentions)


@quietly
@given(content=ANYTHING | composed((SAMPLES / "ferry.txt").read_bytes()))
def test_the_format_is_found_or_asked_for(content, tmp_path):
    path = tmp_path / "unknown"
    path.write_bytes(content)
    try:
        list(read(path))
    except FormatError as error:
        check(error)


LAYER = next((SAMPLES.parent / "layers").rglob("*.layer")).read_bytes()[:3000]


@quietly
@given(content=ANYTHING | composed(LAYER))
def test_a_layer(content, tmp_path):
    path = tmp_path / "x.layer"
    path.write_bytes(content)
    try:
        list(read(SAMPLES / "ferry.conllu", layer=path))
    except FormatError as error:
        check(error)
