"""`corefpipe score` as a user runs it."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
from pathlib import Path

import pytest
from helpers.processes import start_python

import corefpipe
from corefpipe.scoring import COREFERENCE

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


SIGNATURE = f"|match:exact|singletons:keep|repeats:error|documents:error|words:check|v:{corefpipe.__version__}"


def test_prints_a_table_and_the_signature(run, files):
    code, out, err = run("score", *files)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["recall", "precision", "F1"]
    assert lines[2].split() == ["MUC", "50.00", "100.00", "66.67"]
    assert lines[-2].split()[0] == "CoNLL"
    assert lines[-1] == "mentions+muc+b3+ceafm+ceafe+blanc+lea" + SIGNATURE


def test_prints_json(run, files):
    code, out, _ = run("score", *files, "--json")
    scores = json.loads(out)
    assert code == 0
    assert list(scores) == ["mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "conll", "signature"]
    muc = scores["muc"]
    assert muc.pop("counts") == [1, 2, 1, 1]
    assert muc == pytest.approx({"recall": 1 / 2, "precision": 1 / 1, "f1": 2 / 3})
    assert scores["conll"] == pytest.approx(sum(scores[m]["f1"] for m in ("muc", "b_cubed", "ceaf_e")) / 3)


def test_prints_as_the_official_scorer(run, files):
    code, out, _ = run("score", *files, "--profile", "official", "--metrics", "muc")
    assert code == 0
    assert "METRIC muc:" in out
    assert "Coreference: Recall: (1 / 2) 50%\tPrecision: (1 / 1) 100%\tF1: 66.66%" in out


def test_drops_singletons(run, files):
    _, out, _ = run("score", *files, "--singletons", "drop", "--json")
    scores = json.loads(out)
    assert scores["mentions"]["counts"] == [2, 4, 2, 2]
    assert "singletons:drop" in scores["signature"]


def test_chooses_metrics(run, files):
    _, out, _ = run("score", *files, "--metrics", "conll, vi", "--json")
    assert list(json.loads(out)) == ["muc", "b_cubed", "ceaf_e", "vi", "conll", "signature"]


def _folders(tmp_path, names=("farm", "barn")) -> list[Path]:
    sides = [tmp_path / "key", tmp_path / "response"]
    for side in sides:
        side.mkdir()
        for name in names:
            (side / f"{name}.conll").write_text(KEY.replace("(farm)", f"({name})"), encoding="utf-8")
    return sides


def test_reads_folders(run, tmp_path):
    code, out, _ = run("score", *_folders(tmp_path), "--json")
    assert code == 0
    assert json.loads(out)["conll"] == 1


def test_rows(run, tmp_path):
    sides = _folders(tmp_path, ("GUM_news_farm", "GUM_bio_barn"))
    _, out, _ = run("score", *sides, "--per", "document")
    assert [line.split()[0] for line in out.splitlines()[1:-1]] == ["GUM_bio_barn", "GUM_news_farm", "all"]
    _, out, _ = run("score", *sides, "--per", "genre", "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {row["row"] for row in rows} == {"bio", "news", "all"}
    assert {row["metric"] for row in rows} == {*COREFERENCE, "conll"}
    _, out, _ = run("score", *sides, "--per", "document", "--json")
    assert list(json.loads(out)["rows"]) == ["GUM_bio_barn", "GUM_news_farm"]


def test_rows_by_mention_type(run, samples):
    path = samples / "bakery.conllu"
    code, out, _ = run("score", path, path, "--per", "mention-type", "--repeats", "first")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[1:-1]] == ["pronoun", "name", "nominal", "all"]


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
def test_standard_input(run, files, stdin, side):
    expected = run("score", *files)
    piped = files[side == "response"]
    stdin(piped.read_bytes())
    assert run("score", *("-" if path == piped else path for path in files)) == expected
    assert "standard input cannot be both" in run("score", "-", "-")[2]
    stdin(b"Mary has a lamb.")
    assert "standard input: the format text cannot hold chains" in run("score", files[0], "-")[2]


def test_errors_name_options(run, files):
    """Not the arguments of Python."""
    for option in (["--match", "head"], ["--match", "head", "--repeats", "official"]):
        code, _, err = run("score", *files, *option)
        assert code == 2
        assert "or use --match exact\n" in err
        assert "match=" not in err


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
    key, response = _folders(tmp_path)
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


def test_overlapping_mentions_of_one_id_are_said(run, files):
    text = KEY.replace("a (2", "a (2").replace("has -", "has (2").replace(". -\n\nfarm 0 0 She", ". 2)\n\nfarm 0 0 She")
    for path in files:
        path.write_text(text, encoding="utf-8")
    code, _, err = run("score", *files)
    assert code == 0
    assert "overlap" in err
    assert "nested" in err


def test_no_file(run, files):
    files[1].unlink()
    code, out, err = run("score", *files)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {files[1]}: no such file")


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
        (["--metrics", "vi"], "VI compares clusterings of the same items"),
    ],
)
def test_wrong_settings(run, files, options, message):
    files[1].write_text(KEY.replace("it (2)", "it -"), encoding="utf-8")
    code, out, err = run("score", *files, *options)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert message in err


def test_help_teaches(run):
    code, out, _ = run("score", "--help")
    assert code == 0
    assert "\n    corefpipe score key.conll response.conll\n" in out
    code, out, _ = run("--help")
    assert code == 0
    assert "score" in out
    assert run("--version")[:2] == (0, f"corefpipe {corefpipe.__version__}\n")


@pytest.mark.parametrize(
    ("raised", "expected", "message"),
    [
        (KeyboardInterrupt(), 1, "Interrupted."),
        (PermissionError(13, "Permission denied", "response.conll"), 2, "Permission denied: 'response.conll'"),
    ],
)
def test_interruptions_leave_no_traceback(run, files, monkeypatch, raised, expected, message):
    def fail(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr("corefpipe.cli.score.score_documents", fail)
    code, _, err = run("score", *files)
    assert code == expected
    assert message in err
    assert len(err.splitlines()) == 1


def test_scoring_imports_no_spacy(files, python):
    done = python("-X", "importtime", "-m", "corefpipe", "score", *map(str, files))
    imported = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert done.returncode == 0
    assert "CoNLL" in done.stdout
    assert "corefpipe.scoring" in imported
    assert not {"spacy", "sklearn", "scipy", "thinc", "rich"} & imported


def test_a_closed_pipe_is_no_crash(files):
    reader, writer = os.pipe()
    os.close(reader)
    process = start_python("-m", "corefpipe", "score", *files, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    _, errors = process.communicate()
    assert (process.returncode, errors) == (1, "")


def test_gap_has_scores_of_its_own(run, samples, tmp_path):
    key, predictions = samples / "gap.tsv", tmp_path / "predictions.tsv"
    assert run("convert", key, predictions)[0] == 0
    code, out, err = run("score", key, predictions, "--json")
    assert (code, err) == (0, "")
    scores = json.loads(out)
    assert list(scores) == ["overall", "masculine", "feminine", "bias"]
    assert scores["overall"]["f1"] == scores["bias"] == 1
    lines = predictions.read_text(encoding="utf-8").splitlines(keepends=True)
    predictions.write_text("".join(lines[1:]), encoding="utf-8")
    code, out, err = run("score", key, predictions)
    assert (code, out) == (2, "")
    assert "no prediction for 1 of 6 rows" in err


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


def test_names_are_printed_without_control_characters(run, files):
    name = "\x1b[2Jf\u202earm"
    for path in files:
        path.write_text(path.read_text(encoding="utf-8").replace("(farm)", f"({name})"), encoding="utf-8")
    _, out, _ = run("score", *files, "--per", "document")
    assert out.splitlines()[1].startswith(r"\x1b[2Jf\u202earm ")
    assert out.splitlines()[0].index("mentions") + 8 == out.splitlines()[1].index("100.00") + 6
    # CSV and JSON are data.
    assert run("score", *files, "--per", "document", "--csv")[1].splitlines()[1].startswith(name)
    assert name in json.loads(run("score", *files, "--per", "document", "--json")[1])["rows"]
    files[1].write_text(KEY, encoding="utf-8")
    code, _, err = run("score", *files, "--documents", "missing-as-empty")
    assert code == 0
    assert "\x1b" not in err
    assert r"documents of the key: \x1b[2Jf\u202earm" in err


def test_lines_outside_of_documents_are_warned_of(run, files):
    files[1].write_text(f"Made on Monday.\n{KEY}", encoding="utf-8")
    code, out, err = run("score", *files)
    assert code == 0
    assert out.splitlines()[2].split() == ["MUC", "100.00", "100.00", "100.00"]
    assert err == f"Warning: {files[1]}:1: a row outside of a document\n"
