"""Learn to cluster a table by `corefpipe cluster TABLE --id COLUMN`."""

from __future__ import annotations

import pytest
from helpers.people import FIELDS, pairwise, read, write


def test_learning_says_how_well_it_works(run, table, tmp_path):
    code, out, err = run("cluster", table, "--id", "person", "-o", tmp_path / "model")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"{len(read(table)) - 1} rows, 60 clusters"
    assert lines[1].startswith("  name: equal, edit, ")
    assert lines[5].startswith("All ")
    assert lines[5].endswith(" pairs of rows are compared")
    scores = [line.split() for line in lines[-3:-1]]
    assert [row[0] for row in scores] == ["pairwise", "B-cubed"]
    assert all(float(row[-1]) > 85 for row in scores)
    assert lines[-1] == f"Model written to {tmp_path / 'model'}"
    assert {path.name for path in (tmp_path / "model").iterdir()} == {
        "clusterer.toml", "weights.npy", "comparison.toml", "blocking.toml", "SHA256SUMS"
    }  # fmt: skip


def test_other_learners(run, table, new, tmp_path):
    options = ["--learner", "l3m", "--set", "gamma=0", "--set", "passes=2", "-o", tmp_path / "l3m"]
    assert run("cluster", table, "--id", "person", *options)[0] == 0
    assert run("cluster", new[0], "--model", tmp_path / "l3m", "-o", tmp_path / "out.tsv")[0] == 0
    assert run("cluster", table, "--id", "person", "--decoder", "best-link", "-o", tmp_path / "best")[0] == 0
    assert run("cluster", new[0], "--model", tmp_path / "best", "--threshold", "0.9")[0] == 0
    code, _, err = run("cluster", new[0], "--model", tmp_path / "l3m", "--threshold", "0.9")
    assert code == 2
    assert "--threshold needs probabilities of pairs, which the model does not have. Learn it with --learner" in err


def test_a_model_that_cannot_be_written(run, table, tmp_path, monkeypatch):
    monkeypatch.setattr("corefpipe.cli.clustering.learning.halving_score", lambda *_: pytest.fail("cross-validates"))
    for classifier in ("svc", "GaussianNB"):
        code, _, err = run(
            "cluster", table, "--id", "person", "-o", tmp_path / "model", "--set", f"classifier={classifier}"
        )
        assert code == 2
        assert "no weights to write. Files hold weights and plain settings, nothing that runs code: use a linear" in err


def test_partitioners(run, table, new, tmp_path):
    model = tmp_path / "model"
    learning = ["cluster", table, "--id", "person", "--decoder", "partitioner", "-o", model]
    code, out, _ = run(*learning, "--set", "partitioner=k-medoids")
    assert code == 0
    assert "in %, their number given):" in out
    code, _, err = run("cluster", new[0], "--model", model)
    assert (code, f"{model}: the model's decoder cannot tell how many clusters there are. Give -" in err) == (
        2,
        True,
    )
    assert "30 clusters" in run("cluster", new[0], "--model", model, "--n-clusters", "30", "-o", tmp_path / "o.tsv")[2]
    code, out, _ = run(*learning, "--set", "partitioner=complete", "--overwrite")
    assert (code, "number given" in out) == (0, False)


def test_keys_and_ignored_columns(run, table, tmp_path):
    header, *rows = read(table)
    numbered = [[*row, str(number), "x"] for number, row in enumerate(rows)]
    path = write(tmp_path / "keyed.csv", [*header, "number", "remark"], numbered)
    options = ["--id", "person", "--key", "number", "--ignore", "remark"]
    code, out, _ = run("cluster", path, *options, "-o", tmp_path / "model")
    assert code == 0
    assert "number" not in out
    assert "remark" not in out
    bare = write(tmp_path / "bare.csv", [*header[1:], "number"], [row[1:-1] for row in numbered])
    assert run("cluster", bare, "--model", tmp_path / "model", "--review", tmp_path / "unsure.tsv")[0] == 0
    assert read(tmp_path / "unsure.tsv")[0][2:4] == ["number 1", "number 2"]
    numbered[4][-2] = numbered[1][-2]
    code, _, err = run("cluster", write(path, [*header, "number", "remark"], numbered), *options, "-o", tmp_path / "b")
    assert code == 2
    assert f"{path}:6: the column 'number' has '1' as in line 3. A key is different in each row" in err


