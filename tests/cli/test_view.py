"""`corefpipe view`, and `corefpipe resolve` into pages."""

from __future__ import annotations

import pytest

from corefpipe.formats import read
from corefpipe.report.pages.reading import reading_page
from corefpipe.report.pages.shown import Shown

TEXT = "Ann lost her keys. She found them later."


@pytest.mark.parametrize("name", ["bakery.conllu", "bakery.conll", "bakery.ann", "bakery.muc", "bakery.apf.xml"])
def test_gold_chains_of_any_format(run, samples, tmp_path, name):
    assert run("view", samples / name, "-o", tmp_path / "x.html") == (0, "", "")
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert page == reading_page(Shown(document, gold=True) for document in read(samples / name))
    assert "corefpipe" in page


def test_standard_output(run, samples):
    code, page, _ = run("view", samples / "bakery.conllu", samples / "ferry.conllu")
    assert code == 0
    assert page.startswith("<!doctype html>")
    assert '<option value="d1">' in page


def test_wrong_outputs(run, samples, tmp_path):
    assert "Add -o out.html" in run("view", samples / "bakery.conllu", "-o", "out")[2]
    given = tmp_path / "x.html"
    given.write_bytes((samples / "bakery.conllu").read_bytes())
    assert "would replace it" in run("view", given, "-o", given)[2]


def test_no_spacy(python, samples):
    code = "import sys; from corefpipe.cli import main\ntry: main()\nexcept SystemExit: print('spacy' in sys.modules)"
    assert python("-c", code, "view", str(samples / "bakery.conll")).stdout.endswith("False\n")


def test_resolve_into_a_page(resolve, tmp_path):
    assert resolve("--text", TEXT, "-o", tmp_path / "x.html") == (0, "", "")
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert TEXT in page
    assert resolve("--text", TEXT, "--format", "html") == (0, page, "")
    assert "a page goes into a file" in resolve("--text", TEXT, "--format", "html", "-o", tmp_path / "out")[2]


def test_resolve_a_folder_into_pages(resolve, tmp_path):
    folder = tmp_path / "in"
    (folder / "b").mkdir(parents=True)
    for name in ("index", "b/a#1"):
        (folder / f"{name}.txt").write_text(TEXT, encoding="utf-8")
    out = tmp_path / "out"
    assert resolve(folder, "-o", out, "--format", "html")[0] == 0
    found = sorted(path.relative_to(out).as_posix() for path in out.rglob("*.html"))
    assert found == ["b/a#1.html", "index.html", "index.txt.html"]
    index = (out / "index.html").read_text(encoding="utf-8")
    assert 'href="b/a%231.html"' in index
    assert 'href="index.txt.html"' in index
    assert 'href="../index.html"' in (out / "b" / "a#1.html").read_text(encoding="utf-8")
    (folder / "c.txt").write_text(TEXT, encoding="utf-8")
    assert resolve(folder, "-o", out, "--format", "html", "--resume")[0] == 0
    assert "3 texts" in (out / "index.html").read_text(encoding="utf-8")
