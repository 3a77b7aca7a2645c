"""`--code FILE`: features and decoders of a user's own in every command, and in the processes that it starts."""

from __future__ import annotations

import json

import pytest
import typer
from helpers.batches import make, results
from helpers.own_code import DECODER, FEATURE, FORMAT, forgotten, write_code, write_set
from helpers.packages import install
from helpers.servers import started_server

import corefpipe
from corefpipe.cli import COMMANDS, command_line
from corefpipe.resolver.model import Resolver

TEXT = "Ann lost her keys. She found them."


@pytest.fixture(autouse=True)
def _forgotten():
    with forgotten():
        yield


@pytest.fixture
def mine(run, samples, tmp_path):
    """The folder of a model with a feature of `my_code.py`, both in `tmp_path`."""
    data = samples / "bakery.conllu"
    options = ("--features", write_set(tmp_path), "--code", write_code(tmp_path), "--min-count", "1", "--passes", "1")
    with forgotten():
        code, out, _ = run("train", data, "--dev", samples / "ferry.conllu", "-o", tmp_path / "mine", *options)
    assert (code, out.splitlines()[-1]) == (0, f"Model written to {tmp_path / 'mine'}")
    return tmp_path / "mine"


def test_every_command_has_it():
    app = typer.main.get_command(command_line())
    commands = {name: app.commands[name] for name in COMMANDS}
    commands |= commands.pop("features").commands
    for name, command in commands.items():
        assert [one.name for one in command.params if "--code" in one.opts] == ["code"], name


def test_a_model_needs_the_code_with_every_command(run, mine, tmp_path):
    text = tmp_path / "note.txt"
    text.write_text(TEXT, encoding="utf-8")
    commands = {
        "resolve": ("--text", TEXT, "--model", mine),
        "explain": ("--text", TEXT, "--model", mine),
        "link": (text, "--model", mine, "-o", tmp_path / "entities.jsonl"),
        "features": ("weights", mine),
    }
    for name, arguments in commands.items():
        code, _, error = run(name, *arguments)
        assert code == 2
        assert "the model needs the pair feature both_long of my_code.py, which has not been imported" in error
        assert "Add --code my_code.py to the command" in error
        with forgotten():
            assert run(name, *arguments, "--code", tmp_path / "my_code.py")[0] == 0


@pytest.mark.slow
def test_a_server_imports_it(mine, tmp_path):
    pytest.importorskip("uvicorn", reason="the extra [serve] is not installed")
    with started_server("--model", str(mine), "--code", str(tmp_path / "my_code.py")) as server:
        reply = server.request("/resolve", {"text": TEXT})
        assert (reply.status, reply.json["text"]) == (200, TEXT)
        assert server.request("/streams", {}).status == 201


@pytest.mark.slow
def test_a_cluster_imports_it(run, mine, tmp_path):
    distributed = pytest.importorskip("distributed")
    make(tmp_path / "texts", {f"{number}.txt": TEXT for number in range(3)})
    options = ("--model", mine, "--code", tmp_path / "my_code.py", "--format", "conll")
    with distributed.LocalCluster(n_workers=1, host="127.0.0.1", dashboard_address="127.0.0.1:0") as cluster:
        for name, more in (("here", ()), ("there", ("--dask", cluster.scheduler_address))):
            with forgotten():
                code, _, error = run("resolve", tmp_path / "texts", "-o", tmp_path / name, *options, *more)
            assert code == 0, error
    assert results(tmp_path / "there") == results(tmp_path / "here")
    assert len(results(tmp_path / "there")) == 3


def test_feature_sets(run, samples, tmp_path):
    known = write_set(tmp_path)
    code, _, error = run("features", "show", known)
    assert code == 2
    assert "unknown pair feature 'both_long'" in error
    assert "One of your own: give its file with --code" in error
    code, out, _ = run("features", "show", known, "--code", write_code(tmp_path))
    assert code == 0
    assert "Whether both mentions have several words." in out
    data, out = samples / "bakery.conllu", tmp_path / "found.npz"
    assert run("features", "extract", known, data, "-o", out, "--code", tmp_path / "my_code.py")[0] == 0


def test_formats(run, samples, tmp_path):
    own = ("--code", write_code(tmp_path, FORMAT, "my_format.py"))
    code, out, _ = run("convert", samples / "bakery.conllu", "-", "--to", "upper", *own)
    assert code == 0
    assert out == out.upper() != out.lower()
    assert run("convert", samples / "bakery.conllu", tmp_path / "note.upper", *own)[0] == 0
    assert (tmp_path / "note.upper").read_text(encoding="utf-8") == out


