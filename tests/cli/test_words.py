"""`corefpipe words`: classes of words in texts, paths, errors with their place and cure."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from corefpipe.clustering.registry import WORD_CLUSTERERS
from corefpipe.clustering.words import read_classes

PEOPLE, PLACES, VERBS = ["Ann", "Bob", "Cid", "Dora"], ["Rome", "Paris", "Oslo", "Wien"], ["sees", "likes", "leaves"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder of two texts of one kind of sentence."""
    chance = random.Random(0)
    folder = tmp_path_factory.mktemp("texts")
    for name in ("one.txt", "two.txt"):
        sentences = (f"{chance.choice(PEOPLE)} {chance.choice(VERBS)} {chance.choice(PLACES)}." for _ in range(150))
        (folder / name).write_text("\n".join(sentences), encoding="utf8")
    return folder


def kinds(path: Path) -> set[tuple[int, int]]:
    """Pairs of kind and class of the words in a table."""
    kind = {word.lower(): number for number, words in enumerate((PEOPLE, PLACES, VERBS, ["."])) for word in words}
    return {(kind[one.word], one.label) for one in read_classes(path)}


@pytest.mark.parametrize("method", ["brown", "k-means", "soft-k-means", "em", "svd"])
def test_classes_are_the_kinds_of_words(run, folder, tmp_path, method):
    out = tmp_path / "classes.tsv"
    extra = {"em": ["--set", "n_components=3"], "svd": ["--set", "n_components=3"], "brown": ["--set", "window=12"]}
    code, stdout, err = run("words", folder, "--method", method, "--classes", "4", "-o", out, *extra.get(method, []))
    assert code == 0
    assert not stdout
    assert err == f"12 words in 4 classes, written to {out}\n"
    assert len(kinds(out)) == 4


def test_table_and_paths(run, folder, tmp_path):
    paths = tmp_path / "paths.txt"
    code, out, err = run("words", folder, "--classes", "4", "--paths", paths)
    header, *rows = [line.split("\t") for line in out.splitlines()]
    assert code == 0
    assert header == ["class", "word", "count", "path"]
    assert err == "12 words in 4 classes\n"
    assert [[row[3], row[1], row[2]] for row in rows] == [
        line.split("\t") for line in paths.read_text("utf8").splitlines()
    ]
    assert sum(int(row[2]) for row in rows) == 2 * 150 * 4
    assert (run("words", folder, "--classes", "4")[1]) == out


def test_objects_of_verbs(run, tmp_path):
    text = tmp_path / "story.txt"
    eat, drive = ("apple", "cake", "bread"), ("car", "truck", "bus")
    lines = [f"The man ate the {a}. The woman drove the {b}." for a, b in zip(eat * 4, drive * 4, strict=True)]
    text.write_text("\n".join(lines), encoding="utf8")
    code, out, _ = run("words", text, "--method", "annealing", "--classes", "2", "--min-count", "3")
    assert code == 0
    rows = [line.split("\t") for line in out.splitlines()[1:]]
    classes = {frozenset(word for number, word, *_ in rows if number == of) for of, *_ in rows}
    assert classes == {frozenset(eat), frozenset(drive)}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--classes", "50"], "50 classes of a vocabulary of 12 words. Give --classes of 12 or fewer, more text"),
        (["--method", "brwn"], "unknown method 'brwn'. Did you mean brown? Valid are annealing, brown, em"),
        (["--set", "windows=9"], "unknown setting of method brown: 'windows'. Did you mean window? Valid are n_clus"),
        (["--set", "window=3", "--classes", "4"], "window is 3 for 4 classes. It must be above 4"),
        (
            ["--min-count", "10000"],
            "most frequent one occurs 300 times. Give more text, or count rarer words too, or use --min-count 300",
        ),
        (
            ["--method", "k-means", "--paths", "p.txt"],
            "k-means makes no tree. Leave --paths out, or use",
        ),
        (["-o", "x.tsv", "--paths", "x.tsv"], "x.tsv: -o and --paths name the same file. Name two"),
    ],
)
def test_errors(run, folder, words, message):
    code, out, err = run("words", folder, *words)
    assert code == 2
    assert not out
    assert message in err


def test_an_empty_folder_is_named(run, tmp_path):
    code, _, err = run("words", tmp_path)
    assert code == 2
    assert f"Error: {tmp_path}: no file of a known format in the folder. Known formats are" in err


def test_output_does_not_replace_a_text(run, folder):
    code, _, err = run("words", folder, "-o", folder / "one.txt")
    assert code == 2
    assert "the command reads this file, and would replace it" in err


def test_help_lists_all_methods(run):
    out = run("words", "--help")[1]
    assert all(f"  {name} " in out for name in WORD_CLUSTERERS)