def test_a_field_without_values(run, table, model, new, tmp_path):
    header, *rows = read(table)
    path = write(tmp_path / "empty.tsv", [*header, "fax"], [[*row, ""] for row in rows])
    code, out, err = run("cluster", path, "--id", "person", "-o", tmp_path / "other")
    assert code == 0
    assert "Warning: the field 'fax' has no value in any of" in err
    assert "fax" not in out
    bare = write(tmp_path / "bare.tsv", FIELDS, [[row[0], row[1], "", row[3]] for row in read(new[0])[1:]])
    code, _, err = run("cluster", bare, "--model", model, "-o", tmp_path / "out.tsv")
    assert code == 0
    assert f"Warning: {bare}: the column 'phone' is empty in all rows" in err


def test_values_that_often_stand_for_missing_ones(run, table, model, new, tmp_path):
    header, *rows = read(table)
    for row in rows[1:4]:
        row[3] = " NaN"
    warning = f":3: 'NaN' in the column 'phone' is compared as any other value (3 of {len(rows)} rows have such ones)"
    path = write(tmp_path / "nan.tsv", header, rows)
    assert warning in run("cluster", path, "--id", "person", "-o", tmp_path / "other")[2]
    out = ["-o", tmp_path / "out.tsv", "--id", "who"]
    assert warning in run("cluster", path, "--model", model, *out)[2]
    assert "Warning" not in run("cluster", table, "--model", model, *out)[2]


@pytest.mark.parametrize(
    ("header", "rows", "message"),
    [
        (["person", "name"], [], ":1: there is a header and no row"),
        (["person", "name"], [["a", "Ann"]], ": there is one row. Give rows that belong together"),
        (["person", "name"], [["a", "Ann"], ["a", "Anne"]], ": all rows have the same value in column 'person'"),
        (["person", "name"], [["a", "Ann"], ["b", "Bob"]], ": no value in column 'person' occurs twice"),
        (["person", "name"], [["a", "Ann"], ["", "Bob"]], ":3: the column 'person' is empty"),
        (["person", "name"], [["a", "Ann"], ["b"]], ":3: 1 field in a table of 2 columns; there is none for 'name'"),
        (
            ["who", "name"],
            [["a", "Ann"]],
            ":1: there is no column 'person' to learn from. The header has who, name; to cluster",
        ),
        (
            ["person,name"],
            [["a,Ann"]],
            ":1: there is no column 'person' to learn from. The header has person,name and no more: tabs separate",
        ),
        (["person"], [["a"], ["a"], ["b"]], ":1: no column is left to compare. Add one"),
        (
            ["person", "name"],
            [["a", ""], ["a", ""], ["b", ""]],
            "table.tsv: all values of name are missing in all 3 records. At least one field needs values to compare",
        ),
    ],
)
def test_tables_to_learn_nothing_from(run, tmp_path, header, rows, message):
    path = write(tmp_path / "table.tsv", header, rows)
    code, _, err = run("cluster", path, "--id", "person", "-o", tmp_path / "model")
    assert code == 2
    assert message in err
    assert not (tmp_path / "model").exists()


def test_restaurants(run, corpora, tmp_path):
    """Fodor's and Zagat's restaurants (864 rows, 112 of them twice)."""
    lines = (corpora / "names" / "restaurant.txt").read_text("utf8", errors="replace").splitlines()
    rows = [line.split("\t") for line in lines if line.strip()]
    keys = [row[1].strip() for row in rows]
    half = {key: number % 2 for number, key in enumerate(sorted(set(keys)))}
    parts = [[row for row, key in zip(rows, keys, strict=True) if half[key] == which] for which in (0, 1)]
    texts = [[" ".join(row[2:]).strip() for row in part] for part in parts]
    labelled = [[row[1].strip(), text] for row, text in zip(parts[0], texts[0], strict=True)]
    train = write(tmp_path / "train.tsv", ["id", "text"], labelled)
    test = write(tmp_path / "test.tsv", ["text"], [[text] for text in texts[1]])
    assert run("cluster", train, "--id", "id", "-o", tmp_path / "model")[0] == 0
    assert run("cluster", test, "--model", tmp_path / "model", "-o", tmp_path / "out.tsv")[0] == 0
    found = [row[-1] for row in read(tmp_path / "out.tsv")[1:]]
    assert pairwise([row[1].strip() for row in parts[1]], found) > 0.85
