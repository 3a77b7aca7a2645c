"""Settings that replace those of a model: one declaration, from which all others are made or which they equal."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, fields
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, get_type_hints

import pytest
import spacy

import corefpipe
from corefpipe import batch
from corefpipe.batch.run import check_workers
from corefpipe.cli import book, explain, resolve, serve
from corefpipe.exceptions import SettingError
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.overrides import Overrides
from corefpipe.serving.settings import Settings as ServerSettings
from corefpipe.spacy_component.component import CorefComponent
from corefpipe.spacy_component.factories import make_coref
from corefpipe.spacy_component.settings import Settings as ComponentSettings
from corefpipe.utils.processes import PER_CORE
from corefpipe.utils.settings import takes_fields

NAMES = [field.name for field in fields(Overrides)]


@pytest.mark.parametrize("kind", [batch.Settings, ServerSettings, ComponentSettings])
def test_settings_inherit_them(kind):
    assert issubclass(kind, Overrides)
    needed = ("conll",) if kind is batch.Settings else ()
    given = kind(*needed, min_probability=0.5, mention_window=7, constraints=["genders"])
    assert given.overrides == Overrides(min_probability=0.5, mention_window=7, constraints=("genders",))
    with pytest.raises(SettingError, match=r"mention_window is -1\. It must be a whole number of mentions"):
        kind(*needed, mention_window=-1)


@pytest.mark.parametrize("command", [resolve.resolve, book.book, explain.explain, serve.serve])
def test_commands_have_options_for_all(command):
    parameters = signature(command).parameters
    assert [name for name in parameters if name in NAMES] == NAMES
    assert all(parameters[name].default is None for name in NAMES)


@pytest.mark.parametrize(
    ("function", "record"),
    [
        (corefpipe.resolve, Overrides),
        (corefpipe.load, ComponentSettings),
        (CorefComponent, ComponentSettings),
        (make_coref, ComponentSettings),
    ],
)
def test_functions_take_all(function, record):
    """Those that users call spell them out, for editors; the component and its factory have them from the record."""
    parameters = signature(function).parameters
    names = [field.name for field in fields(record)]
    assert [name for name in parameters if name in names] == names
    assert all(parameters[field.name].kind is Parameter.KEYWORD_ONLY for field in fields(record))
    assert {field.name: parameters[field.name].default for field in fields(record)} == {
        field.name: field.default for field in fields(record)
    }
    hints, own = get_type_hints(record), get_type_hints(function, vars(sys.modules[function.__module__]))
    if function in (corefpipe.resolve, corefpipe.load):
        assert {name: own[name] for name in names} == {name: hints[name] for name in names}


def test_a_record_is_passed_through():
    """What the record declares reaches a function that hands it on, and nothing else does."""

    @dataclass(frozen=True, kw_only=True)
    class More(Overrides):
        depth: int = 3

    @takes_fields(More)
    def use(name: str, **settings: Any) -> More:
        return More(**settings)

    assert [*signature(use).parameters] == ["name", *NAMES, "depth"]
    assert signature(use).parameters["depth"].annotation is int
    assert use("x", depth=4).depth == 4
    with pytest.raises(TypeError, match="unexpected keyword argument 'dept'"):
        CorefComponent(dept=4)
    with pytest.raises(Exception, match="dept"):
        spacy.blank("en").add_pipe("corefpipe", config={"dept": 4})


def test_a_mention_window_is_not_the_window_of_a_stream(run, samples, model, tmp_path):
    near = load_resolver(model, mention_window=1)
    assert near.features.spec.candidates.window == 1
    signatures = [batch.Settings("conll", str(model), mention_window=size).signature() for size in (1, 60)]
    assert [one["mention_window"] for one in signatures] == [1, 60]
    text = Path(samples / "ferry.txt").read_text(encoding="utf-8")
    wide, narrow = (corefpipe.resolve(text, model, mention_window=size).chains() for size in (60, 0))
    assert wide != narrow
    out = run("resolve", samples / "ferry.txt", "--model", model, "--mention-window", "0", "--format", "jsonl")[1]
    assert out != run("resolve", samples / "ferry.txt", "--model", model, "--format", "jsonl")[1]


@pytest.mark.parametrize("check", [lambda n: ServerSettings(processes=n), lambda n: check_workers(n, False)])
def test_servers_and_batches_have_as_many_processes_per_core(check):
    most = PER_CORE * (os.cpu_count() or 1)
    check(most)
    with pytest.raises(SettingError, match=f"processes is {most + 1}. Use 1 to {most}"):
        check(most + 1)
