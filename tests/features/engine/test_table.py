"""The mention table: attributes are computed once, and kept or dropped by what they depend on."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.registries import restored
from helpers.tables import lost_keys

from corefpipe.exceptions import SettingError
from corefpipe.features import ATTRIBUTES, attribute, model_of


def test_an_attribute_is_computed_once():
    table, calls = lost_keys(), []
    with restored(ATTRIBUTES):

        @attribute()
        def made(table):
            calls.append(len(table))
            return ["a"] * len(table)

        assert table.computed == ()
        assert np.array_equal(table["made"].codes, table["made"].codes)
        assert table.computed == ("made",)
    assert calls == [len(table)]


def test_other_models_make_other_columns():
    table = lost_keys()
    with restored(ATTRIBUTES):

        @attribute(learned="made_model")
        def made(table):
            return [model_of(table, "made_model")] * len(table)

        with pytest.raises(SettingError, match=r"the model 'made_model' has not been trained\. Call fit"):
            table["made"]
        for word in ("a", "b"):
            assert len(table["kind"].codes) == len(table)
            table.use_models({"made_model": word})
            assert table.computed == ("kind",)
            assert table["made"].names == [word]
        table.use_models(table.models)
        assert set(table.computed) == {"kind", "made"}


def test_unknown_attribute():
    with pytest.raises(SettingError, match=r"unknown mention attribute 'colour'.*`corefpipe features list` shows all"):
        lost_keys()["colour"]
