"""`corefpipe book`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

TEXTS = Path(__file__).parents[1] / "books"
GERMAN = (
    "Der Mann ging in das Haus und sagte zu der Frau, dass er nicht mehr mit ihr sprechen wollte, weil es spät war."
)


def test_one_book(run, tmp_path):
    out = tmp_path / "out"
    code, printed, told = run("book", TEXTS / "story.txt", "-o", out, "--title", "The Lost Lamp")
    assert (code, printed) == (0, "")
    assert "characters, 10 speeches written to" in told
    assert "<title>The Lost Lamp</title>" in (out / "index.html").read_text(encoding="utf-8")
    assert "Peter" in (out / "characters.csv").read_text(encoding="utf-8")

    assert "the folder is not empty. Name a new folder, or add --force" in run("book", TEXTS / "play.txt", "-o", out)[2]
    assert run("book", TEXTS / "play.txt", "-o", out, "--force")[0] == 0
    assert "MARA" in (out / "quotations.csv").read_text(encoding="utf-8")


def test_several_books(run, tmp_path):
    out = tmp_path / "out"
    assert run("book", TEXTS / "story.txt", TEXTS / "play.txt", "-o", out)[0] == 0
    assert {path.name for path in out.iterdir()} == {"story", "play"}
    assert (out / "play" / "book.quotes").is_file()
    code, _, told = run("book", TEXTS / "story.txt", TEXTS / "play.txt", "-o", tmp_path / "x", "--title", "X")
    assert code == 2
    assert "--title is for one text" in told


SPOKEN = "“I shall not go,” said {0}, “unless you come.”\n\n“I stay,” {1} answered. He folded the letter.\n\n"


def test_chapters_that_are_numbered_anew(run, tmp_path):
    names = [("Ann", "Tom"), ("Jane", "Bob"), ("Mary", "Jack")]
    chapters = [f"CHAPTER {number}\n\n{SPOKEN.format(*one)}" for number, one in enumerate(names, 1)]
    (tmp_path / "tale.txt").write_text("".join(chapters * 2), encoding="utf-8")
    code, _, told = run("book", tmp_path / "tale.txt", "-o", tmp_path / "out")
    assert (code, "left out" in told) == (0, False)
    found = json.loads((tmp_path / "out" / "book.json").read_text(encoding="utf-8"))
    assert len(found["quotations"]) == 18
    assert [one["title"] for one in found["chapters"]] == ["CHAPTER 1", "CHAPTER 2", "CHAPTER 3"] * 2
    assert [one["place"]["chapter"] for one in found["quotations"][::3]] == [1, 2, 3, 4, 5, 6]


def test_what_is_left_out_is_told(run, tmp_path):
    text = f"“Go,” said Jo.\n\nCHAPTER I\n\n{SPOKEN.format('Ann', 'Tom')}“Why?” she asked him.\n\nTHE END\n"
    (tmp_path / "tale.txt").write_text(text, encoding="utf-8")
    told = run("book", tmp_path / "tale.txt", "-o", tmp_path / "out")[2]
    assert "left out: 3 words before and 2 words after the text" in told
    assert "--read-as plain keeps them" in told
    told = run("book", tmp_path / "tale.txt", "-o", tmp_path / "plain", "--read-as", "plain")[2]
    assert "left out" not in told
    assert "Go," in (tmp_path / "plain" / "quotations.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "the text is empty. Name a file with the text of a book"),
        (" \n\n", "the text is empty"),
        ("Rain fell on the roofs. It was cold.", "no characters: it mentions no person more than once"),
        (GERMAN, "the text looks like German, but the model is for English. Give a text in English, or a model"),
    ],
)
def test_unsuitable_texts(run, tmp_path, text, error):
    path = tmp_path / "x.txt"
    path.write_text(text, encoding="utf-8")
    code, _, told = run("book", path, "-o", tmp_path / "out")
    assert code == 2
    assert error in told
    assert str(path) in told
    assert not (tmp_path / "out").exists()


def test_wrong_paths(run, tmp_path):
    assert "no such file" in run("book", tmp_path / "x.txt", "-o", tmp_path / "out")[2]
    (tmp_path / "y.txt").write_text("Ann.", encoding="utf-8")
    assert "a file, not a folder" in run("book", TEXTS / "play.txt", "-o", tmp_path / "y.txt")[2]
    assert "a folder of this machine" in run("book", TEXTS / "play.txt", "-o", "memory://out")[2]
    assert run("book", TEXTS / "play.txt")[0] == 2


def test_annotated_documents(run, samples, tmp_path):
    out = tmp_path / "out"
    assert run("book", samples / "bakery.conllu", "-o", out)[0] == 0
    assert (out / "book.json").is_file()


def test_aliases(run, tmp_path):
    (tmp_path / "tale.txt").write_text(SPOKEN.format("Ann Lee", "Tom") + "“Why?” she asked Tom. Ann slept.\n")
    out = tmp_path / "out"
    assert run("book", tmp_path / "tale.txt", "-o", out)[0] == 0
    file = out / "aliases.toml"
    edited = file.read_text(encoding="utf-8").replace('name = "Tom"', 'name = "Thomas Gray"')
    file.write_text(edited, encoding="utf-8")
    assert run("book", tmp_path / "tale.txt", "-o", out, "--force", "--aliases", file)[0] == 0
    assert "Ann Lee,Thomas Gray" in (out / "talks.csv").read_text(encoding="utf-8").replace("2,", "")
    assert file.read_text(encoding="utf-8") == edited

    file.write_text(edited.replace('"Tom"]', '"Tom", "Hal"]'), encoding="utf-8")
    code, _, told = run("book", tmp_path / "tale.txt", "-o", out, "--force", "--aliases", file)
    line = next(n for n, one in enumerate(file.read_text(encoding="utf-8").split("\n"), 1) if "Hal" in one)
    assert code == 2
    assert f"{file}:{line}" in told.replace(", line ", ":")
    assert "'Hal' occurs nowhere in the text" in told
    code, _, told = run("book", tmp_path / "tale.txt", TEXTS / "play.txt", "-o", tmp_path / "x", "--aliases", file)
    assert (code, "--aliases is for one text" in told) == (2, True)


def test_a_cast_that_is_cut(run, tmp_path):
    code, _, told = run("book", TEXTS / "story.txt", "-o", tmp_path / "out", "--min-mentions", "20")
    assert code == 0
    assert "with fewer than 20 mentions" in told
    assert len((tmp_path / "out" / "characters.csv").read_text(encoding="utf-8").splitlines()) < 5


def test_help(run):
    assert "corefpipe book novel.txt -o novel/" in run("book", "--help")[1]
