"""Pairs of rows that the model is unsure of, and those that somebody has decided."""

from __future__ import annotations

from helpers.people import FIELDS, read, write


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
