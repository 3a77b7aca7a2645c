"""`--config`: reading the options of a command from a TOML file."""

from __future__ import annotations

import pytest
import typer

from corefpipe.cli import command_line, config
from corefpipe.resolver.model import Resolver


@pytest.fixture
def train(run, samples, tmp_path):
    def train(text: str, *options: object):
        (tmp_path / "recipe.toml").write_text(text, encoding="utf-8")
        return run("train", "--config", tmp_path / "recipe.toml", *options)

    for name in ("bakery", "ferry"):
        (tmp_path / f"{name}.conllu").write_bytes((samples / f"{name}.conllu").read_bytes())
    return train


RECIPE = """
paths = ["bakery.conllu"]
dev = ["ferry.conllu"]
out = "model"
mentions = "gold"
parse = "given"
min-count = 2

[set]
passes = 2
average = false
"""


def test_paths_are_relative_to_the_file(train, tmp_path):
    code, out, err = train(RECIPE)
    assert (code, err) == (0, "")
    assert out.endswith(f"Model written to {tmp_path / 'model'}\n")
    meta = Resolver.from_disk(tmp_path / "model").meta
    wanted = {"mentions": "gold", "parse": "given", "min_count": 2, "passes": 2, "average": False}
    assert wanted.items() <= meta.items()
    assert meta["trained_on"] == ["bakery.conllu"]


def test_the_command_line_overrides_the_file(train, tmp_path):
    assert train(RECIPE, "-o", tmp_path / "other", "--min-count", "1")[0] == 0
    assert Resolver.from_disk(tmp_path / "other").meta["min_count"] == 1
    assert not (tmp_path / "model").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("min_cuont = 3", "unknown option 'min_cuont'. Did you mean min_count? Valid are base, base_steps, "),
        ("paths = 'x'", "'paths' is 'x'. Write a list"),
        ("out = ['x']", "'out' is ['x']. Write one value"),
        ("set = 3", "'set' is not a table. Write [set]"),
        ("paths = [", "not a TOML file: "),
        ("paths = " + "[" * 5000, "not a TOML file: nested too deeply. See --config"),
        (".".join("a" * 5000) + " = 1", "not a TOML file: a key with over 100 dots"),
        ("#" * 2**21, "not a TOML file: over 1048576 bytes"),
        ("threshold = nan", "unknown option 'threshold'. Valid are base, base_steps, "),
    ],
)
def test_wrong_files(train, tmp_path, text, message):
    code, out, err = train(text)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {tmp_path / 'recipe.toml'}: {message}")


def test_no_file(run, tmp_path):
    code, _, err = run("train", "--config", tmp_path / "none.toml")
    assert (code, err) == (
        2,
        f"Error: {tmp_path / 'none.toml'}: it cannot be read (No such file or directory). Check the path\n",
    )


def test_values_are_checked_as_those_of_options(train):
    code, _, err = train(RECIPE.replace('mentions = "gold"', 'mentions = "silver"'))
    assert code == 2
    assert "'silver' is not one of 'predicted', 'gold'" in err


def test_all_options_that_can_be_repeated_are_lists():
    params = typer.main.get_command(command_line(["train"])).commands["train"].params
    several = {one.name for one in params if one.nargs == -1 or getattr(one, "multiple", False)}
    assert several - {"settings"} == config._SEVERAL
