"""`corefpipe features` as a user runs it."""

from __future__ import annotations

import json
from itertools import takewhile

import numpy as np
import pytest
from scipy import sparse

from corefpipe.features import ATTRIBUTES, PAIR_FEATURES, Spec, load_extract, packaged_sets

KINDS = ("attribute", "boolean", "categorical", "numeric")


def headings(out: str) -> list[str]:
    return [line for line in out.splitlines() if line and not line.startswith(" ")]


def test_list(run):
    code, out, err = run("features", "list")
    assert (code, err) == (0, "")
    counts = {kind: sum(known.kind == kind for known in PAIR_FEATURES.values()) for kind in KINDS}
    counts |= {"attribute": len(ATTRIBUTES), "sets": len(packaged_sets())}
    assert headings(out) == [f"{kind} ({count})" for kind, count in counts.items()]
    names = {line.split()[0] for line in out.splitlines() if line.startswith("  ") and line[2] != " "}
    assert names == {*ATTRIBUTES, *PAIR_FEATURES, *packaged_sets()}
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize("kind", KINDS)
def test_list_one_kind(run, kind):
    code, out, _ = run("features", "list", "--kind", kind)
    assert code == 0
    assert [heading.split()[0] for heading in headings(out)] == [kind, "sets"]


def entry(out: str, name: str) -> str:
    """The text about one name in a list or on a page."""
    lines = out.splitlines()
    (first,) = [i for i, line in enumerate(lines) if line.split()[:1] == [name] and line[2] != " "]
    rest = takewhile(lambda line: line.startswith("   "), lines[first + 1 :])
    return " ".join([lines[first], *map(str.strip, rest)])


def test_what_the_list_says(run):
    out = run("features", "list")[1]
    said = entry(out, "compatible_between")
    assert "candidates between the two that do not disagree with the anaphor" in said
    assert "Bins: ≤0 ≤1 ≤2 ≤4 ≤9 >9" in said
    assert "Source: Bengtson & Roth 2008, section 3.1.4" in said
    assert "default" in said
    assert "Values: ana in ante, ante in ana" in entry(out, "embedding")
    assert Spec.load("default").source.split(",")[0] in " ".join(out.split("sets (")[1].split())


@pytest.mark.parametrize("name", packaged_sets())
def test_show_every_set(run, name):
    code, out, err = run("features", "show", name)
    assert (code, err) == (0, "")
    spec = Spec.load(name)
    assert out.startswith(f"{name}\n{'=' * len(name)}\n\n")
    said = " ".join(out.split())
    assert " ".join(spec.source.split()) in said
    assert f"window {spec.candidates.window}" in said
    assert f"{len(spec.link)} templates of links" in said
    for feature in (*spec.features, *spec.starts):
        assert feature.name in said
        assert " ".join(feature.note.split()) in said
    for group in spec.groups:
        assert " ".join(group.name.split()) in said
    for line in spec.deviations.split("\n"):
        assert " ".join(line.split()) in said
    assert all(len(line) <= 100 or line.startswith("  ") for line in out.splitlines())


MINE = """
name = "mine"
source = "of one's own"
deviations = '''
- none
- or some'''
all_pairs = true

[candidates]
window = 7

[[link]]
group = "Words"
conjoin = ["ana.kind"]
[link.features]
HEAD = "head_match"
NEAR = { use = "mention_distance", at_least = [2, 5], conjoin = ["ana.kind", "types"], note = "nearly the paper's" }
SAME = "number_match=same"
NUMBER = "number_match"

[[link]]
group = "Constant"
deviations = "ours"
all_pairs = false
features = ["bias"]

[[start]]
features = ["ana.type"]
"""


def test_show_a_file_of_ones_own(run, tmp_path):
    (tmp_path / "mine.toml").write_text(MINE, encoding="utf-8")
    code, out, err = run("features", "show", tmp_path / "mine.toml")
    assert (code, err) == (0, "")
    assert "Candidates: window 7, indexed 10" in out
    assert "Words\n  each with ana.kind, and without\n" in out
    assert "head_match The same head lemma" in " ".join(entry(out, "HEAD").split())
    near = " ".join(entry(out, "NEAR").split())
    assert near == (
        "NEAR mention_distance (at_least 2 5) Number of mentions between the two (0: neighbours). "
        "Also with types Note: nearly the paper's"
    )
    assert "Values" not in entry(out, "SAME")
    assert "Values: unknown, same, other" in entry(out, "NUMBER")
    assert "Constant\n  not conjoined with each other feature\n  ours\n" in out
    assert "Starting a chain\n----------------\n" in out
    assert out.rstrip().endswith("Deviations\n----------\n\n- none\n- or some")


@pytest.fixture
def extract(run, samples):
    return lambda out, *options, name="default": run(
        "features", "extract", name, samples / "ferry.conllu", samples / "bakery.conllu", "-o", out, *options
    )


def test_extract(extract, tmp_path):
    code, out, err = extract(tmp_path / "x.npz")
    assert (code, err) == (0, "")
    found = load_extract(tmp_path / "x.npz")
    rows, columns = found.links.features.shape
    assert out == (
        f"{rows} links of {found.links.n_items} mentions, {columns} features, written to {tmp_path / 'x.npz'}\n"
    )
    assert found.documents == ["ferry", "bakery"]
    assert sparse.load_npz(tmp_path / "x.npz").shape == (rows, columns) == (found.links.n_links, len(found.names))
    assert [path.name for path in tmp_path.iterdir()] == ["x.npz"]