def test_bad_code(run, tmp_path):
    wrong = write_code(tmp_path, "x ===\n", "wrong.py")
    for command in (("resolve", "--text", TEXT), ("features", "list"), ("train", "x", "--dev", "x", "-o", "y")):
        code, out, error = run(*command, "--code", wrong)
        assert (code, out, error) == (2, "", f"Error: {wrong}:1: not valid Python: invalid syntax. Mend the file\n")
        code, out, error = run(*command, "--code", "none.py")
        assert (code, out) == (2, "")
        assert error.startswith("Error: none.py: the code cannot be read (No such file or directory)")


def test_code_in_a_configuration(run, samples, tmp_path):
    write_code(tmp_path)
    write_set(tmp_path)
    config = tmp_path / "recipe.toml"
    config.write_text(
        f'paths = ["{samples}/bakery.conllu"]\ndev = ["{samples}/ferry.conllu"]\ncode = ["my_code.py"]\n'
        f'features = "{tmp_path}/mine.toml"\nmin_count = 1\n[set]\npasses = 1\n',
        encoding="utf-8",
    )
    assert run("train", "--config", config, "-o", tmp_path / "mine")[0] == 0
    assert Resolver.from_disk(tmp_path / "mine").meta["code"] == ["my_code.py"]


@pytest.mark.slow
def test_processes_of_a_batch(run, mine, tmp_path):
    (tmp_path / "texts").mkdir()
    for name in "ab":
        (tmp_path / "texts" / f"{name}.txt").write_text(TEXT, encoding="utf-8")
    own = ("--model", mine, "--code", tmp_path / "my_code.py", "--processes", "2")
    code, _, error = run("resolve", tmp_path / "texts", "--format", "jsonl", "-o", tmp_path / "out", *own)
    assert (code, "2 files, 2 documents" in error) == (0, True), error
    code, _, error = run("link", tmp_path / "texts", "-o", tmp_path / "entities.jsonl", *own)
    assert (code, "2 files, 2 documents" in error) == (0, True), error
    write_code(tmp_path, FEATURE + "\n# A remark.\n")
    with forgotten():
        resumed = run("resolve", tmp_path / "texts", "--format", "jsonl", "-o", tmp_path / "out", "--resume", *own)
    assert resumed[0] == 2
    assert "code" in resumed[2]


@pytest.mark.slow
def test_processes_of_a_tuning(run, samples, tmp_path):
    decoder = write_code(tmp_path, DECODER, "my_decoder.py")
    own = ("--features", write_set(tmp_path), "--decoder", "nothing-together")
    codes = ("--code", write_code(tmp_path), "--code", decoder)
    data = (samples / "bakery.conllu", "--dev", samples / "ferry.conllu", "--mentions", "gold", "--min-count", "1")
    grid = ("--grid", "l2=0,0.1", "--processes", "2", "-o", tmp_path / "tuning")
    code, out, error = run("tune", *data, *own, *codes, *grid)
    assert code == 0, error
    assert f"--code {tmp_path / 'my_code.py'} --code {decoder}" in out
    lines = (tmp_path / "tuning" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("error", "") for line in lines[1:]] == ["", ""]


@pytest.mark.slow
def test_a_package_brings_the_code(run, mine, tmp_path, monkeypatch):
    options = ("package", mine, tmp_path / "dist", "--name", "own_law", "--licence", "MIT")
    code, _, error = run(*options)
    assert code == 2
    assert "Add --code my_code.py to the command" in error
    assert run(*options, "--code", tmp_path / "my_code.py")[0] == 0
    (wheel,) = (tmp_path / "dist").rglob("*.whl")
    install(wheel, tmp_path / "installed")
    monkeypatch.syspath_prepend(tmp_path / "installed")
    by_folder = run("resolve", "--text", TEXT, "--model", mine, "--code", tmp_path / "my_code.py")
    with forgotten():
        assert run("resolve", "--text", TEXT, "--model", "own_law") == by_folder
        again = ("package", "own_law", tmp_path / "again", "--name", "law_2", "--build", "none")
        assert run(*again)[0] == 0
    assert len(list((tmp_path / "again").rglob("code/my_code.py"))) == 1
    with forgotten():
        assert corefpipe.resolve(TEXT, "own_law").chains()
