"""Settings that replace those of a model: one declaration, from which all others are made or which they equal."""

from __future__ import annotations

import os
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("function", [corefpipe.resolve, corefpipe.load, CorefComponent, make_coref])
def test_functions_take_all(function):
    parameters = signature(function).parameters
    assert [name for name in parameters if name in NAMES] == NAMES
    if function is not make_coref:  # spaCy gives it the defaults
        assert all(parameters[name].default is None for name in NAMES)


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