def test_extract_again_gives_the_same_file(extract, tmp_path):
    for name in ("a.npz", "b.npz"):
        extract(tmp_path / name)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_the_options_of_extract(extract, tmp_path):
    sizes = {}
    for name, options in {
        "plain": (),
        "window": ("--mention-window", 2),
        "count": ("--min-count", 4),
        "given": ("--parse", "given"),
    }.items():
        assert extract(tmp_path / f"{name}.npz", *options)[0] == 0
        sizes[name] = load_extract(tmp_path / f"{name}.npz").links.features.shape
    assert sizes["window"][0] < sizes["plain"][0]
    assert sizes["count"][0] == sizes["plain"][0]
    assert sizes["count"][1] < sizes["plain"][1]
    counts = np.bincount(load_extract(tmp_path / "count.npz").links.features.indices)
    assert counts.min() >= 4
    assert load_extract(tmp_path / "given.npz").names != load_extract(tmp_path / "plain.npz").names


def test_extract_like_another(run, extract, samples, tmp_path):
    train, dev = tmp_path / "train.npz", tmp_path / "dev.npz"
    extract(train, "--mention-window", 5, "--min-count", 2)
    arguments = ("features", "extract", "default", samples / "ferry.conllu", "-o", dev, "--like", train)
    assert run(*arguments)[0] == 0
    known, found = load_extract(train), load_extract(dev)
    assert found.names == known.names
    first = known.links[0]
    assert (found.links.features != first.features).nnz == 0
    assert run(*arguments, "--mention-window", 5)[0] == 0
    for wrong, message in (
        (("--mention-window", 6), "its window is 5, not 6. Leave out --mention-window"),
        (("--like", samples / "ferry.txt"), "the features cannot be read"),
        (("--like", tmp_path / "none.npz"), "no such file"),
    ):
        code, out, err = run(*arguments, *wrong)
        assert (code, out) == (2, "")
        assert message in err
    code, _, err = run("features", "extract", "soon2001", samples / "ferry.conllu", "-o", dev, "--like", train)
    assert code == 2
    assert "its feature set is not 'soon2001'" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["list", "--kind", "bool"], "unknown kind 'bool'. Did you mean boolean? Valid are attribute, boolean"),
        (["show", "defualt"], "unknown feature set 'defualt'. Did you mean default? Valid are"),
        (["extract", "defualt", "a.conllu", "-o", "x.npz"], "unknown feature set 'defualt'"),
        (["extract", "default", "none.conllu", "-o", "x.npz"], "none.conllu: no such file"),
        (["extract", "default", "a.conllu", "-o", "x.csv"], "x.csv: not the name of an .npz file"),
        (["extract", "default", "a.conllu", "-o", "."], "not the name of an .npz file"),
        (["extract", "default", "a.txt", "-o", "x.npz"], "no mentions in a.txt"),
        (["extract", "default", "a.jsonl", "-o", "x.npz", "--parse", "given"], "ferry): the file gives no parse"),
        (
            ["extract", "default", "a.conllu", "-o", "no/x.npz"],
            "no/x.npz: the file cannot be written (No such file or directory)",
        ),
        (["extract", "default", "a.conllu", "-o", "x.npz", "--base", "none"], "no base pipeline 'none'"),
    ],
)
def test_wrong_commands(run, samples, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    for extension in ("conllu", "txt", "jsonl"):
        (tmp_path / f"a.{extension}").write_bytes((samples / f"ferry.{extension}").read_bytes())
    code, out, err = run("features", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert message in err
    assert len(err.splitlines()) == 1
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize(
    "arguments",
    [["show"], ["extract", "default"], ["extract", "default", "a"], ["nothing"], ["list", "--mention-window", "1"]],
)
def test_usage_errors(run, arguments):
    code, out, err = run("features", *arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err


def test_a_spoilt_run_leaves_the_old_file(extract, run, samples, tmp_path):
    out = tmp_path / "x.npz"
    extract(out)
    before = out.read_bytes()
    bad = tmp_path / "bad.conllu"
    bad.write_text("1\ta\t_\t_\t_\t_\t0\troot\t_\tEntity=(1\n\n", encoding="utf-8")
    code, _, err = run("features", "extract", "default", samples / "ferry.conllu", bad, "-o", out)
    assert code == 2
    assert err.startswith(f"Error: {bad}:")
    assert out.read_bytes() == before


@pytest.mark.parametrize("command", ["list", "show", "extract"])
def test_help_teaches(run, command):
    code, out, _ = run("features", command, "--help")
    assert code == 0
    assert f"corefpipe features {command}" in out
    if command == "extract":
        assert "scipy.sparse.load_npz('train.npz')" in out
        assert "load_extract('train.npz')" in out


def test_weights(run, tmp_path):
    code, out, err = run("features", "weights", "en", "--group", "Agreement", "--number", "3")
    assert (code, err) == (0, "")
    assert out.startswith("en: ")
    assert sum(line.startswith("   ") for line in out.splitlines()) == 3
    code, out, _ = run("features", "weights", "en", "-n", "2", "--json")
    groups = json.loads(out)["groups"]
    assert code == 0
    assert all(len(group["strongest"]) == 2 for group in groups)
    code, out, err = run("features", "weights", "en", "-n", "2", "-o", tmp_path / "w.html")
    assert (code, out, err) == (0, "", "")
    assert "<title>Weights of en</title>" in (tmp_path / "w.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("en", "--group", "Agr"), "unknown group 'Agr'"),
        (("en", "-o", "w.txt"), "a page of weights goes into an .html file"),
        (("en", "-o", "w.html", "--json"), "a page of weights goes into an .html file"),
        (("enn",), "enn"),
    ],
)
def test_wrong_weights(run, arguments, message):
    code, out, err = run("features", "weights", *arguments)
    assert (code, out) == (2, "")
    assert message in err
