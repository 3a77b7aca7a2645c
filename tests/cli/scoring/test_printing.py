"""What `corefpipe score` prints: tables, JSON, the rows of documents, genres and kinds of mentions."""

from __future__ import annotations

import csv
import io
import json

import pytest
from helpers.farms import KEY, folders_of

import corefpipe
from corefpipe.document import Document, Mention
from corefpipe.scoring import COREFERENCE

SIGNATURE = (
    f"|match:exact|singletons:keep|repeats:error|documents:error|words:check|zeros:ignore|v:{corefpipe.__version__}"
)


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


def test_rows(run, tmp_path):
    sides = folders_of(tmp_path, ("GUM_news_farm", "GUM_bio_barn"))
    _, out, _ = run("score", *sides, "--per", "document")
    assert [line.split()[0] for line in out.splitlines()[1:-1:3]] == ["GUM_bio_barn", "GUM_news_farm", "all"]
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
    assert [line.split()[0] for line in out.splitlines()[1:-1:3]] == ["pronoun", "name", "nominal", "all"]


def test_rows_have_recall_precision_and_f1(run, tmp_path):
    sides = folders_of(tmp_path, ("GUM_news_farm", "GUM_bio_barn"))
    _, out, _ = run("score", *sides, "--per", "document", "--metrics", "muc,vi")
    totals = corefpipe.score(*sides, metrics=["muc", "vi"])
    lines = out.splitlines()
    numbers = [f"{100 * number:.2f}" for number in (totals["muc"].recall, totals["muc"].precision, totals["muc"].f1)]
    assert [line.split() for line in lines[-4:-1]] == [
        ["all", "recall", numbers[0]],
        ["precision", numbers[1]],
        ["F1", numbers[2], f"{totals['vi'].value:.4f}"],
    ]
    assert all(line.index(".") == lines[1].index(".") for line in lines[1:-1])
    only = run("score", *sides, "--per", "document", "--metrics", "vi")[1]
    assert len(only.splitlines()) == 5  # one line per row where there is one number


@pytest.mark.parametrize("names", ["muc+b3+ceafe", "muc,b3,ceafe", "muc, b_cubed, ceaf_e", "conll"])
def test_metrics_are_named_as_in_signatures(run, files, names):
    out = run("score", *files, "--metrics", names)[1]
    assert out.splitlines()[-1].split("|")[0] == "muc+b3+ceafe"


def test_a_key_with_singletons_and_a_response_without_get_a_note(run, tmp_path):
    chain, words = [Mention(30, 31, "a"), Mention(31, 32, "a")], ["w"] * 32
    singletons = [Mention(n, n + 1, str(n)) for n in range(30)]
    corefpipe.write(Document("x", 0, words, [0], [*singletons, *chain]), tmp_path / "key.conll")
    corefpipe.write(Document("x", 0, words, [0], chain), tmp_path / "response.conll")
    for options, said in (([], "which count"), (["--singletons", "drop"], "which are dropped")):
        err = run("score", tmp_path / "key.conll", tmp_path / "response.conll", *options)[2]
        assert f"the key has 30 singletons, {said}" in err
        assert "the response has none" in err
    assert run("score", tmp_path / "key.conll", tmp_path / "key.conll")[2] == ""


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


def test_help_teaches(run):
    code, out, _ = run("score", "--help")
    assert code == 0
    assert "\n    corefpipe score key.conll response.conll\n" in out
    code, out, _ = run("--help")
    assert code == 0
    assert "score" in out
    assert run("--version")[:2] == (0, f"corefpipe {corefpipe.__version__}\n")
