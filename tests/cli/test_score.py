"""`corefpipe score` as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import corefpipe

KEY = """#begin document (farm); part 000
farm 0 0 Mary (1)
farm 0 1 has -
farm 0 2 a (2
farm 0 3 lamb 2)
farm 0 4 . -

farm 0 0 She (1)
farm 0 1 feeds -
farm 0 2 it (2)
farm 0 3 . -

#end document
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A key, and a response that has `it` in a chain of its own."""
    key, response = tmp_path / "key.conll", tmp_path / "response.conll"
    key.write_text(KEY, encoding="utf-8")
    response.write_text(KEY.replace("it (2)", "it (3)"), encoding="utf-8")
    return key, response


def test_prints_a_table_and_the_signature(run, files):
    code, out, err = run("score", *files)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["recall", "precision", "F1"]
    assert lines[1].split() == ["MUC", "50.00", "100.00", "66.67"]
    assert lines[-2].split()[0] == "CoNLL"
    assert lines[-1] == f"muc+b3+ceafe|match:exact|singletons:keep|repeats:official|v:{corefpipe.__version__}"


def test_prints_json(run, files):
    code, out, _ = run("score", *files, "--json")
    scores = json.loads(out)
    assert code == 0
    assert list(scores) == ["muc", "b_cubed", "ceaf_e", "mentions", "conll", "signature"]
    assert scores["muc"] == pytest.approx({"recall": 1 / 2, "precision": 1 / 1, "f1": 2 / 3})
    assert scores["conll"] == pytest.approx(sum(scores[m]["f1"] for m in ("muc", "b_cubed", "ceaf_e")) / 3)


def test_drops_singletons(run, files):
    _, out, _ = run("score", *files, "--singletons", "drop", "--json")
    scores = json.loads(out)
    assert scores["mentions"] == pytest.approx({"recall": 2 / 4, "precision": 2 / 2, "f1": 2 / 3})
    assert "singletons:drop" in scores["signature"]


def test_reads_folders(run, tmp_path):
    for side in ("key", "response"):
        (tmp_path / side).mkdir()
        for name in ("farm", "barn"):
            (tmp_path / side / f"{name}.conll").write_text(KEY.replace("(farm)", f"({name})"), encoding="utf-8")
    code, out, _ = run("score", tmp_path / "key", tmp_path / "response", "--json")
    assert code == 0
    assert json.loads(out)["conll"] == 1


@pytest.mark.parametrize("side", ["key", "response"])
def test_warns_of_repeated_spans(run, files, side):
    path = files[side == "response"]
    path.write_text(KEY.replace("Mary (1)", "Mary (1)(2)"), encoding="utf-8")
    code, _, err = run("score", *files)
    assert code == 0
    assert len(err.splitlines()) == 1
    assert err.startswith(f"Warning: {path}:2 (document farm): ")
    assert "Mary" in err


def test_warns_once_of_a_span_repeated_often(run, files):
    files[1].write_text(KEY.replace("Mary (1)", "Mary (1)(2)(2)"), encoding="utf-8")
    _, _, err = run("score", *files)
    assert [line.endswith(" (2 times)") for line in err.splitlines()] == [True]


def test_refuses_repeated_spans_if_told_to(run, files):
    files[0].write_text(KEY.replace("Mary (1)", "Mary (1)(2)"), encoding="utf-8")
    code, out, err = run("score", *files, "--repeats", "error")
    assert (code, out) == (1, "")
    assert err.startswith(f"Error: {files[0]}:2 (document farm): ")


def test_words_may_be_ignored(run, files):
    files[1].write_text(KEY.replace("lamb", "goat"), encoding="utf-8")
    code, out, err = run("score", *files)
    assert (code, out) == (1, "")
    assert 'word 4 is "lamb" in the key and "goat" in the response' in err
    code, _, _ = run("score", *files, "--words", "ignore")
    assert code == 0


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda path: path.unlink(), "no such file"),
        (lambda path: path.write_text("", encoding="utf-8"), "lacks 1 of the 1 documents of the key: farm"),
        (lambda path: path.write_text(KEY.replace("(farm)", "(barn)"), encoding="utf-8"), "that the key lacks: barn"),
        (lambda path: path.write_text(KEY.replace("lamb 2)", "lamb -"), encoding="utf-8"), ":4 "),
        (lambda path: path.write_bytes(KEY.encode().replace(b"lamb", b"l\xffmb")), "UTF-8"),
    ],
    ids=["no file", "empty", "other document", "unclosed", "not UTF-8"],
)
def test_errors_are_readable(run, files, spoil, message):
    spoil(files[1])
    code, out, err = run("score", *files)
    assert (code, out) == (1, "")
    assert err.startswith("Error: ")
    assert message in err
    assert len(err.splitlines()) <= 2
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "arguments", [["score"], ["scor", "a", "b"], ["score", "a", "b", "--jsn"], ["score", "a", "b", "--repeats", "last"]]
)
def test_usage_errors(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err


def test_help_teaches(run):
    code, out, _ = run("score", "--help")
    assert code == 0
    assert "\n    corefpipe score key.conll response.conll\n" in out
    code, out, _ = run("--help")
    assert code == 0
    assert "score" in out
    assert run("--version")[:2] == (0, f"corefpipe {corefpipe.__version__}\n")


@pytest.mark.parametrize(
    ("raised", "message"),
    [
        (KeyboardInterrupt(), "Interrupted."),
        (PermissionError(13, "Permission denied", "response.conll"), "Permission denied: 'response.conll'"),
    ],
)
def test_interruptions_leave_no_traceback(run, files, monkeypatch, raised, message):
    def fail(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr("corefpipe.scoring.score", fail)
    code, _, err = run("score", *files)
    assert code == 1
    assert message in err
    assert len(err.splitlines()) == 1


def _python(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    root = str(Path(corefpipe.__file__).parents[1])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        text=True,
        encoding="utf-8",
        stderr=subprocess.PIPE,
        check=False,
        **options,
    )


def test_scoring_imports_no_spacy(files):
    done = _python("-X", "importtime", "-m", "corefpipe", "score", *map(str, files), stdout=subprocess.PIPE)
    imported = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert done.returncode == 0
    assert "CoNLL" in done.stdout
    assert "corefpipe.scoring" in imported
    assert not {"spacy", "sklearn", "scipy", "thinc", "rich"} & imported


def test_a_closed_pipe_is_no_crash(files):
    reader, writer = os.pipe()
    os.close(reader)
    done = _python("-m", "corefpipe", "score", *map(str, files), stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")
