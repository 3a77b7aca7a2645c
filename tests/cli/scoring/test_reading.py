"""Files, folders and standard input that `corefpipe score` reads, and those that it cannot read."""

from __future__ import annotations

import json

import pytest
from helpers.farms import KEY, folders_of


def test_reads_folders(run, tmp_path):
    code, out, _ = run("score", *folders_of(tmp_path), "--json")
    assert code == 0
    assert json.loads(out)["conll"] == 1


@pytest.mark.parametrize("side", ["key", "response"])
def test_standard_input(run, files, stdin, side):
    expected = run("score", *files)
    piped = files[side == "response"]
    stdin(piped.read_bytes())
    assert run("score", *("-" if path == piped else path for path in files)) == expected
    assert "standard input cannot be both" in run("score", "-", "-")[2]
    stdin(b"Mary has a lamb.")
    assert "standard input: the format text cannot hold chains" in run("score", files[0], "-")[2]


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("lamb 2)", "lamb -", ":4 (document farm)", "never closed"),
        ("a (2", "a -", ":5 (document farm)", "never opened"),
        ("#end document\n", "", ":1 (document farm)", "comes before the document's `#end document`"),
        ("(farm)", "(barn)", "", "that the key lacks: barn"),
        ("She (1)", "She (1)\nfarm 0 0 soon -", ":9 (document farm)", 'word 7 is "feeds" (line 9)'),
        ("farm 0 4 . -\n", "", ":7 (document farm)", 'word 5 is "." (line 6)'),
        ("She", "Sie", ":8 (document farm)", '"Sie" (line 8)'),
        (" (farm)", "", ":1", "name"),
        ("Mary (1)", "Mary (1", ":2 (document farm)", "never closed"),
        ("Mary (1)", "Mary )1(", ":2 (document farm)", ")1("),
        ("Mary (1)", "Mary", ":3 (document farm)", "the row has 5 columns, those before it have 4"),
    ],
)
def test_bad_input_has_place_and_cure(run, files, old, new, place, message):
    files[1].write_text(KEY.replace(old, new, 1), encoding="utf-8")
    code, out, err = run("score", *files)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {files[1]}{place}")
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (KEY.encode().replace(b"lamb", b"l\xffmb"), "UTF-8"),
        ((KEY + KEY).encode(), "two documents of this name and part"),
        (b"Mary had a little lamb.\n", "outside of a document"),
    ],
    ids=["empty", "blank", "not UTF-8", "twice", "text"],
)
@pytest.mark.parametrize("side", [0, 1])
def test_bad_files(run, files, side, content, message):
    files[side].write_bytes(content)
    code, out, err = run("score", *files)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert message in err
    assert str(files[side]) in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + KEY.encode(),
        KEY.replace("\n", "\r\n").encode(),
        KEY.replace(" ", "\t")
        .replace("#begin\tdocument\t(farm);\tpart\t000", "#begin document (farm); part 0")
        .replace("#end\t", "#end ")
        .encode(),
        KEY.replace("#begin", "# begin").encode(),
        KEY.replace("(1)", "(person-1)")
        .replace("(2", "(event-12-World_War_2")
        .replace(" 2)", " event-12-World_War_2)")
        .encode(),
    ],
    ids=["BOM", "CRLF", "tabs", "spaced header", "ids are text"],
)
def test_odd_input_is_accepted(run, files, content):
    files[1].write_bytes(content)
    code, out, err = run("score", *files, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["conll"] == 1


def test_mentions_of_one_id_that_may_share_a_word_are_said(run, files):
    text = KEY.replace("a (2", "a (2|2)").replace("has -", "has (2")
    for path in files:
        path.write_text(text, encoding="utf-8")
    code, _, err = run("score", *files)
    assert code == 0
    assert "they are read as `(2)`, a mention of this word" in err


def test_no_file(run, files):
    files[1].unlink()
    code, out, err = run("score", *files)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {files[1]}: no such file")


@pytest.mark.parametrize("folder", [False, True])
def test_a_format_without_chains_is_refused(run, files, tmp_path, folder):
    (tmp_path / "texts").mkdir()
    text = tmp_path / "texts/farm.txt"
    text.write_text("Mary has a lamb. She feeds it.", encoding="utf-8")
    path = text.parent if folder else text
    for sides in ((files[0], path), (path, files[0])):
        for profile in ("strict", "official"):
            code, out, err = run("score", *sides, "--profile", profile)
            assert (code, out) == (2, "")
            assert f"{text}: the format text cannot hold chains: there is nothing to score" in err
    # A file in which no chains happen to be is scored.
    files[1].write_text("#begin document (farm); part 000\n#end document\n", encoding="utf-8")
    assert run("score", *files, "--words", "ignore")[0] == 0


def test_lines_outside_of_documents_are_warned_of(run, files):
    files[1].write_text(f"Made on Monday.\n{KEY}", encoding="utf-8")
    code, out, err = run("score", *files)
    assert code == 0
    assert out.splitlines()[2].split() == ["MUC", "100.00", "100.00", "100.00"]
    assert err == f"Warning: {files[1]}:1: a row outside of a document\n"
