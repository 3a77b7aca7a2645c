"""No command writes onto a file that it reads."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers.batches import TEXT, make

from corefpipe.cli.outputs import check_file, refuse_sources
from corefpipe.exceptions import SettingError
from corefpipe.utils.paths import as_path

CONLL = "#begin document (a); part 000\na 0 0 Ann NNP - - - - - - - (0)\n\n#end document\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The current folder: `x.txt`, the folder `corpus`, and other names of both."""
    make(
        tmp_path,
        {"x.txt": TEXT, "corpus/y.conll": CONLL, "corpus/sub/z.txt": TEXT, "b.ann": "", "b.txt": TEXT, "a.npz": ""},
    )
    make(
        tmp_path,
        {"m/resolver.toml": "", "m/features.toml": "", "m/weights.npz": ""},
    )
    (tmp_path / "link.txt").symlink_to("x.txt")
    (tmp_path / "hard.txt").hardlink_to(tmp_path / "x.txt")
    (tmp_path / "linked").symlink_to("corpus")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("out", "sources", "file"),
    [
        ("x.txt", ["x.txt"], "x.txt"),
        ("./corpus/../x.txt", ["corpus/y.conll", "x.txt"], "x.txt"),
        ("link.txt", ["x.txt"], "x.txt"),
        ("x.txt", ["link.txt"], "link.txt"),
        ("hard.txt", ["x.txt"], "x.txt"),
        ("corpus/y.conll", ["corpus"], "corpus/y.conll"),
        ("corpus/sub/z.txt", ["linked"], "linked/sub/z.txt"),
        ("b.txt", ["b.ann"], "b.txt"),  # the text of a brat file
        ("b.ann", ["b.txt"], "b.txt"),
        ("corpus", ["corpus/y.conll"], "corpus/y.conll"),
        (".", ["corpus/sub"], "corpus/sub/z.txt"),
    ],
)
def test_a_file_that_is_read_is_not_written(here, out, sources, file):
    with pytest.raises(SettingError, match=r"would replace it.*\. Name another output") as error:
        refuse_sources(Path(out), map(Path, sources))
    assert error.value.file == file


@pytest.mark.parametrize(
    ("out", "sources", "format"),
    [
        ("new.txt", ["x.txt", "corpus"], None),
        ("b.txt", ["x.txt", "corpus"], None),
        ("corpus", ["corpus/y.conll"], "jsonl"),  # y.jsonl
        ("corpus", ["corpus/sub"], "text"),
        ("corpus/new.conll", ["corpus"], None),
        ("x.txt", ["missing.txt", "y\0"], None),
        (os.devnull, [os.devnull], "text"),
    ],
)
def test_other_outputs(here, out, sources, format):
    refuse_sources(Path(out), map(Path, sources), format)


@pytest.mark.parametrize(
    "command",
    [
        ["resolve", "x.txt", "-o", "x.txt"],
        ["resolve", "x.txt", "--format", "jsonl", "-o", "./link.txt"],
        ["resolve", "corpus", "-o", "corpus/y.conll"],
        ["resolve", "--text", "x", "--model", "corpus", "-o", "corpus/sub/z.txt"],
        ["convert", "corpus/y.conll", "linked/y.conll"],
        ["convert", "corpus/y.conll", "corpus", "--to", "conll"],
        ["convert", "x.txt", "x.ann"],
        ["features", "extract", "soon2001", "corpus", "-o", "a.npz", "--like", "a.npz"],
        ["train", "corpus", "--dev", "corpus", "--features", "m/features.toml", "-o", "m", "--overwrite"],
    ],
)
def test_commands_refuse_it(run, here, command):
    before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    code, out, err = run(*command)
    assert (code, out) == (2, "")
    assert "the command reads this file, and would replace it" in err
    assert {path: path.read_bytes() for path in here.rglob("*") if path.is_file()} == before
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("resolve damaged.conll -o", "out.conll"),
        ("resolve damaged.conll -o", "out.html"),
        ("convert damaged.conll", "out.jsonl"),
        ("view damaged.conll -o", "out.html"),
        ("errors damaged.conll damaged.conll -o", "out.json"),
        ("compare damaged.conll damaged.conll damaged.conll --plot", "out.png"),
        ("words damaged.conll -o", "out"),
        ("words damaged.conll --paths", "out"),
        ("words damaged.conll --plot", "out.png"),
        ("cluster damaged.tsv --model m -o", "out.tsv"),
        ("cluster damaged.tsv --model m --review", "out.tsv"),
        ("features extract soon2001 damaged.conll -o", "out.npz"),
        ("features weights m -o", "out.html"),
    ],
)
@pytest.mark.parametrize("folder", ["none", "/proc", "x.txt"])
def test_files_that_cannot_be_written_are_refused_before_anything_is_read(run, here, command, name, folder):
    make(here, {"damaged.conll": "nothing", "damaged.tsv": ""})
    before = set(here.rglob("*"))
    code, out, err = run(*command.split(), f"{folder}/{name}")
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {folder}/{name}: the file cannot be written (No")
    assert err.endswith("). Name a file in an existing folder to which you may write\n")
    assert set(here.rglob("*")) == before


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("convert damaged.conll --to conll", ["out"]),
        ("resolve --text x --format conll -o", ["out"]),
        ("resolve damaged.conll --format html --model none -o", ["out"]),
        ("train damaged.conll --dev damaged.conll -o", ["out", "model.v1"]),
        ("tune damaged.conll --dev damaged.conll -o", ["out", "tuning.v1"]),
        ("cluster damaged.tsv --id x -o", ["out", "model.v1"]),
    ],
)
@pytest.mark.parametrize("folder", ["/proc", "/proc/new", "x.txt"])
def test_folders_that_cannot_be_created_are_refused_before_anything_is_read(run, here, command, names, folder):
    make(here, {"damaged.conll": "nothing", "damaged.tsv": ""})
    before = set(here.rglob("*"))
    for name in names:
        code, out, err = run(*command.split(), f"{folder}/{name}")
        assert (code, out) == (2, "")
        assert err.startswith(f"Error: {folder}/{name}: the folder cannot be created (No")
        assert "Name a folder to which you may write, or a new one in such a folder" in err
    assert set(here.rglob("*")) == before


