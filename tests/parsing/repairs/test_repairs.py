"""The list of all repairs of the parse."""

from __future__ import annotations

import inspect
from importlib import import_module
from pkgutil import iter_modules

from helpers.columns import make_columns

from corefpipe.parsing import repairs
from corefpipe.parsing.repairs import REPAIRS


def test_each_module_has_one_repair_in_the_list():
    found = []
    for module in iter_modules(repairs.__path__):
        own = import_module(f"{repairs.__name__}.{module.name}")
        functions = inspect.getmembers(own, inspect.isfunction)
        found += [one for name, one in functions if one.__module__ == own.__name__ and name[0] != "_"]
        assert len(found) == len({one.__module__ for one in found})
    assert sorted(found, key=str) == sorted(REPAIRS, key=str)
    assert len(found) == sum(1 for _ in iter_modules(repairs.__path__))


def test_no_tokens():
    columns = make_columns()
    for repair in REPAIRS:
        repair(columns)
    assert columns == make_columns()
