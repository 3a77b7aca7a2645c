"""`corefpipe explain`."""

from __future__ import annotations

import pytest

TEXT = "Ann lost her keys. She found them."


def test_every_mention_with_an_antecedent(run):
    code, out, err = run("explain", "--text", TEXT)
    assert (code, err) == (0, "")
    heads = [line for line in out.splitlines() if line.startswith('"')]
    assert [line.split('"')[1] for line in heads] == ["her", "She", "them"]
    found = [line.split('"')[3] for line in heads]
    assert found[0] == "Ann"
    assert found[1] in ("Ann", "her")  # of one chain, so that either is right
    assert found[2] == "her keys"
    assert all(line.endswith(" are in one chain") for line in heads)
    assert out.count("probability of the link") == 3
    assert out.count("for the link") == out.count("against it") == 3


def test_two_mentions(run):
    code, out, _ = run("explain", "--text", TEXT, "--mention", "THEM", "--antecedent", "Ann")
    assert code == 0
    assert out.startswith('"them" and "Ann" are not in one chain\n')
    assert "number match: other" in out


def test_a_file(run, samples):
    code, out, _ = run("explain", samples / "bakery.txt", "--mention", "she")
    assert code == 0
    assert out.count('"she" and ') + out.count('"She" and ') == out.count("for the link") > 0


def test_an_antecedent_that_only_one_of_the_files_has(run, tmp_path):
    # The first file without it ended the command.
    for name, text in (("a", "Bob slept. He snored."), ("b", TEXT), ("c", "They slept.")):
        (tmp_path / f"{name}.txt").write_text(text)
    code, out, err = run("explain", tmp_path, "--mention", "her", "--antecedent", "Ann")
    assert (code, err) == (0, "")
    assert out.startswith('"her" and "Ann" are in one chain')
    assert out.count("for the link") == 1
    assert "no 'Eve' in the text" in run("explain", tmp_path, "--mention", "her", "--antecedent", "Eve")[2]
    assert "no 'Bob' before 'her'" in run("explain", tmp_path, "--mention", "her", "--antecedent", "Bob")[2]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--text", TEXT, "--mention", "Bo"], "no 'Bo' in the text"),
        (["--text", TEXT, "--mention", "her", "--antecedent", "Bo"], "no 'Bo' in the text"),
        (["--text", TEXT, "--mention", "Ann", "--antecedent", "her"], "no 'her' before 'Ann'. The antecedent is"),
        (["--text", TEXT, "--antecedent", "Ann"], "--antecedent without --mention"),
        (["--text", TEXT, "x.txt"], "both --text and files"),
    ],
)
def test_wrong_options(run, options, message):
    code, out, err = run("explain", *options)
    assert (code, out) == (2, "")
    assert message in err


def test_nothing_to_explain(run):
    assert run("explain", "--text", "It rains.")[:2] == (
        0,
        "No mention has an antecedent. Ask for one: --mention WORDS\n",
    )


def test_settings(run):
    code, out, _ = run("explain", "--text", TEXT, "--mention", "she", "--antecedent", "Ann", "--min-probability", "1")
    assert code == 0
    assert out.startswith('"She" and "Ann" are not in one chain\n')
    assert "links need a probability of at least 1" in out
    assert run("explain", "--text", TEXT, "--threshold", "1e6")[1].startswith("No mention has an antecedent")
    assert "gamma is 2" in run("explain", "--text", TEXT, "--gamma", "2")[2]
