"""Cluster a table by `corefpipe cluster TABLE --model MODEL`."""

from __future__ import annotations

import json

import numpy as np
from helpers.people import FIELDS, pairwise, people, read, write


def test_clustering_adds_a_column(run, model, new, tmp_path):
    path, true = new
    code, out, err = run("cluster", path, "--model", model, "-o", tmp_path / "out.tsv")
    assert (code, out) == (0, "")
    assert f"{len(true)} rows in " in err
    rows = read(tmp_path / "out.tsv")
    assert rows[0] == [*FIELDS, "person"]
    assert [row[:-1] for row in rows] == read(path)
    found = [row[-1] for row in rows[1:]]
    assert pairwise(true, found) > 0.85
    assert list(dict.fromkeys(found)) == [str(number) for number in range(1, len(set(found)) + 1)]
    # Standard output has the same.
    assert run("cluster", path, "--model", model)[1] == (tmp_path / "out.tsv").read_text("utf8")


def test_threshold_and_number_of_clusters(run, model, new, tmp_path):
    path, true = new
    counts = []
    for threshold in (0, 0.01, 0.5, 0.99, 1):
        assert run("cluster", path, "--model", model, "-o", tmp_path / "out.tsv", "--threshold", threshold)[0] == 0
        counts.append(len({row[-1] for row in read(tmp_path / "out.tsv")[1:]}))
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (1, len(true))
    assert run("cluster", path, "--model", model, "-o", tmp_path / "out.tsv", "--n-clusters", 7)[0] == 0
    assert len({row[-1] for row in read(tmp_path / "out.tsv")[1:]}) == 7


def test_known_rows_keep_their_clusters(run, model, new, tmp_path):
    _, true = new
    rows = [row[1:] for row in people(40, 2)]
    first = {name: true.index(name) for name in true}
    known = [name if first[name] == number else "" for number, name in enumerate(true)]
    mixed = write(tmp_path / "mixed.tsv", ["person", *FIELDS], [[k, *row] for k, row in zip(known, rows, strict=True)])
    code, _, err = run("cluster", mixed, "--model", model, "-o", tmp_path / "out.tsv")
    assert code == 0
    assert f"{len(first)} rows keep their value in column 'person', {len(true) - len(first)} are assigned" in err
    found = [row[0] for row in read(tmp_path / "out.tsv")[1:]]
    assert all(value in ("", new) for value, new in zip(known, found, strict=True))
    assert np.mean(np.array(found) == np.array(true)) > 0.9


def test_an_empty_column_holds_no_clusters(run, model, new, tmp_path):
    header, *rows = read(new[0])
    path = write(tmp_path / "empty.tsv", ["person", *header], [[" ", *row] for row in rows])
    for options in ([], ["--n-clusters", "30"]):
        assert run("cluster", new[0], "--model", model, "-o", tmp_path / "a.tsv", *options)[0] == 0
        assert run("cluster", path, "--model", model, "-o", tmp_path / "b.tsv", *options)[0] == 0
        found = [row[0] for row in read(tmp_path / "b.tsv")[1:]]
        assert found == [row[-1] for row in read(tmp_path / "a.tsv")[1:]]


def test_equal_rows_in_any_number_are_one_cluster(run, model, new, tmp_path):
    header, *rows = read(new[0])
    for number in (2, 1001, 3000):  # blocking compares no rows whose words are all in more than 1000
        path = write(tmp_path / "equal.tsv", header, [rows[0]] * number)
        assert run("cluster", path, "--model", model, "-o", tmp_path / "out.tsv", "--probabilities")[0] == 0
        found = read(tmp_path / "out.tsv")[1:]
        assert len(found) == number
        assert {row[-2] for row in found} == {"1"}
        assert len({row[-1] for row in found}) == 1


