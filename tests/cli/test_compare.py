"""`corefpipe compare` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corefpipe.scoring import compare

DOCUMENT = """#begin document ({name}); part 000
{name} 0 0 Mary (1)
{name} 0 1 has -
{name} 0 2 a (2
{name} 0 3 lamb 2)
{name} 0 4 . -

{name} 0 0 She (1)
{name} 0 1 feeds -
{name} 0 2 it (2)
{name} 0 3 . -

#end document
"""

Files = tuple[Path, Path, Path]


def write(path: Path, it: str, documents: int = 12) -> Path:
    """Write documents with `it` in the given chain; every third document keeps the chain of the key."""
    texts = (DOCUMENT.format(name=f"d{number}") for number in range(documents))
    changed = (text.replace("it (2)", f"it {it}") if number % 3 else text for number, text in enumerate(texts))
    path.write_text("".join(changed), encoding="utf-8")
    return path


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """A key, a response with each `it` in a chain of its own, and a response equal to the key."""
    sides = {"key": "(2)", "old": "(3)", "new": "(2)"}
    key, a, b = (write(tmp_path / f"{name}.conll", it) for name, it in sides.items())
    return key, a, b


def test_prints_tables_and_the_signature(run, files):
    code, out, err = run("compare", *files, "--metrics", "conll")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == [f"A: {files[1]}", f"B: {files[2]}"]
    assert "\n".join(lines[2:]) == str(compare(*files, metrics="conll"))
    assert [line.split()[0] for line in lines[4:8]] == ["MUC", "B-cubed", "CEAF-e", "CoNLL"]
    assert lines[10].endswith("B is better")
    assert lines[-1].endswith("|samples:10000|confidence:0.95|seed:0")


def test_prints_json(run, files):
    code, out, err = run("compare", *files, "--metrics", "muc,lea", "--samples", "500", "--seed", "3", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert [found[name] for name in ("key", "response_a", "response_b")] == list(map(str, files))
    assert list(found["metrics"]) == ["muc", "lea"]
    assert (found["documents"], found["samples"], found["seed"]) == (12, 500, 3)
    # 8 of 12 documents lack one of the two links.
    row = found["metrics"]["muc"]
    assert row["a"] == pytest.approx(2 * (16 / 24) * 1 / (16 / 24 + 1))
    assert (row["b"], row["verdict"]) == (1, "B is better")
    expected = compare(*files, metrics=("muc", "lea"), samples=500, seed=3).to_dict()
    assert found["metrics"] == json.loads(json.dumps(expected["metrics"]))


def test_policies_are_those_of_score(run, files):
    code, out, _ = run("compare", *files, "--singletons", "drop", "--confidence", "0.9", "--json")
    found = json.loads(out)
    assert code == 0
    assert "|singletons:drop|" in found["signature"]
    assert found["confidence"] == 0.9


def test_warnings_name_the_response(run, files):
    text = files[2].read_text(encoding="utf-8")
    files[2].write_text(text.replace("d4 0 0 Mary (1)", "d4 0 0 Mary (1)|(9)"), encoding="utf-8")
    code, out, err = run("compare", *files, "--repeats", "first")
    assert (code, len(err.splitlines())) == (0, 1)
    assert err.startswith("Warning: B: ")
    assert "d4" in err
    assert "Warning" not in out


def test_warns_of_few_documents(run, tmp_path):
    files = [write(tmp_path / f"{number}.conll", "(2)", documents=3) for number in range(3)]
    code, _, err = run("compare", *files)
    assert code == 0
    assert err.startswith("Warning: 3 documents are few: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--samples", "0"], "0 samples. Draw at least 1"),
        (["--confidence", "95"], "a confidence of 95 is outside its range. It is a fraction"),
        (["--seed", "-1"], "the seed -1 is negative"),
        (["--metrics", "bleu"], "unknown metric 'bleu'"),
        (["--profile", "lax"], "unknown profile 'lax'"),
        (["--sample", "10"], "--sample"),
    ],
)
def test_wrong_settings(run, files, arguments, message):
    code, out, err = run("compare", *files, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_a_missing_document_is_an_error(run, files, tmp_path):
    fewer = write(tmp_path / "fewer.conll", "(2)", documents=11)
    code, out, err = run("compare", files[0], files[1], fewer)
    assert (code, out) == (2, "")
    assert "lacks 1 of the 12 documents" in err
    assert "(response B)" in err


def test_a_single_document_is_an_error(run, tmp_path):
    files = [write(tmp_path / f"{number}.conll", "(2)", documents=1) for number in range(3)]
    code, out, err = run("compare", *files)
    assert (code, out) == (2, "")
    assert "two documents at least" in err
    assert len(err.splitlines()) == 1


def test_a_missing_file_is_an_error(run, files, tmp_path):
    code, out, err = run("compare", *files[:2], tmp_path / "none.conll")
    assert (code, out) == (2, "")
    assert "none.conll" in err


def test_help_teaches(run):
    code, out, _ = run("compare", "--help")
    assert code == 0
    assert "\n    corefpipe compare key.conll old.conll new.conll\n" in out
    assert "compare" in run("--help")[1]


def test_a_format_without_chains_is_refused(run, files, tmp_path):
    text = tmp_path / "d0.txt"
    text.write_text("Mary has a lamb.", encoding="utf-8")
    code, out, err = run("compare", *files[:2], text)
    assert (code, out) == (2, "")
    assert "the format text cannot hold chains: there is nothing to score (response B)" in err


def test_names_are_printed_without_control_characters(run, files, tmp_path):
    b = tmp_path / "\x1b[2Jb.conll"
    b.write_text(files[2].read_text(encoding="utf-8").replace("d0", "d\x1b0"), encoding="utf-8")
    code, out, err = run("compare", *files[:2], b, "--documents", "missing-as-empty", "--samples", 100)
    assert code == 0
    assert "\x1b" not in out + err
    assert rf"B: {tmp_path}/\x1b[2Jb.conll" in out
    assert r"that the key lacks: d\x1b0" in err


def test_plots(run, files, tmp_path):
    pytest.importorskip("matplotlib")
    plot = tmp_path / "plot.svg"
    code, out, err = run("compare", *files, "--metrics", "conll", "--samples", "100", "--plot", plot)
    assert (code, err) == (0, "")
    assert "B is better" in out
    assert plot.read_text(encoding="utf-8").startswith("<?xml")
    code, _, err = run("compare", *files, "--plot", tmp_path / "plot.pdf")
    assert code == 2
    assert "Name a file that ends in .png or .svg" in err
    code, _, err = run("compare", *files, "--plot", files[0])
    assert code == 2
