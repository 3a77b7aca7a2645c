"""Options of `corefpipe score`: profiles, matching, what documents and words may differ in, and wrong ones."""

from __future__ import annotations

import json

import pytest
from helpers.farms import KEY, folders_of


def test_heads_are_matched_under_corefuds_profile(run, samples):
    path = samples / "bakery.conllu"
    code, out, err = run("score", path, path, "--profile", "corefud", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["conll"] == 1
    assert "match:head|singletons:drop" in out


def test_minimum_spans_come_from_the_parse(run, corpora):
    path = corpora / "ontogum" / "dev" / "GUM_bio_byron.gold_conll"
    code, out, _ = run("score", path, path, "--match", "min-span", "--json", "--repeats", "first")
    assert code == 0
    assert json.loads(out)["conll"] == 1


@pytest.mark.parametrize("side", ["key", "response"])
def test_refuses_repeated_spans(run, files, side):
    path = files[side == "response"]
    path.write_text(KEY.replace("Mary (1)", "Mary (1)(2)"), encoding="utf-8")
    code, out, err = run("score", *files)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {path}:2 (document farm): the {side} has 2 mentions of the words 1 (Mary)")
    assert "--repeats" in err
    code, _, err = run("score", *files, "--repeats", "official")
    assert (code, len(err.splitlines())) == (0, 1)
    assert err.startswith(f"Warning: {path}:2 (document farm): the {side} has 2 mentions")


def test_missing_documents_may_be_empty(run, tmp_path):
    key, response = folders_of(tmp_path)
    (response / "barn.conll").unlink()
    code, out, err = run("score", key, response)
    assert (code, out) == (2, "")
    assert "lacks 1 of the 2 documents of the key: barn" in err
    code, _, err = run("score", key, response, "--documents", "missing-as-empty")
    assert code == 0
    assert err.startswith("Warning: the response lacks 1 of the 2")


def test_words_may_be_ignored(run, files):
    files[1].write_text(KEY.replace("lamb", "goat"), encoding="utf-8")
    code, out, err = run("score", *files)
    assert (code, out) == (2, "")
    assert f'{files[1]}:5 (document farm): word 4 is "lamb" (line 5) in the key and "goat" (line 5)' in err
    code, _, _ = run("score", *files, "--words", "ignore")
    assert code == 0


def test_errors_name_options(run, files):
    """Not the arguments of Python."""
    for option in (["--match", "head"], ["--match", "head", "--repeats", "official"]):
        code, _, err = run("score", *files, *option)
        assert code == 2
        assert "or use --match exact\n" in err
        assert "match=" not in err


@pytest.mark.parametrize(
    "arguments", [["score"], ["scor", "a", "b"], ["score", "a", "b", "--jsn"], ["score", "a", "b", "--per", "word"]]
)
def test_usage_errors(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--repeats", "last"], "unknown repeats 'last'. Valid are error, first, official"),
        (["--match", "fuzzy"], "Valid are exact, head, partial, min-span"),
        (["--profile", "conll"], "Valid are strict, official, corefud"),
        (["--metrics", "f1"], "unknown metric 'f1'. Valid are mentions, muc"),
        (["--json", "--csv"], "both --json and --csv are given. Choose one"),
        (["--match", "head", "--repeats", "official"], "not defined"),
        (["--metrics", "vi"], "VI compares clusterings of the same items, but 1 mention is on one side only"),
    ],
)
def test_wrong_settings(run, files, options, message):
    files[1].write_text(KEY.replace("it (2)", "it -"), encoding="utf-8")
    code, out, err = run("score", *files, *options)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert message in err