def test_equal_rows_follow_known_clusters_and_decisions(run, model, new, tmp_path):
    header, *rows = read(new[0])
    mixed = [["", *rows[0]], ["Ann", *rows[0]], *[["", *rows[0]]] * 20, ["Bo", *rows[9]], *[["Ann", *rows[0]]] * 9]
    path = write(tmp_path / "mixed.tsv", ["person", *header], mixed)
    assert run("cluster", path, "--model", model, "-o", tmp_path / "out.tsv")[0] == 0
    assert [row[0] for row in read(tmp_path / "out.tsv")[1:]] == ["Ann"] * 22 + ["Bo"] + ["Ann"] * 9
    equal = write(tmp_path / "equal.tsv", header, [rows[0]] * 30)
    decided = write(tmp_path / "decided.tsv", ["joined", "line 1", "line 2"], [["no", "2", "31"]])
    assert run("cluster", equal, "--model", model, "-o", tmp_path / "out.tsv", "--decided", decided)[0] == 0
    found = [row[-1] for row in read(tmp_path / "out.tsv")[1:]]
    assert found[0] != found[29]
    assert len(set(found)) == 2


def test_equal_rows_that_the_model_keeps_apart_stay_apart(run, model, new, tmp_path):
    header, *rows = read(new[0])
    path = write(tmp_path / "equal.tsv", header, [rows[0]] * 20)
    for options, expected in ((["--threshold", 1], 20), (["--n-clusters", 7], 7), (["--n-clusters", 2], 2)):
        assert run("cluster", path, "--model", model, "-o", tmp_path / "out.tsv", *options)[0] == 0
        found = [row[-1] for row in read(tmp_path / "out.tsv")[1:]]
        assert len(set(found)) == expected
        assert list(dict.fromkeys(found)) == [str(number) for number in range(1, expected + 1)]


def test_json_lines(run, model, new, tmp_path):
    path, _ = new
    assert run("cluster", path, "--model", model, "-o", tmp_path / "out.tsv")[0] == 0
    expected = [row[-1] for row in read(tmp_path / "out.tsv")[1:]]
    rows = [dict(zip(FIELDS, row, strict=True)) for row in read(path)[1:]]
    objects = [{**row, "born": int(row["born"]), "phone": row["phone"] or None, "sure": True} for row in rows]
    lines = tmp_path / "new.jsonl"
    lines.write_text("".join(json.dumps(row) + "\n" for row in objects), encoding="utf8")
    assert run("cluster", lines, "--model", model, "-o", tmp_path / "out.jsonl")[0] == 0
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf8").splitlines()]
    assert [row.pop("person") for row in found] == expected
    assert found == objects
    assert run("cluster", lines, "--model", model)[1] == (tmp_path / "out.jsonl").read_text("utf8")
    assert run("cluster", lines, "--model", model, "-o", tmp_path / "out.csv")[0] == 0
    assert [row[-1] for row in read(tmp_path / "out.csv")[1:]] == expected


def test_standard_input(run, stdin, table, model, new, tmp_path):
    stdin(table.read_bytes())
    assert run("cluster", "-", "--id", "person", "-o", tmp_path / "other")[0] == 0
    assert (tmp_path / "other" / "weights.npy").read_bytes() == (model / "weights.npy").read_bytes()
    stdin(new[0].read_bytes())
    assert run("cluster", "-", "--model", model)[1] == run("cluster", new[0], "--model", model)[1]
    stdin(b'{"name": "Ann Lee"}\n')
    code, _, err = run("cluster", "-", "--model", model)
    assert (code, "standard input:1: there is no column 'street'" in err) == (2, True)
    stdin(json.dumps(dict.fromkeys(FIELDS, "1")).encode())
    assert json.loads(run("cluster", "-", "--model", model)[1])["person"] == "1"


def test_a_table_that_is_not_there(run, model, tmp_path):
    for options in (["--model", model], ["--id", "person", "-o", tmp_path / "other"]):
        code, _, err = run("cluster", tmp_path / "none.tsv", *options)
        assert code == 2
        assert f"Error: {tmp_path / 'none.tsv'}: no such file. Check the path" in err


