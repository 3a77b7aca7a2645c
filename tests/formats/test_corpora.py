"""The samples are equal in all formats; real corpora are read without loss and written unchanged."""

import io
import re
from pathlib import Path

import pytest
from helpers import OFFICIAL, ROOT
from helpers.documents import CORPORA, SAMPLES, needs_corpora, parse

from corefpipe.document import Document
from corefpipe.formats import FORMATS, ReadReport, read


def written(form: str, document: Document) -> str:
    stream = io.StringIO()
    FORMATS[form].write_document(document, stream)
    return stream.getvalue()


def partition(document: Document) -> list[list[tuple[int, int]]]:
    return [[m.span for m in chain] for chain in document.chains().values()]


@pytest.mark.parametrize(("name", "sentences", "words", "entities"), [("bakery", 7, 71, 14), ("ferry", 8, 55, 7)])
def test_samples(name, sentences, words, entities):
    full, flat, lines, text = (
        next(read(SAMPLES / f"{name}.{ending}")) for ending in ("conllu", "conll", "jsonl", "txt")
    )
    assert (len(full.sentence_starts), len(full), len(full.chains())) == (sentences, words, entities)
    assert full.words == flat.words == lines.words
    assert full.sentence_starts == flat.sentence_starts == lines.sentence_starts
    assert partition(full) == partition(flat) == partition(lines)
    assert full.tags == flat.tags
    assert full.speakers == flat.speakers == lines.speakers
    assert (full.speakers is not None) == (name == "ferry")
    assert text.text == full.text + "\n"
    assert all(m.head is not None and m.type for m in full.mentions)
    assert full.heads is not None
    for start, end in full.sentences():
        assert sum(full.heads[word] == word for word in range(start, end)) == 1
    for form, document in (("conllu", full), ("conll", flat), ("jsonl", lines), ("text", text)):
        ending = FORMATS[form].extensions[0]
        assert written(form, document) == (SAMPLES / f"{name}{ending}").read_text(encoding="utf-8")


def test_the_example_in_the_readme(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", (SAMPLES.parent / "README.md").read_text(), re.DOTALL)
    names: dict[str, list[list[str] | None]] = {}
    exec(code, names)
    assert "e10 ['sweet … pies']\n" in capsys.readouterr().out
    assert [speakers is not None for speakers in names["speakers"]] == [False, True]


def _first(folder: Path, number: int) -> list[Path]:
    found = sorted(folder.iterdir())[:number]
    assert len(found) == number
    return found


@needs_corpora
@pytest.mark.parametrize(
    ("folder", "opening"),
    [
        ("ontogum/dev", r"\t(?:[^\t]*)$"),
        ("litbank/dev", r"\t(?:[^\t]*)$"),
        ("gum/dev", r"Entity=[^|\n]*"),
        ("ontogum-ud/dev", r"Entity=[^|\n]*"),
    ],
)
def test_no_mention_is_lost(folder, opening):
    report = ReadReport()
    found = list(read(CORPORA / folder, repeats="keep", report=report))
    brackets = words = 0
    for path in (CORPORA / folder).iterdir():
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line and not line.startswith("#"):
                words += re.match(r"\d+[-.]\d", line) is None
                cells = re.findall(opening, line)
                brackets += sum(cell.count("(") for cell in cells)
    assert sum(len(document.mentions) for document in found) == brackets > 3000
    assert sum(map(len, found)) == words
    assert report.skipped == []
    assert len(report.repeats) == (1 if "ontogum" in folder else 0)


@needs_corpora
@pytest.mark.parametrize("folder", ["ontogum/dev", "litbank/dev", "gum/dev", "ontogum-ud/dev"])
def test_real_documents_read_back(folder):
    form = "conll" if folder in ("ontogum/dev", "litbank/dev") else "conllu"
    documents = list(read(CORPORA / folder, repeats="first"))
    assert documents
    for document in documents[:12]:
        assert parse(form, written(form, document)) == [document]


@needs_corpora
def test_gum_is_written_byte_for_byte():
    for path in _first(CORPORA / "gum/dev", 10):
        (document,) = read(path)
        assert written("conllu", document) == path.read_text(encoding="utf-8")


@needs_corpora
def test_gum_text_is_what_its_comments_say():
    for path in _first(CORPORA / "gum/dev", 10):
        (document,) = read(path)
        assert document.offsets is not None
        assert document.sentence_metadata is not None
        told = " ".join(comments["text"] for comments in document.sentence_metadata)
        assert document.text.split() == told.split()
        for word, offset in zip(document.words, document.offsets, strict=True):
            assert document.text.startswith(word, offset)
        assert document.genre == path.name.split("_")[1]


@needs_corpora
def test_ontogum_repeat_is_reported_with_its_line():
    report = ReadReport()
    list(read(CORPORA / "ontogum/dev", repeats="first", report=report))
    (error,) = report.repeats
    assert error.file is not None
    assert error.file.endswith("GUM_bio_emperor.gold_conll")
    assert error.line is not None
    assert error.document == "GUM_bio_emperor"


def test_the_official_scorers_cases_are_read():
    for path in sorted((OFFICIAL / "cases").iterdir()):
        (document,) = read(path, repeats="keep")
        content = path.read_text(encoding="utf-8")
        cells = [line.split()[-1] for line in content.splitlines() if line.strip() and not line.startswith("#")]
        assert len(document) == len(cells)
        assert len(document.mentions) == sum(cell.count("(") for cell in cells)
