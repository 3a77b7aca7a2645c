"""Writing TOML: what is written is read back unchanged."""

from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from corefpipe.utils.toml import to_toml

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