def test_one_row_is_one_cluster(run, model, new, tmp_path):
    one = write(tmp_path / "one.tsv", FIELDS, read(new[0])[1:2])
    options = ["-o", tmp_path / "out.tsv", "--probabilities", "--review", tmp_path / "unsure.tsv"]
    code, _, err = run("cluster", one, "--model", model, *options)
    assert code == 0
    assert "1 row in 1 cluster, 0 of them of two rows or more\n" in err
    assert read(tmp_path / "out.tsv")[1][-2:] == ["1", "1.000"]


def test_what_does_not_fit(run, table, model, new, tmp_path):
    path, _ = new
    header = FIELDS[:-1]
    short = write(tmp_path / "short.tsv", header, [row[:-1] for row in read(path)[1:]])
    full = write(tmp_path / "full.tsv", ["person", *FIELDS], [["x", *row] for row in read(path)[1:]])
    for arguments, message in (
        (
            [path],
            "nothing says what to do. To learn: --id COLUMN, which has the clusters, and -o DIR. To cluster: --mo",
        ),
        ([table, "--id", "person"], "no folder for the model. Name one: -o DIR"),
        (
            [table, "--id", "person", "-o", model],
            "there is a model already. Name another folder, or replace it with --",
        ),
        ([table, "--id", "person", "-o", tmp_path / "a.tsv"], "a model is a folder, not a table. To learn: -o DIR"),
        ([table, "--id", "person", "-o", tmp_path], "the folder has other files"),
        ([table, "--id", "person", "-o", "m", "--threshold", "0.5"], "--threshold is for clustering, with --model"),
        ([path, "--model", model, "--learner", "l3m"], "--learner is for learning, without --model"),
        (
            [path, "--model", tmp_path / "none"],
            "there is no clusterer.toml, so no clusterer. Name a folder that `corefpipe cluster`",
        ),
        ([path, "--model", model, "-o", path], "the command reads this file, and would replace it"),
        ([path, "--model", model, "-o", tmp_path / "out.xlsx"], "tables end in .tsv, .csv or .jsonl, not in '.xlsx'"),
        ([path, "--model", model, "--id", "name"], "the model compares the column 'name'. Name another one with --id"),
        ([path, "--model", model, "--n-clusters", "5", "--threshold", "0.9"], "both --threshold and --n-clusters"),
        ([path, "--model", model, "--n-clusters", "1000"], "rows, and --n-clusters is 1000"),
        ([short, "--model", model], f"{short}:1: there is no column 'born'. The header has name, street, phone"),
        ([full, "--model", model], f"{full}: all rows have a value in column 'person'. Leave it empty for the rows"),
        ([table, "--id", "person", "-o", "m", "--set", "l3=1"], "unknown setting 'l3'. Learner binary and decoder agg"),
    ):
        code, _, err = run("cluster", *arguments)
        assert code == 2, arguments
        assert message in err, err
    assert run("cluster", table, "--id", "person", "-o", model, "--overwrite")[0] == 0


def test_a_value_that_tsv_cannot_hold(run, model, tmp_path):
    rows = [["Ann\nLee", "1 Oak Street", "", "1950"], ["Bob Stone", "2 Oak Street", "", "1960"]]
    path = write(tmp_path / "new.csv", FIELDS, rows)
    code, _, err = run("cluster", path, "--model", model, "-o", tmp_path / "out.tsv")
    assert code == 2
    assert f"{tmp_path / 'out.tsv'}:2: a value of column 'name' has a tab or line break" in err
    assert not (tmp_path / "out.tsv").exists()
    assert run("cluster", path, "--model", model, "-o", tmp_path / "out.csv")[0] == 0
    assert [row[:-1] for row in read(tmp_path / "out.csv")[1:]] == rows