@pytest.mark.parametrize(
    ("command", "beginning"),
    [
        (["convert", "corpus/y.conll", "-", "--to", "jsonl"], '{"doc_key": "a_0"'),
        (["resolve", "x.txt", "-o", "-"], "x: 2 chains"),
        (["resolve", "x.txt", "corpus/sub/z.txt", "-o", "-", "--format", "conll"], "#begin document (x)"),
        (["view", "corpus/y.conll", "-o", "-"], "<!doctype html>"),
        (["words", "x.txt", "--classes", "2", "--min-count", "1", "-o", "-"], "class\tword\t"),
    ],
)
def test_standard_output_by_its_sign(run, here, command, beginning):
    before = set(here.rglob("*"))
    code, out, _ = run(*command)
    assert (code, out[: len(beginning)]) == (0, beginning)
    assert set(here.rglob("*")) == before


def test_the_device_of_standard_output_may_be_a_pipe(python, here):
    done = python("-m", "corefpipe", "convert", "corpus/y.conll", "/dev/stdout", "--to", "jsonl")
    assert (done.returncode, done.stdout[:14]) == (0, '{"doc_key": "a')


def test_what_cannot_go_to_standard_output(run, here):
    assert "no format for standard output. Add --to conll" in run("convert", "corpus/y.conll", "-")[2]
    assert "docbin cannot be written to standard output" in run("convert", "corpus/y.conll", "-", "--to", "docbin")[2]


def test_redirected_streams(python, here):
    main = "from corefpipe.cli import main; main()"
    code = f"import os, sys; os.dup2(os.open('x.txt', os.O_RDONLY), 0); {main}"
    done = python("-c", code, "resolve", "--format", "conll", "-o", "hard.txt")
    assert (done.returncode, done.stderr) == (
        2,
        "Error: standard input: the command reads this file, and would replace it as hard.txt. Name another output\n",
    )
    code = f"import os, sys; os.dup2(os.open('x.txt', os.O_WRONLY | os.O_APPEND), 1); {main}"
    for command in (["resolve"], ["explain"], ["score", "corpus"], ["compare", "corpus", "corpus"]):
        done = python("-c", code, *command, "link.txt")
        assert "link.txt: the command reads this file, and would replace it as standard output." in done.stderr
    assert (here / "x.txt").read_text() == TEXT


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("score corpus none.conll", "none.conll"),
        ("errors corpus none.conll", "none.conll"),
        ("compare corpus corpus none.conll", "none.conll"),
        ("convert corpus/y.conll none.conll y.jsonl", "none.conll"),
        ("train corpus --dev none.conll -o model", "none.conll"),
        ("tune corpus --dev none.conll -o tuning", "none.conll"),
        ("features extract default corpus --like none.npz -o y.npz", "none.npz"),
        ("errors corpus corpus -o none/x.html", "none/x.html"),
        ("compare corpus corpus corpus --plot none/x.svg", "none/x.svg"),
        ("words x.txt --classes 2 -o none/x.tsv", "none/x.tsv"),
        ("words x.txt --classes 2 -o x.tsv --paths none/x.tsv", "none/x.tsv"),
        ("features extract default corpus -o none/x.npz", "none/x.npz"),
        ("cluster x.csv --model m -o none/x.csv", "none/x.csv"),
        ("cluster x.csv --model m -o y.csv --review none/x.csv", "none/x.csv"),
    ],
)
def test_a_path_that_is_not_there_is_refused_before_anything_is_read(run, here, command, path):
    # The errors of six novels took 24 seconds, and were lost for want of a folder.
    make(here, {"corpus/y.conll": "This cannot be read.", "x.csv": "name\nAnn\n"})
    code, out, err = run(*command.split())
    assert (code, out) == (2, "")
    reason = "no such file. Check the path" if path.startswith("none.") else "the file cannot be written (No such file"
    assert err.startswith(f"Error: {path}: {reason}")


def test_where_a_file_can_be_written(here):
    (here / "to-none").symlink_to("none/x.html")
    for out in (None, Path("new.html"), Path("x.txt"), Path("/dev/stdout"), as_path("memory://none/x.html")):
        check_file(out)
    for wrong in ("none/x.html", "x.txt/y.html", "to-none", "/proc/x.html"):
        with pytest.raises(SettingError, match="the file cannot be written"):
            check_file(Path(wrong))
    assert not list(here.glob("tmp*"))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("resolve x.txt corpus/sub/z.txt -o y.ann", "y.ann: a brat file can store only one document. Write them into"),
        ("resolve x.txt -o y.tsv", "x.txt (document x): the column `gap` marks no words as Pronoun"),
        ("resolve x.txt -o out --format gap", "x.txt (document x): the column `gap` marks no words as Pronoun"),
        ("convert x.txt corpus/sub/z.txt y.ann", "y.ann: a brat file can store only one document. Write them into"),
    ],
)
def test_what_the_format_cannot_hold_is_told_before_a_novel_is_resolved(run, here, monkeypatch, command, message):
    def forbidden(*_, **__):
        raise AssertionError("a document is parsed")

    monkeypatch.setattr("corefpipe.parsing.annotate._parsed", forbidden)
    code, out, err = run(*command.split())
    assert (code, out) == (2, "")
    assert message in err
    assert not (here / "y.ann").exists()
