"""`corefpipe cluster`: learn from a table, cluster another, review, known clusters, errors with file and line."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

import numpy as np
import pytest

from corefpipe.scoring.scorer import score_partitions

FIRST = "Anna Robert Maria James Susan Peter Linda Thomas Karen Daniel".split()
LAST = "Smith Johnson Novak Garcia Miller Brown Fischer Dubois Rossi Jansen".split()
STREETS = ["Oak Street", "Main Street", "River Road", "Station Avenue", "Church Lane"]
FIELDS = ["name", "street", "phone", "born"]


def misspelt(text: str, chance: random.Random) -> str:
    """A text with two letters swapped, or as it is."""
    if len(text) < 4 or chance.random() < 0.5:
        return text
    place = chance.randrange(1, len(text) - 2)
    return text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def people(n: int, seed: int) -> list[list[str]]:
    """Rows of person, name, street, phone and born; one to three for each of n people."""
    chance = random.Random(seed)
    rows = []
    for number in range(n):
        first, last = chance.choice(FIRST), chance.choice(LAST)
        street = f"{chance.randrange(1, 200)} {chance.choice(STREETS)}"
        phone, born = f"555-{chance.randrange(1000, 9999)}", str(chance.randrange(1935, 2003))
        for _ in range(chance.choice([1, 1, 2, 3])):
            forms = [f"{first} {last}", f"{last}, {first}", f"{first[0]}. {last}", misspelt(first, chance) + f" {last}"]
            name = chance.choice(forms)
            known = phone if chance.random() < 0.7 else ""
            rows.append([f"p{number}", name, misspelt(street, chance), known, born])
    chance.shuffle(rows)
    return rows


def write(path: Path, header: list[str], rows: list[list[str]]) -> Path:
    """Write a TSV or CSV file."""
    with path.open("w", encoding="utf8", newline="") as stream:
        if path.suffix == ".csv":
            csv.writer(stream, lineterminator="\n").writerows([header, *rows])
        else:
            stream.writelines("\t".join(row) + "\n" for row in [header, *rows])
    return path


def read(path: Path) -> list[list[str]]:
    """The rows of a TSV or CSV file."""
    with path.open(encoding="utf8", newline="") as stream:
        if path.suffix == ".csv":
            return list(csv.reader(stream))
        return [line.rstrip("\n").split("\t") for line in stream]


def pairwise(key: list[str], response: list[str]) -> float:
    """Pairwise F1 of two columns."""
    one, other = (np.unique(column, return_inverse=True)[1] for column in (key, response))
    return score_partitions([one], [other], metrics=["pairwise"])["pairwise"].f1


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Path:
    """A table to learn from."""
    return write(tmp_path_factory.mktemp("tables") / "people.tsv", ["person", *FIELDS], people(60, 1))


@pytest.fixture
def model(run, table, tmp_path) -> Path:
    """A model that learned from it."""
    assert run("cluster", table, "--id", "person", "-o", tmp_path / "model")[0] == 0
    return tmp_path / "model"


@pytest.fixture
def new(tmp_path) -> tuple[Path, list[str]]:
    """Another table without clusters, and the true ones."""
    rows = people(40, 2)
    return write(tmp_path / "new.tsv", FIELDS, [row[1:] for row in rows]), [row[0] for row in rows]


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


def test_what_the_model_is_unsure_of(run, model, new, tmp_path):
    path, _ = new
    options = ["-o", tmp_path / "out.csv", "--review", tmp_path / "unsure.tsv", "--probabilities", "--id", "who"]
    assert run("cluster", path, "--model", model, *options)[0] == 0
    header, *rows = read(tmp_path / "out.csv")
    assert header == [*FIELDS, "who", "who_probability"]
    assert all(0 <= float(row[-1]) <= 1 for row in rows)
    top, *pairs = read(tmp_path / "unsure.tsv")
    assert top == ["probability", "joined", "line 1", "line 2", *(f"{f} {n}" for f in FIELDS for n in (1, 2))]
    doubt = [abs(float(pair[0]) - 0.5) for pair in pairs]
    assert doubt == sorted(doubt)
    for pair in pairs:
        one, two = (rows[int(line) - 2] for line in pair[2:4])
        assert pair[4::2] == one[: len(FIELDS)]
        assert pair[5::2] == two[: len(FIELDS)]
        assert pair[1] == ("yes" if one[-2] == two[-2] else "no")


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


def test_what_somebody_has_decided(run, model, new, tmp_path):
    path, _ = new
    options = ["--model", model, "-o", tmp_path / "out.tsv"]
    assert run("cluster", path, *options, "--review", tmp_path / "unsure.tsv")[0] == 0
    header, *pairs = read(tmp_path / "unsure.tsv")
    # Every answer is turned round, as far as the ones before allow; the rest is left open.
    group: dict[str, str] = {}
    for number, pair in enumerate(pairs):
        pair[1] = {"yes": "no", "no": "yes"}[pair[1]] if not group.keys() & set(pair[2:4]) else ""
        group |= dict.fromkeys(pair[2:4], str(number))
    assert {pair[1] for pair in pairs} == {"yes", "no", ""}
    decided = write(tmp_path / "decided.tsv", header, pairs)
    assert run("cluster", path, *options, "--decided", decided)[0] == 0
    found = [row[-1] for row in read(tmp_path / "out.tsv")]
    for pair in pairs:
        if pair[1]:
            one, two = (found[int(line) - 1] for line in pair[2:4])
            assert (one == two) == (pair[1] == "yes")


def test_decided_pairs_of_known_rows(run, model, tmp_path):
    rows = [
        ["1", "p", "Ann Lee", "1 Oak Street", "", "1950"],
        ["2", "", "Bob Stone", "2 Oak Street", "", "1960"],
        ["3", "q", "Bob Stone", "2 Oak Street", "", "1960"],
    ]
    table = write(tmp_path / "new.tsv", ["nr", "person", *FIELDS], rows)
    decided = write(tmp_path / "decided.csv", ["nr 1", "nr 2", "joined"], [["2", "1", "Yes"]])
    out = tmp_path / "out.tsv"
    options = ["--model", model, "--key", "nr", "-o", out, "--decided", decided]
    assert run("cluster", table, *options)[0] == 0
    assert [row[1] for row in read(out)[1:]] == ["p", "p", "q"]
    for pairs, message in (
        (
            [["2", "1", "yes"], ["3", "2", "yes"]],
            ":3: rows of the clusters 'q' and 'p' are joined",
        ),
        ([["3", "2", "yes"], ["2", "3", "no"]], ":3: the two rows are kept apart, but other lines"),
        ([["2", "1", "maybe"]], ":2: 'maybe' in column 'joined'. Write yes or no"),
        ([["2", "4", "no"]], f":2: no row of {table} has the nr '4'"),
        ([["2", "2", "yes"]], ":2: a pair of '2' and itself"),
    ):
        write(decided, ["nr 1", "nr 2", "joined"], pairs)
        code, _, err = run("cluster", table, *options)
        assert code == 2
        assert f"{decided}{message}" in err
    code, _, err = run("cluster", table, "--model", model, "--decided", decided)
    assert code == 2
    assert f"{decided}:1: there is no column 'line 1'" in err


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


def test_pairs_of_the_same_values_are_reviewed_once(run, model, new, tmp_path):
    header, *rows = read(new[0])
    once, twice = (write(tmp_path / name, header, rows * n) for name, n in (("once.tsv", 1), ("twice.tsv", 2)))
    found = []
    for path in (once, twice):
        code, _, err = run("cluster", path, "--model", model, "-o", tmp_path / "o.tsv", "--review", tmp_path / "r.tsv")
        assert code == 0
        pairs = [tuple(sorted([tuple(row[4::2]), tuple(row[5::2])])) for row in read(tmp_path / "r.tsv")[1:]]
        assert f"{len(pairs)} unsure pairs written to" in err
        assert len(set(pairs)) == len(pairs)
        assert ("more have the same values as one of them" in err) == (path == twice)
        found.append(set(pairs))
    assert len(found[0] & found[1]) > len(found[0]) / 2


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
