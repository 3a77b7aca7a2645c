"""TOML: what is written is read back unchanged; text that would cost much time or memory is refused."""

from __future__ import annotations

import tomllib
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.utils.toml import MAX_TOML, decoded_toml, from_toml, read_toml, to_toml

NAMES = st.text(st.characters(codec="utf-8"), max_size=4)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=6)
SCALARS = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
VALUES = SCALARS | st.lists(SCALARS, max_size=3)
TABLES = st.dictionaries(NAMES, VALUES | st.none(), max_size=3)


def without_none(table):
    return {
        name: without_none(value) if isinstance(value, dict) else value
        for name, value in table.items()
        if value is not None
    }


@given(TABLES)
def test_flat_settings_are_read_back(settings):
    assert tomllib.loads(to_toml(settings)) == without_none(settings)


@given(TABLES, TABLES)
def test_tables_are_read_back(settings, table):
    settings = {**settings, "decoder": table}
    assert tomllib.loads(to_toml(settings)) == without_none(settings)


@given(TABLES)
def test_what_is_written_can_be_read(settings):
    assert from_toml(decoded_toml(to_toml(settings).encode())) == without_none(settings)


def test_numbers_that_are_not_finite():
    assert to_toml({"a": [inf, -inf], "b": nan}) == "a = [inf, -inf]\nb = nan\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = " + "[" * 5000, "nested too deeply"),
        ("a = " + "{a=" * 5000, "nested too deeply"),
        (".".join("a" * 5000) + " = 1", "a key with over 100 dots"),  # quadratic time in tomllib
        ("[" + ".".join("a" * 5000) + "]", "a key with over 100 dots"),
        ("a = {" + ".".join("a" * 5000) + " = 1}", "a key with over 100 dots"),
        ('"\\"".' + ".".join("a" * 5000) + " = 1", "a key with over 100 dots"),
        ("a = ", "Invalid value"),
    ],
)
def test_hostile_text(text, message):
    with pytest.raises(ValueError, match=message):
        from_toml(text)


def test_dots_in_values_are_no_matter():
    names = [f"part.{i}.conllu" for i in range(300)]
    settings = {"trained_on": names, "weights": [0.5] * 300, "deviations": "." * 300}
    assert from_toml(to_toml(settings)) == settings


def test_files(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\n")
    assert read_toml(path) == "a = 1\n"
    path.write_bytes(b"a = 1\n" + b"#" * MAX_TOML)
    with pytest.raises(ValueError, match=f"over {MAX_TOML} bytes"):
        read_toml(path)
    path.write_bytes(b"\xff")
    with pytest.raises(UnicodeDecodeError):
        read_toml(path)
